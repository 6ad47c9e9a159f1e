import { formatUnits } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type SwapSetting, swapOnDevnet } from '../testing/swapOnDevnet.ts'
import { signTimeout } from '../transactions/signTimeout.ts'
import { priceAge } from './confirmSwap.ts'
import type { SwapForm, SwapPreview } from './SwapFeature.ts'

const { account, token, balanceOf, allowanceOf, costOf, approve, trade, setUp, asked, contracts, rpc } = swapOnDevnet()
vi.setConfig({ testTimeout: 60_000 })

type Setting = Pick<SwapSetting, 'latchkey' | 'preview' | 'confirm' | 'pass'>
/** Previews, confirms and waits. Returns the moved amounts and the state of the kit. */
async function swap({ latchkey, preview, confirm, pass }: Setting, form: Partial<SwapForm>) {
  const owner = account(0).address
  const { from, to } = { ...latchkey.swap.getState().form, ...form } as { from: SwappableToken; to: SwappableToken }
  const before = { from: await balanceOf(from, owner), to: await balanceOf(to, owner) }
  const shown = await preview(form)
  await confirm()
  await pass(() => !['working', 'pending'].includes(latchkey.swap.getState().status))
  const state = latchkey.swap.getState()
  const after = { from: await balanceOf(from, owner), to: await balanceOf(to, owner) }
  return { shown, state, sent: before.from - after.from, received: after.to - before.to }
}
const hashOf = (state: { status: string; hash?: string | undefined }) => ('hash' in state ? state.hash : undefined)
const hashesOf = ({ transactions }: SwapSetting['latchkey']) =>
  transactions.getState().transactions.flatMap(({ status }) => ('hash' in status ? [status.hash] : []))
const text = (amount: bigint, { to }: SwapPreview) => formatUnits(amount, to.decimals)

describe('default: the swap moves the promised amounts', () => {
  test('a token without permits that answers nothing: approval, then swap (spec 7.38)', async () => {
    const setting = await setUp()
    const [from, to] = [token('no-bool'), token('usd')]
    const steps: string[] = []
    setting.latchkey.swap.subscribe((state) => {
      if (state.status === 'working') steps.push(`${state.step} ${state.waitsFor}`)
    })
    const { shown, state, sent, received } = await swap(setting, { from, to, amount: '10' })
    expect(shown).toMatchObject({ steps: ['approve', 'swap'], impact: 'fine', slippage: 1, fromAmountText: '10' })
    expect(steps).toStrictEqual(['approve wallet', 'approve wallet', 'approve block', 'swap wallet'])
    expect(sent).toBe(shown.fromAmount)
    expect(received).toBe(shown.toAmount)
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
    expect(await allowanceOf(from, account(0).address)).toBe(0n)
    // The approval never exceeds the amount.
    const [first] = asked(setting.wallet).flatMap(({ params }) => params as { data: string; to: string }[])
    expect(from.address.toLowerCase()).toContain(first?.to.toLowerCase())
    expect(BigInt(`0x${first?.data.slice(74)}`)).toBe(10_000_000n)
    expect(setting.latchkey.transactions.getState().transactions.map(({ summary }) => summary.type)).toStrictEqual([
      ...['swap', 'approve'],
    ])
  })

  test('a token with permits: one signature, one transaction', async () => {
    const setting = await setUp()
    const [from, to] = [token('site'), token('usd')]
    const { shown, state, sent, received } = await swap(setting, { from, to, amount: '25.5' })
    expect(shown).toMatchObject({ steps: ['permit', 'swap'], call: undefined })
    expect(asked(setting.wallet).map(({ method }) => method)).toStrictEqual([
      ...['eth_signTypedData_v4', 'eth_sendTransaction'],
    ])
    expect([sent, received]).toStrictEqual([shown.fromAmount, shown.toAmount])
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
    expect(await allowanceOf(from, account(0).address)).toBe(0n)
  })

  test('the native coin in, with nothing to approve', async () => {
    const setting = await setUp()
    const { shown, state, sent, received } = await swap(setting, {
      ...{ from: token('native'), to: token('usd'), amount: '0.1' },
    })
    expect(shown).toMatchObject({ steps: ['swap'], spender: undefined })
    expect(sent - (await costOf(hashOf(state)))).toBe(shown.fromAmount)
    expect(received).toBe(shown.toAmount)
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
  })

  test('the native coin out', async () => {
    const setting = await setUp()
    await approve(token('no-bool'), account(0).address, 50_000_000n)
    const { shown, state, sent, received } = await swap(setting, {
      ...{ from: token('no-bool'), to: token('native'), amount: '50' },
    })
    expect(shown.steps).toStrictEqual(['swap'])
    expect(sent).toBe(shown.fromAmount)
    expect(received + (await costOf(hashOf(state)))).toBe(shown.toAmount)
    expect(state).toMatchObject({ status: 'confirmed', received: text(shown.toAmount, shown) })
  })

  test.each(['in', 'out'])('wrapping and unwrapping: %s', async (way) => {
    const setting = await setUp()
    const [native, wrapped] = [token('native'), token('wrapped-native')]
    const [from, to] = way === 'in' ? [native, wrapped] : [wrapped, native]
    const { shown, state, received } = await swap(setting, { from, to, amount: '0.5' })
    expect(shown).toMatchObject({ steps: ['swap'], toAmountText: '0.5', minimumText: '0.5', impact: 'fine' })
    expect(shown.call?.to.toLowerCase()).toBe(contracts().weth.toLowerCase())
    expect(received + (way === 'out' ? await costOf(hashOf(state)) : 0n)).toBe(5n * 10n ** 17n)
    expect(state).toMatchObject({ status: 'confirmed', received: '0.5' })
  })

  test.each(['in', 'out'])('a token that takes a part of each transfer: %s', async (way) => {
    const setting = await setUp()
    const [toll, usd] = [token('fee-on-transfer'), token('usd')]
    const [from, to] = way === 'in' ? [toll, usd] : [usd, toll]
    const { shown, state, sent, received } = await swap(setting, { from, to, amount: '20' })
    expect(shown.quote.transferFees).toStrictEqual(way === 'in' ? { from: 0.01, to: 0 } : { from: 0, to: 0.01 })
    expect([sent, received]).toStrictEqual([shown.fromAmount, shown.toAmount])
    expect(state).toMatchObject({ status: 'confirmed', received: text(received, shown) })
  })
})

test('behavior: for random tokens and amounts, the swap moves the promised amounts', async () => {
  const setting = await setUp()
  const kinds = ['usd', 'site', 'plain', 'no-bool', 'native', 'wrapped-native'] as const
  const trades = fc.record({
    pair: fc.shuffledSubarray([...kinds], { minLength: 2, maxLength: 2 }),
    // Thousandths of the balance.
    share: fc.bigInt({ min: 1n, max: 40n }),
  })
  for (const { pair, share } of fc.sample(trades, 6)) {
    const [from, to] = pair.map(token) as [SwappableToken, SwappableToken]
    const amount = ((await balanceOf(from, account(0).address)) * share) / 1000n
    if (amount === 0n) continue
    const { latchkey, preview } = setting
    const shown = await preview({ from, to, amount: formatUnits(amount, from.decimals) })
    const { state, sent, received } = await swap(
      { ...setting, confirm: () => setting.confirm({ acceptImpact: true }) },
      {},
    )
    expect(shown.fromAmount).toBe(amount)
    const cost = (await Promise.all(hashesOf(latchkey).map(costOf))).reduce((sum, one) => sum + one, 0n)
    expect(sent - (from.symbol === 'ETH' ? cost : 0n)).toBe(amount)
    expect(received + (to.symbol === 'ETH' ? cost : 0n)).toBe(shown.toAmount)
    expect(shown.toAmount).toBeGreaterThanOrEqual(shown.minimum)
    expect(state).toMatchObject({ status: 'confirmed', received: text(shown.toAmount, shown) })
    for (const { id } of latchkey.transactions.getState().transactions) latchkey.transactions.dismiss({ id })
  }
})

describe('before the wallet request', () => {
  const forms: [string, Partial<SwapForm>, Record<string, string>][] = [
    ['insufficient_balance', { amount: '99999999' }, { field: 'amount' }],
    ['invalid_amount', { amount: '0' }, { field: 'amount' }],
    ['amount_too_precise', { amount: '1.1234567' }, { field: 'amount' }],
    ['slippage_invalid', { amount: '1', slippage: 51 }, { field: 'slippage' }],
    ['token_missing', { amount: '1', to: undefined }, { field: 'to' }],
  ]
  test.each(forms)('error: %s', async (code, form, issue) => {
    const { latchkey } = await setUp()
    latchkey.swap.edit({ from: token('no-bool'), to: token('usd'), ...form })
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({ status: 'editing', issues: [{ code, ...issue }] })
  })

  test('behavior: the largest amount leaves the network cost, and the whole balance does not', async () => {
    const { latchkey, preview } = await setUp()
    latchkey.swap.edit({ from: token('native'), to: token('wrapped-native') })
    const amount = await latchkey.swap.max()
    expect((await preview({ amount })).fromAmountText).toBe(amount)
    const all = formatUnits(await balanceOf(token('native'), account(0).address), 18)
    latchkey.swap.edit({ amount: all })
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({ status: 'editing', issues: [{ shortfall: { leftText: '0' } }] })
    latchkey.swap.edit({ from: token('usd'), to: token('native') })
    expect(await latchkey.swap.max()).toBe(formatUnits(await balanceOf(token('usd'), account(0).address), 6))
  })

  test('behavior: the tokens, with the balances of the account', async () => {
    const { latchkey } = await setUp()
    const owned = formatUnits(await balanceOf(token('usd'), account(0).address), 6)
    const listed = async (name: string) =>
      (await latchkey.swap.listTokens()).find(({ symbol }) => symbol === name)?.balance
    await expect.poll(() => latchkey.balances.refresh().then(() => listed('USDL'))).toMatch(new RegExp(`^${owned}0*$`))
    expect(await listed('ETH')).toMatch(/[1-9]/)
  })

  test('error: the upstream fails between quote and build; a retry works', async () => {
    const { latchkey, intercept, preview } = await setUp()
    const form = { from: token('native'), to: token('usd'), amount: '0.1' }
    intercept.current = ({ url }) =>
      url.pathname.endsWith('/build-transaction')
        ? Response.json({ status: 'FAILED', code: 'upstream_unavailable', reasons: [] }, { status: 503 })
        : undefined
    latchkey.swap.edit(form)
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'failed', form, error: { code: 'upstream_unavailable', moneyMoved: 'no' } },
    })
    intercept.current = () => undefined
    expect((await preview({})).fromAmountText).toBe('0.1')
  })

  test('behavior: with a node that cannot simulate, a failing swap is still detected', async () => {
    const { intercept, preview } = await setUp()
    intercept.current = ({ calls }) =>
      calls[0]?.method === 'eth_simulateV1'
        ? Response.json({ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'the method does not exist' } })
        : undefined
    expect((await preview({ from: token('native'), to: token('usd'), amount: '0.1' })).steps).toStrictEqual(['swap'])
    expect((await preview({ from: token('no-bool'), to: token('usd') })).steps).toStrictEqual(['approve', 'swap'])
  })
})

describe('a server that lies', () => {
  type Answer = { tx: { to: string; data: string; value: string }; quote: { provider: string }; minimumAmount: string }
  const thief = 'e1'.repeat(20)
  const payThief = ({ tx }: Answer) => {
    tx.data = tx.data.replaceAll(account(0).address.slice(2).toLowerCase(), thief)
  }
  const lies: [string, (answer: Answer) => void][] = [
    ['pays somebody else', payThief],
    [
      'pays somebody else, by the word of an aggregator',
      (answer) => {
        answer.quote.provider = 'other'
        payThief(answer)
      },
    ],
    [
      'accepts less',
      (answer) => {
        answer.minimumAmount = (BigInt(answer.minimumAmount) / 2n).toString()
      },
    ],
    [
      'says more than the call',
      (answer) => {
        answer.minimumAmount = (BigInt(answer.minimumAmount) + 1n).toString()
      },
    ],
    [
      'takes more',
      ({ tx }) => {
        tx.value = (BigInt(tx.value) + 1n).toString()
      },
    ],
    [
      'goes somewhere else',
      ({ tx }) => {
        tx.to = `eip155:31337:0x${thief}`
      },
    ],
  ]
  test.each(lies)('error: %s', async (_, lie) => {
    const { latchkey, intercept, wallet } = await setUp()
    intercept.current = async ({ url, forward }) => {
      if (!url.pathname.endsWith('/build-transaction')) return undefined
      const answer = (await (await forward()).json()) as Answer
      lie(answer)
      return Response.json(answer)
    }
    latchkey.swap.edit({ from: token('native'), to: token('usd'), amount: '0.1' })
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'failed', error: { code: 'swap_mismatch', moneyMoved: 'no' } },
    })
    expect(asked(wallet)).toStrictEqual([])
  })
})

describe('the wallet', () => {
  const form = () => ({ from: token('no-bool'), to: token('usd'), amount: '10' })

  test('behavior: a declined request leads back to the preview, which can be confirmed again', async () => {
    const { latchkey, wallet, preview, confirm, pass } = await setUp()
    await preview({ ...form(), from: token('site') })
    wallet.setPolicy('reject')
    await confirm()
    expect(latchkey.swap.getState()).toMatchObject({ status: 'preview', issues: [{ code: 'user_rejected' }] })
    wallet.setPolicy('approve')
    await confirm()
    await pass(() => latchkey.swap.getState().status === 'confirmed')
  })

  test('behavior: a wallet that is silent for long may have sent it: the page reports that, and its late answer wins', async () => {
    const { environment, latchkey, wallet, preview, pass } = await setUp()
    await preview({ ...form(), from: token('native'), amount: '0.1' })
    wallet.setPolicy('ask')
    const confirmed = latchkey.swap.confirm()
    await pass(() => wallet.getState().approvals.length > 0)
    await environment.advance(signTimeout)
    await confirmed
    expect(latchkey.swap.getState()).toMatchObject({ status: 'failed', error: { moneyMoved: 'unknown' } })
    await wallet.approve()
    await pass(() => latchkey.swap.getState().status === 'confirmed')
    expect(asked(wallet)).toHaveLength(1)
  })

  test('behavior: a double click makes one request', async () => {
    const { latchkey, wallet, preview, confirm, pass } = await setUp()
    await preview(form())
    await Promise.all([confirm(), confirm(), confirm()])
    await pass(() => latchkey.swap.getState().status === 'confirmed')
    expect(asked(wallet)).toHaveLength(2)
  })

  test('behavior: approval and swap are one request if the account supports it', async () => {
    const { latchkey, wallet, preview, confirm, pass } = await setUp({ batches: true })
    const shown = await preview(form())
    expect(shown.steps).toStrictEqual(['batch'])
    await confirm()
    await pass(() => latchkey.swap.getState().status === 'confirmed')
    expect(asked(wallet).map(({ method }) => method)).toStrictEqual(['wallet_sendCalls'])
    expect(latchkey.swap.getState()).toMatchObject({ received: shown.toAmountText })
    expect(await allowanceOf(token('no-bool'), account(0).address)).toBe(0n)
  })

  test('behavior: a wallet that signs no permits is asked for an approval, and never again for a permit', async () => {
    const { latchkey, wallet, preview, confirm, pass } = await setUp()
    const { request } = wallet.provider
    wallet.provider.request = (parameters) =>
      parameters.method === 'eth_signTypedData_v4'
        ? Promise.reject(Object.assign(new Error('No such method'), { code: 4200 }))
        : request(parameters)
    const tokens = { from: token('site'), to: token('usd'), amount: '10' }
    expect((await preview(tokens)).steps).toStrictEqual(['permit', 'swap'])
    await confirm()
    await pass(() => latchkey.swap.getState().status === 'confirmed')
    expect(asked(wallet).map(({ method }) => method)).toStrictEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect((await preview(tokens)).steps).toStrictEqual(['approve', 'swap'])
  })

  test('behavior: no permit is requested that the token would reject', async () => {
    const { intercept, preview } = await setUp()
    intercept.current = async ({ calls, forward }) => {
      const at = calls.findIndex(({ params }) => (params[0] as { data?: string } | undefined)?.data === '0x3644e515')
      if (at < 0) return undefined
      const answers = (await (await forward()).json()) as { id: number; result: string }[]
      return Response.json(answers.map((one) => (one.id === at ? { ...one, result: `0x${'1'.repeat(64)}` } : one)))
    }
    expect((await preview({ ...form(), from: token('site') })).steps).toStrictEqual(['approve', 'swap'])
  })

  test('behavior: a high price impact needs a confirmation', async () => {
    const { latchkey, wallet, preview, confirm, pass } = await setUp()
    await rpc('anvil_setBalance', [account(0).address, `0x${(10n ** 24n).toString(16)}`])
    const shown = await preview({ from: token('native'), to: token('usd'), amount: '5000' })
    expect(shown.impact).toBe('confirm')
    await confirm()
    expect(latchkey.swap.getState()).toMatchObject({
      status: 'preview',
      issues: [{ code: 'price_impact_unconfirmed' }],
    })
    expect(asked(wallet)).toStrictEqual([])
    await confirm({ acceptImpact: true })
    await pass(() => latchkey.swap.getState().status === 'confirmed')
  })

  test('behavior: the account changes during an approval: the approval remains, and no further request follows', async () => {
    const { latchkey, wallet, preview, confirm } = await setUp()
    await preview(form())
    latchkey.swap.subscribe((state) => {
      if (state.status === 'working' && state.waitsFor === 'block') wallet.setChain(31338)
    })
    await confirm()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'editing', form: { from: undefined } },
      issues: [{ field: 'transaction', code: 'chain_changed', approvalStands: true }],
    })
    expect(asked(wallet)).toHaveLength(1)
    expect(await allowanceOf(token('no-bool'), account(0).address)).toBe(10_000_000n)
  })

  test('error: the upstream fails after the approval: the error reports the network cost', async () => {
    const { latchkey, intercept, wallet, preview, confirm, pass } = await setUp()
    await preview(form())
    intercept.current = ({ url }) =>
      url.pathname.endsWith('/build-transaction')
        ? Response.json({ status: 'FAILED', code: 'upstream_unavailable', reasons: [] }, { status: 503 })
        : undefined
    await confirm()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'failed', error: { code: 'upstream_unavailable', moneyMoved: 'only-network-cost' } },
    })
    intercept.current = () => undefined
    expect((await preview({})).steps).toStrictEqual(['swap'])
    await confirm()
    await pass(() => latchkey.swap.getState().status === 'confirmed')
    expect(asked(wallet)).toHaveLength(2)
  })

  test('behavior: the account changes while the preview is read: the form is empty', async () => {
    const { latchkey, wallet, preview, confirm } = await setUp()
    await preview(form())
    wallet.setChain(31338)
    expect(latchkey.swap.getState()).toMatchObject({ status: 'editing', form: { from: undefined, amount: '' } })
    await confirm()
    expect(asked(wallet)).toStrictEqual([])
  })

  test('behavior: after a reload, an existing approval is not requested again', async () => {
    const first = await setUp()
    await first.preview(form())
    first.latchkey.swap.subscribe((state) => {
      if (state.status === 'working' && state.step === 'swap') first.wallet.setPolicy('reject')
    })
    await first.confirm()
    expect(first.latchkey.swap.getState()).toMatchObject({
      ...{ status: 'preview', preview: { steps: ['swap'] } },
      issues: [{ code: 'user_rejected', approvalStands: true }],
    })
    first.latchkey.destroy()
    const second = await setUp({ storage: first.environment.storage })
    const { shown, state } = await swap(second, form())
    expect(shown.steps).toStrictEqual(['swap'])
    expect(state.status).toBe('confirmed')
  })
})

describe('the network', () => {
  const form = () => ({ from: token('native'), to: token('usd'), amount: '1' })
  /** Confirms, with blocks paused until `meanwhile` resolves. */
  const heldUp = async (
    { latchkey, preview, confirm, pass }: SwapSetting,
    meanwhile: (shown: SwapPreview) => Promise<unknown>,
  ) => {
    const shown = await preview(form())
    await rpc('evm_setAutomine', [false])
    try {
      await confirm()
      expect(latchkey.swap.getState().status).toBe('pending')
      await meanwhile(shown)
      await rpc('evm_mine')
    } finally {
      await rpc('evm_setAutomine', [true])
    }
    await pass(() => latchkey.swap.getState().status !== 'pending')
    return latchkey.swap.getState()
  }

  test('behavior: the price moves between preview and wallet: a new preview, and no wallet request', async () => {
    const { environment, latchkey, wallet, preview, confirm } = await setUp()
    const shown = await preview(form())
    await trade({ to: token('usd'), amount: 300n * 10n ** 18n })
    await environment.advance(priceAge + 1)
    await confirm()
    const state = latchkey.swap.getState()
    expect(state).toMatchObject({ status: 'preview', issues: [{ field: 'transaction', code: 'quote_outdated' }] })
    if (state.status !== 'preview') throw new Error(state.status)
    expect(state.preview.minimum).toBeLessThan(shown.minimum)
    expect(asked(wallet)).toStrictEqual([])
  })

  test('error: the price moves beyond the slippage before the block: the contract refuses, and the error explains it', async () => {
    const state = await heldUp(await setUp(), () =>
      trade({ to: token('usd'), amount: 300n * 10n ** 18n, gasPrice: '0x174876e800' }),
    )
    expect(state).toMatchObject({
      ...{ status: 'failed', error: { code: 'slippage_exceeded', moneyMoved: 'only-network-cost' } },
    })
  })

  test('behavior: the allowance is used up before the confirmation: a new preview requests it', async () => {
    const { latchkey, wallet, preview, confirm } = await setUp()
    const [from, owner] = [token('no-bool'), account(0).address]
    await approve(from, owner, 10_000_000n)
    expect((await preview({ ...form(), from, amount: '10' })).steps).toStrictEqual(['swap'])
    await approve(from, owner, 9_999_999n)
    await confirm()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'preview', preview: { steps: ['approve', 'swap'] } },
      issues: [{ field: 'transaction', code: 'approval_failed' }],
    })
    expect(asked(wallet)).toStrictEqual([])
  })

  test('behavior: the allowance is used up between the approval and the swap', async () => {
    const { latchkey, wallet, intercept, preview, confirm } = await setUp()
    const [from, owner] = [token('no-bool'), account(0).address]
    await preview({ ...form(), from, amount: '10' })
    intercept.current = async ({ url }) => {
      if (!url.pathname.endsWith('/build-transaction') || (await allowanceOf(from, owner)) === 0n) return undefined
      await approve(from, owner, 0n)
      return undefined
    }
    await confirm()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'preview', preview: { steps: ['approve', 'swap'] } },
      issues: [{ code: 'approval_failed', approvalStands: true }],
    })
    expect(asked(wallet)).toHaveLength(1)
  })

  test('behavior: a reorganization that removes the block makes the swap pending again', async () => {
    const setting = await setUp()
    const snapshot = await rpc('evm_snapshot')
    const { state } = await swap(setting, form())
    expect(state.status).toBe('confirmed')
    await rpc('evm_revert', [snapshot])
    await setting.pass(() => setting.latchkey.swap.getState().status === 'pending')
  })

  // Last, because time cannot be set back.
  test('error: the swap gets into a block too late', async () => {
    const state = await heldUp(await setUp(), ({ deadline }) => rpc('evm_setNextBlockTimestamp', [deadline + 1]))
    expect(state).toMatchObject({ status: 'failed', error: { code: 'swap_expired', moneyMoved: 'only-network-cost' } })
  })
})
