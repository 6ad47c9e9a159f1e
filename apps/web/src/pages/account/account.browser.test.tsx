import { createStore } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createQueryClient } from '../../api/createQueryClient.ts'
import { createSiteRouter } from '../../app/createSiteRouter.ts'
import { toKitConfig } from '../../app/toKitConfig.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import type { SignedIn } from '../../signIn/createSignedIn.ts'
import { SignedInContext } from '../../signIn/SignedInContext.ts'
import { SiteContext } from '../../site/SiteContext.ts'
import type { SiteConfig } from '../../site/siteConfig.ts'
import { ThemeProvider } from '../../theme/ThemeProvider.tsx'

const ada: AccountId = `eip155:31337:0x${'aA'.repeat(20)}`
const ben: AccountId = `eip155:31337:0x${'bB'.repeat(20)}`
const site = {
  apiUrl: 'http://127.0.0.1:9',
  projectId: '0'.repeat(32),
  name: 'Brass',
  token: ada,
  signIn: 'on-demand',
  networks: [
    {
      ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local One' },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
} satisfies SiteConfig
const overview = {
  ...{ version: '9.9.9', uptime: 90, chains: [], orders: [] },
  dependencies: [{ name: 'database', status: 'ok', latency: 2, detail: null }],
  signedIn: { accounts: 4242, devices: 5 },
}
const saved = (label: string) => ({
  ...{ id: label, label, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  address: `0x${'12'.repeat(20)}`,
})
const refused = (code: string, status: number) =>
  Response.json({ status: 'FAILED', code, reasons: [{ field: '', description: code }] }, { status })

/** Answers of the server, by the end of the path. All other paths are unreachable. */
type Answers = Record<string, (url: URL, init: RequestInit) => Response | Promise<Response>>

/** Opens a page of the site with or without a sign-in. */
function open({ path, as, answers }: { path: string; as: SignedIn; answers: Answers }) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input))
    const answer = Object.entries(answers).find(([end]) => url.pathname.endsWith(end))?.[1]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(url, init)
  })
  const who = createStore<SignedIn>(as)
  const signedIn = { ...who, signOut: async () => undefined, lose: () => undefined, start: () => () => undefined }
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.restoreAllMocks()
  })
  const cache = createQueryClient()
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage()}>
        <ThemeProvider>
          <QueryClientProvider client={cache}>
            <LatchkeyProvider config={toKitConfig({ site: { ...site, signIn: 'off' }, url: 'https://brass.example' })}>
              <SignedInContext value={signedIn}>
                <RouterProvider
                  router={createSiteRouter({ history: createMemoryHistory({ initialEntries: [path] }) })}
                />
              </SignedInContext>
            </LatchkeyProvider>
          </QueryClientProvider>
        </ThemeProvider>
      </LanguageContext>
    </SiteContext>,
  )
  return { who, cache }
}

test('threat 140: another account never sees data of the previous one, not even while its own data loads', async () => {
  const { who } = open({
    path: '/account',
    as: { status: 'signedIn', owner: ada },
    answers: {
      '/v1/me/addresses': (url) =>
        url.searchParams.get('account') === ada
          ? Response.json({ addresses: [saved('Landlord')] })
          : new Promise(() => undefined),
    },
  })
  const row = page.getByRole('button', { name: 'Landlord', exact: true })
  await expect.element(row).toBeVisible()
  who.setState({ status: 'signedIn', owner: ben })
  await expect.element(page.getByText('Signed in as', { exact: false })).toHaveTextContent('0xbBbB')
  expect(row.query()).toBeNull()
  who.setState({ status: 'needed', why: 'ended' })
  await expect.element(page.getByRole('heading', { name: 'You are no longer signed in' })).toBeVisible()
  expect(document.body.textContent).not.toContain('Landlord')
})

test('behavior: on a phone every section is in view, none cut', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  open({
    path: '/account',
    as: { status: 'signedIn', owner: ada },
    answers: { '/v1/me/roles': () => Response.json({ isOperator: true }) },
  })
  await expect.element(page.getByRole('link', { name: 'Operator' })).toBeVisible()
  const links = [...document.querySelectorAll('nav[aria-label="Sections of the profile"] a')]
  expect(links).toHaveLength(5)
  for (const link of links) {
    const { left, right } = link.getBoundingClientRect()
    expect({ name: link.textContent, isIn: left >= 0 && right <= 390 }).toEqual({ name: link.textContent, isIn: true })
  }
})

test('threat 141: a visitor who is not an operator sees no figure, not even an older one', async () => {
  let isOperator = true
  const { cache } = open({
    path: '/operator',
    as: { status: 'signedIn', owner: ada },
    answers: {
      '/v1/me/roles': () => Response.json({ isOperator }),
      '/v1/operator/overview': () => (isOperator ? Response.json(overview) : refused('operator_required', 403)),
    },
  })
  await expect.element(page.getByText('4,242')).toBeVisible()
  // Visitors may have swapped, which these figures do not count.
  await expect.element(page.getByText('Nothing was bought by card yet. Swaps are not counted here.')).toBeVisible()
  isOperator = false
  await cache.refetchQueries({ type: 'active' })
  await expect.element(page.getByRole('heading', { name: 'This is for the operator of the site' })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/4,242|9\.9\.9|database/)
})

test('behavior: an address is checked during typing, saved once it is complete, and can be restored after its removal', async () => {
  const bodies: unknown[] = []
  let addresses: ReturnType<typeof saved>[] = []
  open({
    path: '/account',
    as: { status: 'signedIn', owner: ada },
    answers: {
      '/remove': () => {
        addresses = []
        return Response.json({})
      },
      '/v1/me/addresses': (_, init) => {
        if (init.method === 'GET') return Response.json({ addresses })
        const body = JSON.parse(String(init.body))
        bodies.push(body)
        addresses = [{ ...saved(body.label), address: body.address }]
        return Response.json(addresses[0])
      },
    },
  })
  const whole = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  await page.getByRole('button', { name: 'Add an address' }).click()
  const form = page.getByRole('dialog', { name: 'Add an address' })
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Ben')
  await userEvent.fill(form.getByRole('textbox', { name: 'Address' }), whole.replace('dA', 'da'))
  await expect.element(form.getByText(/A character is mistyped/)).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  expect(bodies).toEqual([])
  await userEvent.fill(form.getByRole('textbox', { name: 'Address' }), whole)
  await expect.element(form.getByText('The checksum matches')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/Ben.* is saved/)).toBeVisible()

  await page.getByRole('button', { name: 'Ben', exact: true }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText(/Ben.* was removed/)).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('button', { name: 'Ben', exact: true })).toBeVisible()
  expect(bodies).toEqual([
    { address: whole, label: 'Ben' },
    { address: whole, label: 'Ben' },
  ])
})

test('error: a failed read shows an error and a retry', async () => {
  let isAway = true
  open({
    path: '/account/browsers',
    as: { status: 'signedIn', owner: ada },
    answers: {
      '/v1/siwx/devices': () => (isAway ? refused('rate_limited', 429) : Response.json({ devices: [] })),
    },
  })
  await expect.element(page.getByText('Signed-in browsers couldn’t be loaded')).toBeVisible()
  isAway = false
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('You are signed in nowhere else.')).toBeVisible()
})
