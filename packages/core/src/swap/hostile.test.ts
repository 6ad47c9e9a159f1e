import { formatUnits } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { describe, expect, test, vi } from 'vitest'
import { type SwapSetting, swapOnDevnet } from '../testing/swapOnDevnet.ts'
import { priceAge } from './confirmSwap.ts'
import type { SwapForm } from './SwapFeature.ts'

const { account, token, approve, trade, setUp, asked } = swapOnDevnet()
vi.setConfig({ testTimeout: 60_000 })

type Built = {
  tx: { to: string; data: string; value: string }
  quote: { provider: string; toAmount: string }
  minimumAmount: string
}
type Simulated = { result: { calls: { logs?: object[] }[] }[] }
const thief = `0x${'e1'.repeat(20)}`
const form = (): Partial<SwapForm> => ({ from: token('native'), to: token('usd'), amount: '0.1' })
const changed = (one: SwappableToken, change: Partial<SwappableToken>): SwappableToken => ({ ...one, ...change })

/** Changes the swaps that the server builds, and with `quotes` its quotes. */
const lying =
  (
    lie: (answer: Built) => void,
    quotes: (quote: Built['quote']) => void = () => {},
  ): SwapSetting['intercept']['current'] =>
  async ({ url, forward }) => {
    if (url.pathname.endsWith('/quotes')) {
      const answer = (await (await forward()).json()) as { quotes: Built['quote'][] }
      answer.quotes.forEach(quotes)
      return Response.json(answer)
    }
    if (!url.pathname.endsWith('/build-transaction')) return undefined
    const answer = (await (await forward()).json()) as Built
    lie(answer)
    return Response.json(answer)
  }
/** Makes an aggregator the provider of a quote. */
const aggregated = (quote: Built['quote']) => {
  quote.provider = 'other'
}
const isSimulation = (calls: { method: string }[]) => calls[0]?.method === 'eth_simulateV1'

describe('error: a list with other decimals than the token', () => {
  const forms: [string, () => Partial<SwapForm>][] = [
    ['of what is paid', () => ({ from: changed(token('no-bool'), { decimals: 7 }) })],
    ['of what is received', () => ({ to: changed(token('usd'), { decimals: 5 }) })],
    ['of the native coin that is paid', () => ({ from: changed(token('native'), { decimals: 16 }) })],
    [
      'of the native coin that is received',
      () => ({ from: token('usd'), to: changed(token('native'), { decimals: 17 }) }),
    ],
  ]
  test.each(forms)('%s', async (_, change) => {
    const { latchkey } = await setUp()
    latchkey.swap.edit({ ...form(), ...change() })
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'failed', error: { code: 'swap_mismatch', moneyMoved: 'no' } },
    })
  })
})

describe('an aggregator', () => {
  test('default: its call is offered if the simulation matches the quote', async () => {
    const { intercept, preview, wallet, confirm, pass, latchkey } = await setUp()
    intercept.current = lying(({ quote }) => aggregated(quote), aggregated)
    expect((await preview(form())).quote.provider).toBe('other')
    await confirm()
    await pass(() => latchkey.swap.getState().status === 'confirmed')
    expect(asked(wallet)).toHaveLength(1)
  })

  const lies: [string, (answer: Built) => void, typeof aggregated | undefined][] = [
    ['what we quoted, it built', ({ quote }) => aggregated(quote), undefined],
    ['what it quoted, we built', () => {}, aggregated],
    [
      'it promises nothing',
      (answer) => {
        aggregated(answer.quote)
        answer.quote.toAmount = '0'
        answer.minimumAmount = '0'
      },
      aggregated,
    ],
    [
      'it calls the token itself',
      ({ quote, tx }) => {
        aggregated(quote)
        tx.to = token('usd').address
      },
      aggregated,
    ],
  ]
  test.each(lies)('error: %s', async (_, lie, quotes) => {
    const { latchkey, intercept } = await setUp()
    intercept.current = lying(lie, quotes)
    latchkey.swap.edit(form())
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({ status: 'failed', error: { code: 'swap_mismatch' } })
  })

  test('behavior: if it quotes more than it builds, a quote that is kept ranks before it', async () => {
    const { intercept, preview } = await setUp()
    let builds = 0
    const lie = lying((answer) => {
      if (builds++ > 0) return
      aggregated(answer.quote)
      answer.quote.toAmount = ((BigInt(answer.quote.toAmount) * 995n) / 1000n).toString()
    })
    intercept.current = async (request) => {
      if (!request.url.pathname.endsWith('/quotes')) return lie(request)
      const { quotes } = (await (await request.forward()).json()) as { quotes: Built['quote'][] }
      const bait = quotes.map((quote) => ({ ...quote, toAmount: ((BigInt(quote.toAmount) * 102n) / 100n).toString() }))
      bait.forEach(aggregated)
      return Response.json({ quotes: [...bait, ...quotes] })
    }
    expect((await preview(form())).quote.provider).toBe('latchkey')
    expect(builds).toBe(2)
  })

  test('error: it builds with a lower minimum than the preview promised: a new preview, and no wallet request', async () => {
    const { environment, intercept, latchkey, wallet, preview, confirm } = await setUp()
    let share = 1000n
    const less = (amount: string) => ((BigInt(amount) * share) / 1000n).toString()
    const worsen = (quote: Built['quote']) => {
      aggregated(quote)
      quote.toAmount = less(quote.toAmount)
    }
    intercept.current = lying((answer) => {
      worsen(answer.quote)
      answer.minimumAmount = less(answer.minimumAmount)
    }, worsen)
    await preview(form())
    share = 999n
    await environment.advance(priceAge + 1)
    await confirm()
    const state = latchkey.swap.getState()
    expect(state).toMatchObject({ status: 'preview', issues: [{ field: 'transaction', code: 'quote_outdated' }] })
    expect(asked(wallet)).toStrictEqual([])
  })

  test('error: it takes another token through an old allowance', async () => {
    const { latchkey, intercept } = await setUp()
    const lie = lying(({ quote }) => aggregated(quote), aggregated)
    const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    intercept.current = async (request) => {
      if (!isSimulation(request.calls)) return lie(request)
      const answer = (await (await request.forward()).json()) as Simulated
      answer.result[0]?.calls[2]?.logs?.push({
        address: `0x${'77'.repeat(20)}`,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          word(account(0).address),
          word(thief),
        ],
        data: word('0x1'),
      })
      return Response.json(answer)
    }
    latchkey.swap.edit(form())
    await latchkey.swap.prepare()
    expect(latchkey.swap.getState()).toMatchObject({
      ...{ status: 'failed', error: { code: 'swap_mismatch', details: 'It takes another token' } },
    })
  })
})

test('behavior: an app that sets its router swaps through no other router', async () => {
  const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
  const { preview } = await setUp({ swapRouter: router.toLowerCase() })
  expect((await preview(form())).call?.to.toLowerCase()).toBe(router.toLowerCase())
  // A wrap goes to the contract of the wrapped token, against which it is checked.
  expect((await preview({ ...form(), to: token('wrapped-native') })).steps).toStrictEqual(['swap'])

  const { latchkey } = await setUp({ swapRouter: thief })
  latchkey.swap.edit(form())
  await latchkey.swap.prepare()
  expect(latchkey.swap.getState()).toMatchObject({
    ...{ status: 'failed', error: { code: 'swap_mismatch', details: 'It calls another router', moneyMoved: 'no' } },
  })
})

test('error: the native token goes to another contract than in the preview', async () => {
  const { environment, latchkey, intercept, wallet, preview, confirm } = await setUp()
  let simulated: unknown
  let wrapped: string | undefined
  const wraps = (params: unknown[]) => (params[0] as { data?: string } | undefined)?.data === '0x4aa4a4fc'
  type Answer = { id: number; result: string }
  intercept.current = async ({ calls, forward }) => {
    const at = calls.findIndex(({ params }) => wraps(params))
    if (!isSimulation(calls) && at < 0) return undefined
    const answer: unknown = await (await forward()).json()
    if (isSimulation(calls)) simulated = answer
    else
      wrapped = (Array.isArray(answer) ? (answer as Answer[]).find(({ id }) => id === at) : (answer as Answer))?.result
    return Response.json(answer)
  }
  await preview(form())
  // The attacker controls the whole server: its built swaps and its answers as a node.
  const lie = lying(({ tx }) => {
    tx.to = `eip155:31337:${thief}`
  })
  intercept.current = async (request) => {
    const { calls, forward } = request
    if (isSimulation(calls)) return Response.json(simulated)
    const at = calls.findIndex(({ params }) => wraps(params))
    if (at < 0) return lie(request)
    const answer = (await (await forward()).json()) as Answer | Answer[]
    const spoof = (one: Answer) => ({ ...one, result: wrapped })
    return Response.json(
      Array.isArray(answer) ? answer.map((one) => (one.id === at ? spoof(one) : one)) : spoof(answer),
    )
  }
  await environment.advance(priceAge + 1)
  await confirm()
  expect(latchkey.swap.getState()).toMatchObject({
    status: 'failed',
    error: { code: 'swap_mismatch', details: 'It calls a contract other than the one shown', moneyMoved: 'no' },
  })
  expect(asked(wallet)).toStrictEqual([])
})

/** Changes the gas price, in tenths of the real one. */
const pricedAt =
  (tenths: bigint): SwapSetting['intercept']['current'] =>
  async ({ calls, forward }) => {
    const at = calls.findIndex(({ method }) => method === 'eth_gasPrice')
    if (at < 0) return undefined
    const answer = (await (await forward()).json()) as { id: number; result: string } | { id: number; result: string }[]
    const changed = (one: { id: number; result: string }) => ({
      ...one,
      result: `0x${((BigInt(one.result) * tenths) / 10n).toString(16)}`,
    })
    return Response.json(
      Array.isArray(answer) ? answer.map((one) => (one.id === at ? changed(one) : one)) : changed(answer),
    )
  }

test.each([
  ['a little dearer', 13n],
  ['cheaper', 5n],
] as const)('behavior: gas became %s than in the preview: page and wallet show the same limit', async (_, tenths) => {
  const { environment, latchkey, intercept, wallet, preview, confirm, pass } = await setUp()
  const shown = await preview(form())
  intercept.current = pricedAt(tenths)
  await environment.advance(priceAge + 1)
  const costs: string[] = []
  latchkey.swap.subscribe(() => {
    const state = latchkey.swap.getState()
    if (state.status === 'working') costs.push(state.preview.networkCostText)
  })
  await confirm()
  const [{ gas, gasPrice } = { gas: '0x0', gasPrice: '0x0' }] = (asked(wallet)[0]?.params ?? []) as {
    gas: string
    gasPrice: string
  }[]
  const handed = formatUnits(BigInt(gas) * BigInt(gasPrice), 18)
  expect(handed).not.toBe(shown.networkCostText)
  expect(costs.at(-1)).toBe(handed)
  await pass(() => latchkey.swap.getState().status === 'confirmed')
})

test('behavior: gas became more expensive than in the preview: a new preview, and no wallet request', async () => {
  const { environment, latchkey, intercept, wallet, preview, confirm, pass } = await setUp()
  const shown = await preview(form())
  intercept.current = pricedAt(90n)
  await environment.advance(priceAge + 1)
  await confirm()
  const state = latchkey.swap.getState()
  expect(state).toMatchObject({ status: 'preview', issues: [{ field: 'transaction', code: 'quote_outdated' }] })
  if (state.status !== 'preview') throw new Error(state.status)
  expect(Number(state.preview.networkCostText)).toBeGreaterThan(Number(shown.networkCostText) * 5)
  expect(asked(wallet)).toStrictEqual([])
  await confirm()
  await pass(() => latchkey.swap.getState().status === 'confirmed')
})

test('behavior: after a price change, the page shows the minimum of the wallet request, then the submitted amounts', async () => {
  const { environment, latchkey, preview, confirm, pass } = await setUp()
  const minima: string[] = []
  latchkey.swap.subscribe(() => {
    const state = latchkey.swap.getState()
    if (state.status === 'working') minima.push(state.preview.minimumText)
  })
  await approve(token('usd'), account(0).address, 100_000_000n)
  const shown = await preview({ from: token('usd'), to: token('native'), amount: '100' })
  await trade({ to: token('usd'), amount: 20n * 10n ** 18n })
  await environment.advance(priceAge + 1)
  await confirm()
  await pass(() => latchkey.swap.getState().status === 'confirmed')
  const state = latchkey.swap.getState()
  if (state.status !== 'confirmed') throw new Error(state.status)
  expect(state.preview.toAmount).toBeGreaterThan(shown.toAmount)
  expect(state.preview.minimum).toBeGreaterThan(shown.minimum)
  expect(minima.at(-1)).toBe(state.preview.minimumText)
  expect(state.received).toBe(state.preview.toAmountText)
})

test('behavior: the value of the network cost is known even if balances and tokens were never loaded', async () => {
  const { preview } = await setUp()
  const price = token('native').price ?? Number.NaN
  for (const [from, to] of [
    [token('no-bool'), token('usd')],
    [token('native'), token('usd')],
  ] as const) {
    const { networkCostText, networkCostValue } = await preview({ from, to, amount: '0.1' })
    // Swaps of other tests move prices.
    const share = (networkCostValue ?? 0) / Number(networkCostText) / price
    expect(Math.abs(share - 1)).toBeLessThan(0.2)
  }
})
