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

const long = 'The Royal Brass Foundry'
/** A phone without the site's font uses this one, which is a fifth wider. */
const widest = '"DejaVu Sans", Verdana, sans-serif'

/** Opens the site on a phone. */
async function open({ width, tag, name }: { width: number; tag: LanguageTag; name: string }) {
  await page.viewport(width, 844)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const site = { ...createFamilySite(), name }
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

/** Returns the text of the wallet’s button, and whether it is cut. A hundredth of a pixel cuts the last two letters. */
function button() {
  const [, account] = document.querySelectorAll('header latchkey-button')
  const label = account?.shadowRoot?.querySelector('.label')
  if (!label) return { text: undefined, isCut: undefined }
  const words = document.createRange()
  words.selectNodeContents(label)
  const isCut = words.getBoundingClientRect().width > label.getBoundingClientRect().width + 0.01
  return { text: label.textContent, isCut }
}

const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth

test.each([
  { width: 390, tag: 'en', family: 'eip155', name: long },
  { width: 390, tag: 'ar', family: 'eip155', name: long },
  { width: 360, tag: 'de', family: 'solana', name: 'Latch' },
  { width: 320, tag: 'en', family: 'eip155', name: long },
  { width: 320, tag: 'en', family: 'solana', name: 'Latch' },
] as const)(
  'behavior: flaw 14: $width px wide the header shows the whole address on $family beside $name, in $tag',
  async ({ family, ...options }) => {
    const { connect } = await open(options)
    await expect.poll(() => button().text).toMatch(/\S/)
    expect(isWider()).toBe(false)
    await connect(family)
    await expect.poll(() => button().text).toMatch(/^\w{4,6}…\w{4}$/)
    await expect.poll(() => button().isCut, { timeout: 2_000 }).toBe(false)
    expect(isWider()).toBe(false)
  },
)
