import type { EvmAddress } from '@latchkey/protocol'
import fc from 'fast-check'
import { decodeFunctionData, parseAbi } from 'viem/utils'
import { expect, test } from 'vitest'
import type { Hex } from '../../chains/rpcTypes.ts'
import { afterTransferFee } from './afterTransferFee.ts'
import { planTransferFee } from './measureTransferFee.ts'

const token = `0x${'a'.repeat(40)}` as const
const pool = `0x${'b'.repeat(40)}` as const
const router = `0x${'c'.repeat(40)}` as const
const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])

type Call = { from?: EvmAddress; data: Hex }

/** Runs the plan's calls against a token with a given rule: the amount that arrives of a transfer between two accounts. */
function measure(holding: bigint, arrives: (amount: bigint, from: string, to: string) => bigint) {
  const plan = planTransferFee({ token, pool, router, holding })
  if (!plan) return undefined
  const balances = new Map<string, bigint>([[pool, holding]])
  const [{ blockStateCalls }] = plan.params as [{ blockStateCalls: { calls: Call[] }[] }]
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const move = (from: string, to: string, amount: bigint) => {
    balances.set(from, (balances.get(from) ?? 0n) - amount)
    balances.set(to, (balances.get(to) ?? 0n) + arrives(amount, from, to))
  }
  const calls = (blockStateCalls[0]?.calls ?? []).map(({ from = '', data }) => {
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName === 'balanceOf')
      return { status: '0x1', returnData: word(balances.get(args[0].toLowerCase()) ?? 0n) }
    if (functionName === 'transfer') move(from, args[0].toLowerCase(), args[1])
    if (functionName === 'transferFrom') move(args[0].toLowerCase(), args[1].toLowerCase(), args[2])
    return { status: [...balances.values()].every((balance) => balance >= 0n) ? '0x1' : '0x0', returnData: '0x' }
  })
  return plan.take({ result: [{ calls }] })
}

test('default: finds any fee that is rounded down exactly, for each direction', () => {
  const share = fc.nat({ max: 9_000 }).map((basisPoints) => basisPoints * 100)
  fc.assert(
    fc.property(share, share, fc.bigInt(10n ** 8n, 10n ** 30n), (into, out, holding) => {
      const fees = measure(holding, (amount, from, to) =>
        afterTransferFee({ amount, fee: from === pool ? out : to === pool ? into : 0 }),
      )
      expect(fees).toEqual({ from: into, to: out })
    }),
  )
})

test('behavior: measures small balances of a token without decimals as far as possible', () => {
  expect(measure(100_000n, (amount) => amount)).toEqual({ from: 0, to: 0 })
  expect(measure(100n, (amount) => amount)).toBeUndefined()
})

test('error: a rule that is no fixed share cannot be measured', () => {
  const holding = 10n ** 24n
  const rules: Record<string, Parameters<typeof measure>[1]> = {
    'a flat fee': (amount) => amount - 5n,
    'a share rounded up': (amount) => amount - (amount * 7n + 999n) / 1000n,
    'all of it': () => 0n,
    'more than was sent': (amount) => amount + 1n,
    'more of large amounts': (amount) => (amount > holding / 200n ? amount - amount / 10n : amount),
    // The router would collect the whole, and the account receive less than the minimum.
    'a fee between accounts alone': (amount, from, to) =>
      from === pool || to === pool ? amount : amount - amount / 100n,
  }
  for (const [name, rule] of Object.entries(rules)) expect(measure(holding, rule), name).toBe('unmeasurable')
})

test('error: a failed transfer, and a node that does not simulate, give no result', () => {
  const plan = planTransferFee({ token, pool, router, holding: 10n ** 24n })
  const [{ blockStateCalls }] = (plan?.params ?? [{ blockStateCalls: [] }]) as [
    { blockStateCalls: { calls: unknown[] }[] },
  ]
  const calls = blockStateCalls[0]?.calls.map(() => ({ status: '0x0', returnData: '0x' }))
  expect(plan?.take({ result: [{ calls }] })).toBe('unmeasurable')
  expect(plan?.take({ result: null })).toBe('unmeasurable')
  expect(plan?.take({ error: { code: -32601, message: 'Method not found' } })).toBe('unmeasurable')
})
