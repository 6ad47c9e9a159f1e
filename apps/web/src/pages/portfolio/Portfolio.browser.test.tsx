import type { ChainId } from '@latchkey/protocol'
import { LatchkeyProvider } from '@latchkey/react'
import { announceVirtualWallet, createVirtualWallet } from '@latchkey/testkit'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../api/createQueryClient.ts'
import { createSiteRouter } from '../../app/createSiteRouter.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import { SignedInProvider } from '../../signIn/SignedInProvider.tsx'
import { SiteContext } from '../../site/SiteContext.ts'
import { createFamilyKit, createFamilySite } from '../../testing/familySite.ts'
import { ThemeProvider } from '../../theme/ThemeProvider.tsx'

/** Value of each network's native token in this test, in US dollars. */
const worth: Readonly<Record<string, number>> = { eip155: 100, solana: 25 }

/** Opens the portfolio in a browser with a wallet of each family, none of them connected. */
function open() {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input))
    const chainId = searchParams.get('chainId') as ChainId
    if (!pathname.endsWith('/balance')) throw new TypeError('Failed to fetch')
    const value = worth[chainId.split(':')[0] ?? ''] ?? null
    const coin = { name: 'Coin', symbol: 'COIN', chainId, value, price: value, iconUrl: null }
    return Response.json({ balances: [{ ...coin, quantity: { decimals: '9', numeric: '1.000000000' } }] })
  })
  const site = createFamilySite()
  const { latchkey, connect } = createFamilyKit(site)
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.restoreAllMocks()
  })
  const router = createSiteRouter({ history: createMemoryHistory({ initialEntries: ['/portfolio'] }) })
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage()}>
        <ThemeProvider>
          <QueryClientProvider client={createQueryClient()}>
            <LatchkeyProvider latchkey={latchkey}>
              <SignedInProvider>
                <RouterProvider router={router} />
              </SignedInProvider>
            </LatchkeyProvider>
          </QueryClientProvider>
        </ThemeProvider>
      </LanguageContext>
    </SiteContext>,
  )
  return { latchkey, connect }
}

test('behavior: flaw 19: the total names the networks that it omits, and includes every connected family', async () => {
  const { connect } = open()
  await connect('eip155')
  const main = page.getByRole('main')
  await expect.element(main.getByText('$100.00').first()).toBeVisible()
  await expect.element(main.getByText('Total on connected networks')).toBeVisible()
  await expect.element(main.getByText('Not counted: Local Solana. No wallet is connected there.')).toBeVisible()
  await connect('solana')
  await expect.element(main.getByText('$125.00')).toBeVisible()
  await expect.element(main.getByText('Total on all networks')).toBeVisible()
  expect(main.getByText(/Not counted/).query()).toBeNull()
})

test('behavior: flaw 19: a second wallet of a family is named, because its account is not in the total', async () => {
  const { latchkey, connect } = open()
  const privateKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
  onTestFinished(
    announceVirtualWallet({
      wallet: createVirtualWallet({
        ...{ accounts: [{ privateKey }], chains: { 31337: { rpcUrl: 'http://127.0.0.1:9' } } },
        ...{ name: 'Harbor', rdns: 'test.harbor' },
      }),
    }),
  )
  await connect('eip155')
  await latchkey.connection.connect({ connectorId: 'test.harbor' })
  const main = page.getByRole('main')
  await expect.element(main.getByText(/^Not counted: .* 0xf39F…2266\. Only wallets in use count\.$/)).toBeVisible()
})
