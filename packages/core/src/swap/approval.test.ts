import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type GatewayClient, RpcError } from '../http/createGatewayClient.ts'
import { buildApproval, planApprovals } from './approval.ts'

const [token, owner, spender] = ['c1', 'a1', '70'].map((fill): Hex => `0x${fill.repeat(20)}`) as [Hex, Hex, Hex]

/** A node with one token, whose rule decides which allowances can be set. */
function gatewayOf({
  allowance,
  approves,
  answer = toHex(1n, { size: 32 }),
}: {
  allowance: bigint
  approves: (amount: bigint) => boolean
  answer?: Hex
}): GatewayClient {
  return {
    request: async (_, params) => {
      const [{ data }] = params as [{ data: Hex }]
      const call = decodeFunctionData({ abi: erc20Abi, data })
      if (call.functionName === 'allowance') {
        expect(call.args.map((one) => one.toLowerCase())).toStrictEqual([owner, spender])
        return toHex(allowance, { size: 32 })
      }
      if (call.functionName !== 'approve') throw new Error(call.functionName)
      if (!approves(call.args[1])) throw new RpcError({ code: 3, message: 'execution reverted', data: '0x' })
      return answer
    },
  }
}
const plan = async (gateway: GatewayClient, amount = 100n) => {
  const { calls } = await planApprovals({ gateway, token, owner, spender, amount })
  return calls.map(({ to, value, data }) => {
    expect([to, value]).toStrictEqual([token, 0n])
    return decodeFunctionData({ abi: erc20Abi, data }).args?.[1]
  })
}

test('behavior: an approval is encoded as viem does, of exactly the amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (amount) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
      expect(buildApproval({ token, spender, amount })).toStrictEqual({ to: token, value: 0n, data })
    }),
  )
})

describe('the approvals that a swap needs', () => {
  const always = () => true
  test.each([
    ['enough is allowed', { allowance: 100n, approves: always }, []],
    ['more than enough', { allowance: 2n ** 256n - 1n, approves: always }, []],
    ['nothing is allowed', { allowance: 0n, approves: always }, [100n]],
    ['a part is allowed', { allowance: 99n, approves: always }, [100n]],
    // A nonzero allowance has to be reset to 0 before it can be changed.
    [
      'a part, and the token wants it reset',
      { allowance: 99n, approves: (amount: bigint) => amount === 0n },
      [0n, 100n],
    ],
    ['a token that answers nothing', { allowance: 0n, approves: always, answer: '0x' as const }, [100n]],
  ])('default: %s', async (_, node, expected) => {
    expect(await plan(gatewayOf(node))).toStrictEqual(expected)
  })

  test.each([
    ['refuses', { allowance: 0n, approves: () => false }],
    ['refuses even to take it back', { allowance: 5n, approves: () => false }],
    ['answers that it does not', { allowance: 0n, approves: always, answer: toHex(0n, { size: 32 }) }],
  ])('error: a token that %s', async (_, node) => {
    await expect(plan(gatewayOf(node))).rejects.toMatchObject({ code: 'approval_failed' })
  })

  test('error: an unreachable node is not a refusal by the token', async () => {
    const down = { request: () => Promise.reject(Object.assign(new Error('down'), { code: 'upstream_unavailable' })) }
    await expect(plan(down)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})
