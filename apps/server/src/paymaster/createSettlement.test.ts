import { randomBytes } from 'node:crypto'
import { entryPoint08 } from '@latchkey/smart-account'
import { encodeAbiParameters, numberToHex, pad, toEventSelector } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { RpcService } from '../rpc/RpcService.ts'
import { createTestContext } from '../testing/createTestContext.ts'
import { createLedger } from './createLedger.ts'
import { createSettlement } from './createSettlement.ts'

let now = Date.UTC(2026, 0, 31, 12)
const context = await createTestContext({ clock: { now: () => now } })
afterAll(() => context.stop())

const account = `0x${'a1'.repeat(20)}` as const
const event = 'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'

/** A node whose head and included operations the test sets. */
function createNode() {
  const state = { head: 10, time: Math.floor(now / 1000), included: new Map<string, bigint>() }
  const answers: Record<string, () => unknown> = {
    eth_getBlockByNumber: () => ({ number: numberToHex(state.head), timestamp: numberToHex(state.time) }),
    eth_getLogs: () =>
      [...state.included].map(([hash, cost]) => ({
        address: entryPoint08,
        topics: [toEventSelector(event), hash, pad(account), pad(account)],
        data: encodeAbiParameters(
          [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
          [0n, true, cost, 1n],
        ),
      })),
  }
  const rpc = { request: async ({ call }: { call: { method: string } }) => answers[call.method]?.() }
  return { state, rpc: rpc as unknown as RpcService }
}

test('threat 87: a lagging node releases no budget, and an operation that it had not seen counts later', async () => {
  const { state, rpc } = createNode()
  const ledger = createLedger(context)
  const { settle } = createSettlement({ context, rpc, ledger })
  const hash = `0x${randomBytes(32).toString('hex')}` as const
  await ledger.reserve({
    ...{ hash, chainId: 31337, projectId: 'p', account, nonce: 1n, worst: 50n, fromBlock: 9 },
    validUntil: now + 180_000,
    budgets: { perAccountAndDay: 100n, perProjectAndDay: 100n, operationsPerAccountAndDay: 5 },
  })
  const used = async () => {
    await settle({ chainId: 'eip155:31337' })
    return ledger.usedToday({ chainId: 31337 })
  }
  // Ten minutes later by our clock, the node still has the same block.
  now += 600_000
  expect(await used()).toBe(50n)
  // The node has the new blocks, but not their logs. Another node answers with the logs.
  state.time = Math.floor(now / 1000)
  expect(await used()).toBe(0n)
  state.included.set(hash, 20n)
  now += 360_000
  expect(await used()).toBe(20n)
  expect(await used()).toBe(20n)
})
