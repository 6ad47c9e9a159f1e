import fc from 'fast-check'
import type { Hex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { expect, test, vi } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import type { Description, FieldLabel } from '../Description.ts'
import { flattenFields } from '../fields/formatFields.ts'
import { codesOf, word } from '../testing/requests.ts'
import {
  caller,
  encodeMulticall,
  encodeRun,
  encodeSweep,
  encodeUnwrap,
  itself,
  type Run,
  routerAbi,
} from '../testing/routerSwap.ts'
import { useChain } from '../testing/useChain.ts'

const chain = useChain()
const stranger = '0x00000000000000000000000000000000DeaDBeef'

const own = () => chain.account(1).address
const router = () => chain.world().contracts.uniswapSwapRouter02
const weth = () => chain.world().contracts.weth
const usd = () => chain.tokenOf('usd').address
const latch = () => chain.tokenOf('site').address

/** Describes calls to the router by an account with tokens and allowances for the router. */
async function describeSwap({ calls, value = 0n }: { calls: readonly Hex[]; value?: bigint }) {
  for (const token of [usd(), latch(), weth()]) await approve({ token, amount: 10n ** 30n })
  const transaction = { from: own(), to: router(), value: `0x${value.toString(16)}`, data: encodeMulticall(calls) }
  return { described: await describeAs({ method: 'eth_sendTransaction', params: [transaction] }), transaction }
}

const describeAs = ({ method, params }: { method: string; params: unknown }) =>
  chain.describeCalls({ method, params }, { account: own() })

const approve = ({ token, amount }: { token: string; amount: bigint }) =>
  chain.send(own(), { to: token, data: `0x095ea7b3${word(router())}${word(amount)}` })

/** Amounts with a label, at any depth: `100 USDL`. */
const said = (described: Description, label: FieldLabel) =>
  flattenFields(described.fields).flatMap((field) =>
    field.label === label && field.value.kind === 'amount' ? [`${field.value.text} ${field.value.asset.symbol}`] : [],
  )

/** Addresses with a receiver label. */
const receivers = (described: Description) => [
  ...new Set(
    flattenFields(described.fields).flatMap(({ label, value }) =>
      label === 'receiver' && value.kind === 'address' ? [value.address] : [],
    ),
  ),
]

const run = (change: Partial<Run> = {}): Run => ({
  ...{ kind: 'v3', tokens: [usd(), latch()], amountIn: 100_000_000n, minimum: 5n * 10n ** 18n, receiver: own() },
  ...change,
})
const collected = { receiver: itself, minimum: 0n } as const

test('default: one part pays the account directly', async () => {
  for (const kind of ['v2', 'v3'] as const) {
    const { described } = await describeSwap({ calls: [encodeRun(run({ kind }))] })
    expect(described).toMatchObject({ intent: 'swap', target: { name: 'Uniswap' } })
    expect(codesOf(described)).toStrictEqual(['testNetwork'])
    expect(said(described, 'paid')).toStrictEqual(['100 USDL'])
    expect(said(described, 'minimumReceived')).toStrictEqual(['5 LATCH'])
    expect(receivers(described)).toStrictEqual([own()])
    expect(described.fields.slice(0, 4)).toMatchObject([
      { label: 'paid' },
      { label: 'minimumReceived' },
      { label: 'receiver', value: { notice: { kind: 'own' } } },
      { label: 'deadline', value: { unixSeconds: 4_000_000_000 } },
    ])
  }
})

test('default: sums up parts that collect in the router; the sweep has the minimum', async () => {
  const calls = [
    encodeRun(run({ amountIn: 60_000_000n, ...collected })),
    encodeRun(run({ kind: 'v2', tokens: [usd(), weth()], amountIn: 40_000_000n, ...collected })),
    encodeRun(run({ tokens: [weth(), latch()], amountIn: 0n, ...collected })),
    encodeSweep({ token: latch(), minimum: 5n * 10n ** 18n, receiver: own() }),
  ]
  const { described } = await describeSwap({ calls })
  expect(codesOf(described)).toStrictEqual(['testNetwork'])
  expect(said(described, 'paid')).toStrictEqual(['100 USDL'])
  expect(said(described, 'minimumReceived')).toStrictEqual(['5 LATCH'])
  expect(receivers(described)).toStrictEqual([own()])
  // Inner fields name the destination, and never claim a payment or a return.
  const passing = flattenFields(described.fields).filter(
    ({ value }) => value.kind === 'address' && value.address === itself,
  )
  expect(passing).toHaveLength(3)
  for (const { label, value } of passing)
    expect({ label, value }).toMatchObject({ label: null, value: { name: 'Uniswap' } })
})

test('default: the native coin goes in with the call, and comes out unwrapped', async () => {
  const buying = [encodeRun(run({ tokens: [weth(), latch()], amountIn: 10n ** 16n }))]
  const bought = (await describeSwap({ calls: buying, value: 10n ** 16n })).described
  expect(said(bought, 'paid')).toStrictEqual(['0.01 ETH'])
  expect(said(bought, 'amount')).toStrictEqual([])
  expect(codesOf(bought)).toStrictEqual(['testNetwork'])
  const selling = [
    encodeRun(run({ tokens: [latch(), weth()], amountIn: 10n ** 18n, ...collected })),
    encodeUnwrap({ minimum: 10n ** 14n, receiver: own() }),
  ]
  const sold = (await describeSwap({ calls: selling })).described
  expect([said(sold, 'paid'), said(sold, 'minimumReceived')]).toStrictEqual([['1 LATCH'], ['0.0001 ETH']])
  expect(codesOf(sold)).toStrictEqual(['testNetwork'])
})

test('default: distinguishes native and wrapped coins', async () => {
  await chain.send(own(), { to: weth(), value: '0x2386f26fc10000', data: '0xd0e30db0' })
  const half = 5n * 10n ** 15n
  const calls = [half, half].map((amountIn) => encodeRun(run({ tokens: [weth(), latch()], amountIn, minimum: 1n })))
  const { described } = await describeSwap({ calls, value: half })
  expect(said(described, 'paid')).toStrictEqual(['0.005 ETH', '0.005 WETH'])
  expect(described.balanceChanges).toMatchObject([
    { direction: 'out', asset: { symbol: 'ETH' }, amount: half },
    { direction: 'out', asset: { symbol: 'WETH' }, amount: half },
    { direction: 'in', asset: { symbol: 'LATCH' } },
  ])
})

test('default: a permit comes first, in either nesting', async () => {
  for (const functionName of ['selfPermit', 'selfPermitIfNecessary'] as const) {
    const args = [usd(), 100_000_000n, 4_000_000_000n, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
    const calls = [encodeFunctionData({ abi: routerAbi, functionName, args }), encodeRun(run())]
    const { described } = await describeSwap({ calls })
    expect(described.intent).toBe('swap')
    expect(said(described, 'paid')).toStrictEqual(['100 USDL'])
    expect(codesOf(described)).not.toContain('blindData')
  }
})

test('error: no call enforces a minimum', async () => {
  const paid = (await describeSwap({ calls: [encodeRun(run({ minimum: 0n }))] })).described
  expect(said(paid, 'minimumReceived')).toStrictEqual(['0 LATCH'])
  expect(paid.findings[0]).toStrictEqual({ level: 'warn', code: 'noMinimum', values: { symbol: 'LATCH' } })
  const sweep = encodeSweep({ token: latch(), minimum: 0n, receiver: own() })
  const swept = (await describeSwap({ calls: [encodeRun(run(collected)), sweep] })).described
  expect(codesOf(swept, 'warn')).toStrictEqual(['noMinimum'])
  const left = (await describeSwap({ calls: [encodeRun(run(collected))] })).described
  expect(said(left, 'minimumReceived')).toStrictEqual(['0 LATCH'])
  expect(codesOf(left, 'warn')).toStrictEqual(['noMinimum', 'lossWithoutReturn'])
})

test('behavior: a minimum of the swap itself covers the sweep after it', async () => {
  const calls = [
    encodeRun(run({ receiver: itself })),
    encodeSweep({ token: latch(), minimum: 0n, receiver: own() }),
    // The rest of the payment needs no minimum.
    encodeSweep({ token: usd(), minimum: 0n, receiver: own() }),
  ]
  const { described } = await describeSwap({ calls })
  expect(said(described, 'minimumReceived')).toStrictEqual(['5 LATCH'])
  expect(codesOf(described)).toStrictEqual(['testNetwork'])
})

test('error: a foreign receiver in any of the calls', async () => {
  const sweep = (receiver: `0x${string}`) => encodeSweep({ token: latch(), minimum: 1n, receiver })
  for (const calls of [
    [encodeRun(run({ receiver: stranger }))],
    [encodeRun(run(collected)), sweep(stranger)],
    // Payments do not support the placeholders of swaps: this address has no owner.
    [encodeRun(run(collected)), sweep(caller)],
  ]) {
    const { described } = await describeSwap({ calls })
    expect(codesOf(described, 'warn')).toStrictEqual(['firstTimeReceiver', 'lossWithoutReturn'])
    expect(receivers(described)).not.toContain(own())
  }
  const both = [encodeRun(run({ amountIn: 10n ** 6n, minimum: 1n })), encodeRun(run({ receiver: stranger }))]
  const shared = (await describeSwap({ calls: both })).described
  expect(codesOf(shared, 'warn')).toStrictEqual(['firstTimeReceiver'])
  expect(receivers(shared)).toStrictEqual([own(), stranger])
  expect(said(shared, 'paid')).toStrictEqual(['101 USDL'])
  expect(said(shared, 'minimumReceived')).toStrictEqual(['0.000000000000000001 LATCH'])
})

test('error: an unreadable inner call prevents the summary', async () => {
  const { described } = await describeSwap({ calls: [encodeRun(run()), '0x12345678'] })
  expect(codesOf(described, 'warn')).toContain('blindData')
  expect(described.fields[0]?.label).toBe('deadline')
})

test('behavior: the description matches the chain: payment, minimum, receiver', async () => {
  const kind = fc.constantFrom('v2' as const, 'v3' as const)
  const people = fc.constantFrom('own' as const, 'caller' as const, 'router' as const, 'stranger' as const)
  const part = fc.record({ kind, amount: fc.integer({ min: 1, max: 100 }), to: people, isLong: fc.boolean() })
  const swap = fc.record({
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    isNativeIn: fc.boolean(),
    end: fc.constantFrom('sweep' as const, 'unwrap' as const, 'nothing' as const),
  })
  const balanceOf = async (token: string | null, holder: string) => {
    const params = token ? [{ to: token, data: `0x70a08231${word(holder)}` }, 'latest'] : [holder, 'latest']
    return BigInt(String(await chain.read({ method: token ? 'eth_call' : 'eth_getBalance', params })))
  }
  type Receipt = { status: string; gasUsed: string; effectiveGasPrice: string }
  const receiptOf = (hash: unknown) =>
    vi.waitFor(async () => {
      const receipt = await chain.read({ method: 'eth_getTransactionReceipt', params: [hash] })
      if (!receipt) throw new Error('It is in no block yet')
      return receipt as Receipt
    })
  await fc.assert(
    fc.asyncProperty(swap, async ({ parts, isNativeIn, end }) => {
      const target = end === 'unwrap' ? weth() : latch()
      const source = isNativeIn && end !== 'unwrap' ? weth() : usd()
      const unit = source === weth() ? 10n ** 13n : 10n ** 5n
      const receiverBy = { own: own(), caller, router: itself, stranger } as const
      const calls = parts.flatMap(({ kind, amount, to, isLong }) => {
        const amountIn = BigInt(amount) * unit
        const receiver = receiverBy[to]
        const middle = source === usd() && target === latch() ? weth() : undefined
        if (!isLong || !middle) return [encodeRun({ kind, tokens: [source, target], amountIn, minimum: 1n, receiver })]
        const other = kind === 'v2' ? 'v3' : 'v2'
        return [
          encodeRun({ kind, tokens: [source, middle], amountIn, ...collected }),
          encodeRun({ kind: other, tokens: [middle, target], amountIn: 0n, minimum: 1n, receiver }),
        ]
      })
      if (end === 'sweep') calls.push(encodeSweep({ token: latch(), minimum: 0n, receiver: own() }))
      if (end === 'unwrap') calls.push(encodeUnwrap({ minimum: 0n, receiver: own() }))
      const total = parts.reduce((sum, { amount }) => sum + BigInt(amount) * unit, 0n)
      const { described, transaction } = await describeSwap({ calls, value: source === weth() ? total : 0n })

      const tokens = [null, usd(), latch(), weth()]
      const read = (holder: string) => Promise.all(tokens.map((token) => balanceOf(token, holder)))
      const [before, strangersBefore] = [await read(own()), await read(stranger)]
      const hash = await chain.send(own(), { ...transaction, gas: '0x2dc6c0' })
      const receipt = await receiptOf(hash)
      expect(receipt.status).toBe('0x1')
      const [after, strangersAfter] = [await read(own()), await read(stranger)]
      const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      for (const [index, token] of tokens.entries()) {
        const change = (after[index] ?? 0n) - (before[index] ?? 0n) + (token === null ? fee : 0n)
        const sumOf = (label: FieldLabel) =>
          described.fields
            .flatMap(({ label: found, value }) => (found === label && value.kind === 'amount' ? [value] : []))
            .filter(({ asset }) => (asset.address?.toLowerCase() ?? null) === (token?.toLowerCase() ?? null))
            .reduce((sum, { amount }) => sum + amount, 0n)
        const paid = sumOf('paid')
        const minimum = sumOf('minimumReceived')
        if (paid > 0n) expect(change).toBe(-paid)
        else expect(change >= minimum).toBe(true)
        if (change > 0n) expect(receivers(described)).toContain(own())
      }
      const isGiven = strangersAfter.some((amount, index) => amount > (strangersBefore[index] ?? 0n))
      expect(receivers(described).includes(stranger)).toBe(isGiven)
      expect(codesOf(described, 'warn').includes('firstTimeReceiver')).toBe(isGiven)
    }),
    { numRuns: runs({ fast: 5, full: 50 }) },
  )
}, 60_000)

test('default: shows approvals and permits for the router alike', async () => {
  const amount = 100_000_000n
  const approval = await describeAs({
    method: 'eth_sendTransaction',
    params: [{ from: own(), to: usd(), data: `0x095ea7b3${word(router())}${word(amount)}` }],
  })
  expect(approval).toMatchObject({
    intent: 'approve',
    fields: [{ value: { name: 'Uniswap' } }, { value: { text: '100' } }, {}],
  })
  const sign = (spender: string, value: bigint) => {
    const types = {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map((text) => {
        const [name = '', type = ''] = text.split(' ')
        return { name, type }
      }),
    }
    const domain = { name: 'Local Dollar', version: '1', chainId: 31337, verifyingContract: usd() }
    const message = { owner: own(), spender, value: value.toString(), nonce: '0', deadline: '4000000000' }
    const data = { types, primaryType: 'Permit', domain, message }
    return describeAs({ method: 'eth_signTypedData_v4', params: [own(), JSON.stringify(data)] })
  }
  const permit = await sign(router(), amount)
  expect(permit).toMatchObject({ intent: 'permit' })
  expect(said(permit, 'amount')).toStrictEqual(['100 USDL'])
  expect(codesOf(permit)).toStrictEqual(codesOf(approval))
  expect(codesOf(await sign(router(), 2n ** 256n - 1n), 'warn')).toStrictEqual(['unlimitedApproval'])
  // Anyone who may call these contracts can move the tokens that others approved for them.
  for (const open of [stranger, chain.world().contracts.multicall3])
    expect(codesOf(await sign(open, amount), 'warn')).toStrictEqual(['permitSignature'])
})
