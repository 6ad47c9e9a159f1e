import { expect, test } from 'vitest'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import { readReceipt } from './readChain.ts'

const account = `0x${'Ab'.repeat(20)}`
const hash = `0x${'12'.repeat(32)}`
const mined = { status: '0x1', blockNumber: '0x10', blockHash: '0xAB', logs: [], from: account.toLowerCase() }
const read = (receipt: unknown) =>
  readReceipt({ gateway: { request: async () => receipt } as unknown as GatewayClient, hash, account })

test('behavior: the fee of a receipt is the sender’s cost, with the L1 fee of a rollup', async () => {
  const paid = { ...mined, gasUsed: '0x5208', effectiveGasPrice: '0x3b9aca00' }
  expect(await read(paid)).toEqual({ hash, ok: true, block: 16n, blockHash: '0xab', fee: 21_000_000_000_000n })
  expect(await read({ ...paid, l1Fee: '0x64' })).toMatchObject({ fee: 21_000_000_000_100n })
})

test('behavior: a fee that others paid, or that no node reports, is left out', async () => {
  const foreign = { ...mined, from: `0x${'cd'.repeat(20)}`, gasUsed: '0x1', effectiveGasPrice: '0x1' }
  for (const receipt of [mined, foreign, { ...mined, gasUsed: '0x1' }])
    expect(await read(receipt)).not.toHaveProperty('fee')
})
