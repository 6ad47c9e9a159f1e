import { parseAccountId } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { LatchkeyProvider, useSwap } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../api/createQueryClient.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import { SiteContext } from '../../site/SiteContext.ts'
import { createFamilyKit, createFamilySite, type TestFamily, testTokens } from '../../testing/familySite.ts'
import { HoldingBox } from './HoldingBox.tsx'
import { TradeFoot } from './TradeFoot.tsx'

const ether: SwappableToken = {
  ...{ name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: null, price: 2990, listed: true },
  ...{ address: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', eip2612: false },
}

/** The foot of the trade box, for its text about the network. */
function Trade() {
  const swap = useSwap({ watch: false })
  return <TradeFoot swap={swap} isMine={false} isHere={false} amount="" from={ether} onAmount={() => {}} />
}

/** Renders the box of a token of one family, for a visitor with a wallet of that or another one. */
async function show({ token, wallet }: { token: TestFamily; wallet: TestFamily }) {
  const address = testTokens[token]
  const { chainId } = parseAccountId(address)
  const own = { ...{ name: 'Brass', symbol: 'BRASS', chainId, address }, value: 42, price: 1, iconUrl: null }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    if (!pathname.endsWith('/balance')) throw new TypeError('Failed to fetch')
    return Response.json({ balances: [{ ...own, quantity: { decimals: '6', numeric: '42.000000' } }] })
  })
  const site = createFamilySite(token)
  const { latchkey, connect } = createFamilyKit(site)
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage()}>
        <QueryClientProvider client={createQueryClient()}>
          <LatchkeyProvider latchkey={latchkey}>
            <Trade />
            <HoldingBox token={undefined} />
          </LatchkeyProvider>
        </QueryClientProvider>
      </LanguageContext>
    </SiteContext>,
  )
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.restoreAllMocks()
  })
  await expect.element(page.getByRole('heading', { name: 'Hold BRASS' })).toBeVisible()
  await connect(wallet)
  return element
}

test.each(['eip155', 'solana'] as const)(
  'behavior: the holding of a token on %s is read from the account of its family',
  async (family) => {
    const element = await show({ token: family, wallet: family })
    await expect.element(page.getByText('42BRASS')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible()
    expect(element.textContent).not.toContain('Connect a wallet')
  },
)

test.each([
  { token: 'eip155', wallet: 'solana', network: 'Local One' },
  { token: 'solana', wallet: 'eip155', network: 'Local Solana' },
] as const)(
  'behavior: for a wallet on $wallet alone, the box names the network of a token on $token',
  async ({ network, ...families }) => {
    const element = await show(families)
    await expect
      .element(page.getByText(`BRASS is on ${network}. Your connected wallet has no account there.`))
      .toBeVisible()
    // The trade box cannot switch that wallet to the network.
    await expect
      .poll(() => page.getByRole('button', { name: `Connect a wallet on ${network}` }).elements().length)
      .toBe(2)
    expect(page.getByRole('button', { name: /^Switch to/ }).query()).toBeNull()
    expect(element.textContent).not.toContain('Connect a wallet to see')
  },
)
