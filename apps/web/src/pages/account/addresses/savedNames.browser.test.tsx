import { createLatchkey } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../../api/createQueryClient.ts'
import { toKitConfig } from '../../../app/toKitConfig.ts'
import { createLanguage, LanguageContext } from '../../../language/LanguageContext.ts'
import { SavedNames } from '../../../settings/SavedNames.tsx'
import { SiteContext } from '../../../site/SiteContext.ts'
import type { SiteConfig } from '../../../site/siteConfig.ts'
import { AddAddressSheet } from './AddAddressSheet.tsx'
import { SiteAddresses } from './SiteAddresses.tsx'

const owner: AccountId = `eip155:31337:0x${'aA'.repeat(20)}`
const cleo = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const site = {
  ...{ apiUrl: 'http://127.0.0.1:9', projectId: '0'.repeat(32), name: 'Brass', token: owner, signIn: 'off' },
  networks: [
    {
      ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local One' },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
} satisfies SiteConfig

/** Renders a part of the site, with a server that has one saved address and one name. */
function show(part: ReactNode, config: SiteConfig = site) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    const at = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
    if (pathname.endsWith('/v1/me/addresses'))
      return Response.json({ addresses: [{ ...at, id: 'one', label: 'Cleo', address: cleo }] })
    if (pathname.endsWith('/v1/profile/account/cleo.eth'))
      return Response.json({
        ...{ name: 'cleo.eth', registered_at: null, updated_at: null, attributes: {} },
        addresses: { 60: { address: cleo, created_at: null, updated_at: null } },
      })
    return Response.json({ status: 'FAILED', code: 'name_not_found', reasons: [] }, { status: 404 })
  })
  const latchkey = createLatchkey(toKitConfig({ site: config, url: 'https://brass.example' }))
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  const render = (shown: ReactNode) =>
    app.render(
      <SiteContext value={config}>
        <LanguageContext value={createLanguage()}>
          <QueryClientProvider client={createQueryClient()}>
            <LatchkeyProvider latchkey={latchkey}>{shown}</LatchkeyProvider>
          </QueryClientProvider>
        </LanguageContext>
      </SiteContext>,
    )
  render(part)
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.restoreAllMocks()
  })
  return { latchkey, render }
}

test('behavior: the kit has the saved names while their account is signed in, and not after', async () => {
  const { latchkey, render } = show(<SavedNames owner={owner} />)
  const names = async () =>
    (await latchkey.contacts.list({ namespace: 'eip155' })).map(({ name, address }) => [name, address])
  await expect.poll(names).toEqual([['Cleo', cleo]])
  render(<SavedNames owner={undefined} />)
  await expect.poll(names).toEqual([])
})

test('behavior: every visitor gets the contacts of site.json, and the visitor’s own name of one has priority', async () => {
  const contacts = [
    { label: 'Donations', address: cleo },
    { label: 'Ben (test receiver)', address: `0x${'12'.repeat(20)}` },
  ]
  const { latchkey, render } = show(<SavedNames owner={undefined} />, { ...site, contacts })
  const names = async () => (await latchkey.contacts.list({ namespace: 'eip155' })).map(({ name }) => name)
  await expect.poll(names).toEqual(['Donations', 'Ben (test receiver)'])
  render(<SavedNames owner={owner} />)
  await expect.poll(names).toEqual(['Cleo', 'Ben (test receiver)'])
})

test('behavior: the account shows the site’s contacts separately from the visitor’s', async () => {
  const contacts = [
    { label: 'Donations', address: cleo },
    { label: 'Ben (test receiver)', address: `0x${'12'.repeat(20)}` },
  ]
  const { latchkey, render } = show(<SiteAddresses saved={[]} />, { ...site, contacts })
  const shown = () => [...document.querySelectorAll('h3 + ul > li bdi:first-child')].map((one) => one.textContent)
  await expect.element(page.getByRole('list', { name: 'From this site' })).toBeVisible()
  await expect.poll(shown).toEqual(expect.arrayContaining(['Donations', 'Ben (test receiver)']))
  render(<SiteAddresses saved={[{ id: 'one', label: 'Cleo', address: cleo, createdAt: '', updatedAt: '' }]} />)
  await expect.element(page.getByText('Donations')).not.toBeInTheDocument()
  // The kit also distinguishes the two.
  render(<SavedNames owner={owner} />)
  const marks = async () =>
    (await latchkey.contacts.list({ namespace: 'eip155' })).map(({ name, isShared }) => [name, isShared === true])
  await expect.poll(marks).toEqual([
    ['Cleo', false],
    ['Ben (test receiver)', true],
  ])
})

test('behavior: a name can be saved: its current address is shown whole, and stored', async () => {
  const mutate = vi.fn()
  const save = { mutate, isPending: false, error: null } as unknown as Parameters<typeof AddAddressSheet>[0]['save']
  show(<AddAddressSheet saved={[]} save={save} onClose={() => undefined} onSaved={() => undefined} />)
  await page.getByRole('textbox').first().fill('Cleo')
  await page.getByRole('textbox').nth(1).fill('cleo.eth')
  await expect.element(page.getByText(cleo.slice(2, 6)).first()).toBeVisible()
  // The visitor did not type this address, so no checksum was compared.
  await expect.element(page.getByText('The address of this name. Compare it with one you know.')).toBeVisible()
  await expect.element(page.getByText('The checksum matches')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save' }).click()
  expect(mutate.mock.calls[0]?.[0]).toEqual({ address: cleo, label: 'Cleo' })
})

test('error: an unregistered name is not saved', async () => {
  const mutate = vi.fn()
  const save = { mutate, isPending: false, error: null } as unknown as Parameters<typeof AddAddressSheet>[0]['save']
  show(<AddAddressSheet saved={[]} save={save} onClose={() => undefined} onSaved={() => undefined} />)
  await page.getByRole('textbox').first().fill('Cleo')
  await page.getByRole('textbox').nth(1).fill('nobody.eth')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(createLanguage().text.addresses.addressWrong)).toBeVisible()
  expect(mutate).not.toHaveBeenCalled()
})
