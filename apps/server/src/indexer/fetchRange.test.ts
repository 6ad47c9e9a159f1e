import { expect, test } from 'vitest'
import type { RpcCall } from '../rpc/RpcService.ts'
import { ChainMoved, createRangeFetcher } from './fetchRange.ts'

const hashOf = (name: string) => `0x${Buffer.from(name).toString('hex').padEnd(64, '0')}` as const

/** A fetcher for two blocks with one transaction each. The node has `receiptsOf` as receipts of the second one. */
function fetcherOf({ parent = 'first', receiptsOf = 'second' }: { parent?: string; receiptsOf?: string } = {}) {
  const header = { timestamp: '0x1' }
  const blocks = [
    { ...header, number: '0x1', hash: hashOf('first'), parentHash: hashOf('genesis') },
    { ...header, number: '0x2', hash: hashOf('second'), parentHash: hashOf(parent) },
  ].map((block) => ({ ...block, transactions: [{ hash: block.hash }] }))
  const answer = ({ method, params = [] }: RpcCall) => {
    const block = blocks.find(({ number }) => number === params[0])
    if (method === 'eth_getBlockByNumber') return block
    const blockHash = block?.number === '0x2' ? hashOf(receiptsOf) : block?.hash
    return block?.transactions.map(({ hash: transactionHash }) => ({ transactionHash, blockHash, logs: [] }))
  }
  return createRangeFetcher({
    rpc: {
      batch: async ({ calls }) => calls.map((call) => ({ result: answer(call) })),
      call: () => Promise.reject(new Error('Ranges are read in batches')),
      request: () => Promise.reject(new Error('Ranges are read in batches')),
    },
    chainId: 'eip155:1',
    traces: { read: async () => new Map(), works: () => true },
  })
}

test('default', async () => {
  const fetched = await fetcherOf().fetch({ from: 1, to: 2 })
  expect(fetched.map(({ number, receipts }) => [number, receipts.length])).toEqual([
    [1, 1],
    [2, 1],
  ])
})

test('error: refuses receipts of another block with the same number', async () => {
  await expect(fetcherOf({ receiptsOf: 'other' }).fetch({ from: 1, to: 2 })).rejects.toThrow(ChainMoved)
})

test('error: refuses blocks that are not consecutive', async () => {
  await expect(fetcherOf({ parent: 'other' }).fetch({ from: 1, to: 2 })).rejects.toThrow(ChainMoved)
})
