import '../styles/index.css'
import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../api/createQueryClient.ts'
import { createLanguage, LanguageContext } from '../language/LanguageContext.ts'
import { type LanguageTag, languages } from '../language/languages.ts'
import { SignedInProvider } from '../signIn/SignedInProvider.tsx'
import { SiteContext } from '../site/SiteContext.ts'
import { createFamilyKit, createFamilySite } from '../testing/familySite.ts'
import { ThemeProvider } from '../theme/ThemeProvider.tsx'
import { createSiteRouter } from './createSiteRouter.ts'

/** A phone without the site's font shows this one, which is a fifth wider. */
const widest = '"DejaVu Sans", Verdana, sans-serif'

/** The site with a long name, on a phone. */
async function open({ width, tag }: { width: number; tag: LanguageTag }) {
  await page.viewport(width, 844)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const site = { ...createFamilySite(), name: 'The Royal Brass Foundry' }
  const { latchkey, connect } = createFamilyKit(site)
  const { language } = await languages[tag].load()
  document.documentElement.dir = language.text.direction
  document.documentElement.style.setProperty('--lk-font-family', widest)
  document.documentElement.style.setProperty('--font', widest)
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  onTestFinished(() => {
    app.unmount()
    element.remove()
    document.documentElement.removeAttribute('style')
    document.documentElement.removeAttribute('dir')
    vi.restoreAllMocks()
  })
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage(language.text)}>
        <ThemeProvider>
          <QueryClientProvider client={createQueryClient()}>
            <LatchkeyProvider latchkey={latchkey} locale={language.kit}>
              <SignedInProvider>
                <RouterProvider
                  router={createSiteRouter({ history: createMemoryHistory({ initialEntries: ['/portfolio'] }) })}
                />
              </SignedInProvider>
            </LatchkeyProvider>
          </QueryClientProvider>
        </ThemeProvider>
      </LanguageContext>
    </SiteContext>,
  )
  return { connect }
}

/** The words of the wallet’s button in the header, and whether more than a rounded pixel of them is cut. */
function button() {
  const [, account] = document.querySelectorAll('header latchkey-button')
  const label = account?.shadowRoot?.querySelector('.label')
  return { text: label?.textContent, isCut: label ? label.scrollWidth > label.clientWidth + 1 : undefined }
}

const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth

test.each([
  { width: 390, tag: 'en' },
  { width: 390, tag: 'ar' },
  { width: 360, tag: 'de' },
  { width: 320, tag: 'en' },
] as const)('behavior: flaw 14: $width px wide the header shows the whole address, in $tag', async (options) => {
  const { connect } = await open(options)
  await expect.poll(() => button().text).toMatch(/\S/)
  expect(isWider()).toBe(false)
  await connect('eip155')
  await expect.poll(button).toEqual({ text: '0xf39F…2266', isCut: false })
  expect(isWider()).toBe(false)
})
