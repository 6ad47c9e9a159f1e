import { type ErrorCode, isAccountId } from '@latchkey/protocol'
import type { Quote, SwappableToken } from '@latchkey/protocol/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { quote, swapTokens } from '../../../gallery/swapFixtures.ts'
import { announceWallet } from '../../../test/announceWallet.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { inModal } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { LatchkeyProvider } from '../../exports/index.ts'

/** Answers of the server by path. All other paths are unreachable. */
type Answers = { [path: string]: ((query: URLSearchParams) => Response | Promise<Response>) | undefined }

const refuse = (code: ErrorCode) =>
  Response.json({ status: 'FAILED', code, reasons: [{ field: '', description: '' }] }, { status: 400 })
const accountIn = (query: URLSearchParams, name: string) => {
  const account = query.get(name) ?? ''
  if (!isAccountId(account)) throw new TypeError(`No account: ${account}`)
  return account
}
const listed = swapTokens.map(({ balance: _, ...token }): SwappableToken => token)
const answers = (): Answers => ({
  '/v1/convert/tokens': () => Response.json({ tokens: listed }),
  '/v1/convert/quotes': (query) => {
    const amount = query.get('amount') ?? '0'
    const made: Quote = {
      ...{ ...quote, fromAmount: amount, toAmount: (BigInt(amount) * 25n).toString() },
      ...{ fromAccount: accountIn(query, 'from'), toAccount: accountIn(query, 'to') },
      validUntil: new Date(Date.now() + 60_000).toISOString(),
    }
    return Response.json({ quotes: [made] })
  },
})

/** A real kit, connected, with a server for this test. */
async function renderConnected(server: Answers) {
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    init?.signal?.throwIfAborted()
    const answer = server[url.pathname]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer(url.searchParams)
  })
  onTestFinished(() => spy.mockRestore())
  announceWallet({ name: 'Harbor' })
  const latchkey = createTestKit()
  onTestFinished(() => latchkey.destroy())
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  await latchkey.connection.connect({ connectorId: 'test.harbor' })
  return latchkey
}

test('default: from the account to a price, with a real kit', async () => {
  const { modal, swap } = await renderConnected(answers())
  void modal.open()
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  // The token to pay with is preselected. The visitor chooses the other one.
  await expect.element(page.getByRole('button', { name: 'Token: ETH. Choose another' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose a token' }).first().click()
  await page.getByRole('button', { name: /^Brass/ }).click()
  await page.getByRole('textbox', { name: 'You pay' }).fill('1,5')
  await expect.element(page.getByRole('button', { name: 'Rate: 1 ETH = 25 BRASS. Invert it' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Minimum received 37.125 BRASS' })).toBeVisible()
  expect(swap.getState().pricing.quote?.toAmount).toBe('37500000000000000000')
  // The balance is unknown here, so none is shown.
  expect((await inModal('.view')).textContent).not.toContain('Balance 0')
})

test('error: too little liquidity shows instead of a price', async () => {
  const server = answers()
  server['/v1/convert/quotes'] = () => refuse('insufficient_liquidity')
  const { modal, swap } = await renderConnected(server)
  const [from, to] = listed
  swap.edit({ from, to, amount: '1' })
  void modal.open({ view: 'Swap' })
  await expect.element(page.getByText('There is not enough liquidity for this swap.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Review' })).toHaveAttribute('aria-disabled', 'true')
})

test('error: shows that a server is down, and asks it again on demand', async () => {
  const server: Answers = {}
  const { modal } = await renderConnected(server)
  void modal.open({ view: 'Swap' })
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  Object.assign(server, answers())
  await retry.click()
  await expect.element(page.getByRole('button', { name: 'Token: ETH. Choose another' })).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

test('behavior: a quote that takes longer than 10 s says so, and can be requested again', async () => {
  const server = answers()
  const never = () => new Promise<Response>(() => {})
  const asked = vi.fn(never)
  server['/v1/convert/quotes'] = asked
  const { modal, swap } = await renderConnected(server)
  const [from, to] = listed
  void modal.open({ view: 'Swap' })
  await expect.element(page.getByRole('button', { name: 'Token: ETH. Choose another' })).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  swap.edit({ from, to, amount: '1' })
  const pass = async () => {
    await vi.advanceTimersByTimeAsync(10)
    return swap.getState().pricing.status
  }
  await expect.poll(async () => [await pass(), asked.mock.calls.length]).toEqual(['loading', 1])
  await vi.advanceTimersByTimeAsync(9_000)
  expect((await inModal('.view')).textContent).not.toContain('Still waiting')
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(async () => (await inModal('.view')).textContent).toContain('Still waiting for an answer.')
  Object.assign(server, answers())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(pass).toBe('ready')
  await expect.poll(async () => (await inModal('.view')).textContent).not.toContain('Still waiting')
})

test('error: a network that the server cannot swap on', async () => {
  const { modal } = await renderConnected({
    '/v1/convert/tokens': () => refuse('swap_network_unsupported'),
  })
  void modal.open({ view: 'Swap' })
  await expect.element(page.getByRole('heading', { name: 'Network not supported for Swaps' })).toBeVisible()
})
