import { expect, test } from 'vitest'
import { catchUp } from './catchUp.ts'
import { ChainMoved, type RangeFetcher } from './fetchRange.ts'
import { createRangePlanner } from './rangePlanner.ts'

const hashOf = (name: string) => `0x${Buffer.from(name).toString('hex').padEnd(64, '0')}` as const

/** Catches up with empty blocks, one per range. @returns the numbers of the written blocks */
async function catchUpWith(parentOf: (number: number) => string, before: string | null = null): Promise<number[]> {
  const written: number[] = []
  const fetch: RangeFetcher['fetch'] = async ({ from }) => {
    const [number, hash] = [`0x${from.toString(16)}`, hashOf(`block ${from}`)] as const
    const block = { number, hash, parentHash: hashOf(parentOf(from)), timestamp: '0x1', transactions: [] } as const
    return [{ number: from, time: 1, block: { ...block, transactions: [] }, receipts: [], traces: undefined }]
  }
  await catchUp({
    ...{ from: 1, to: 4, before, fetcher: { fetch }, planner: createRangePlanner({ maximum: 1 }) },
    weth: undefined,
    write: async ({ blocks }) => void written.push(...blocks.map(({ number }) => number)),
    signal: new AbortController().signal,
  })
  return written
}

test('default: writes consecutive ranges in order', async () => {
  expect(await catchUpWith((number) => `block ${number - 1}`, hashOf('block 0'))).toEqual([1, 2, 3, 4])
})

test('error: refuses a range that does not follow the previous one, or the last indexed block', async () => {
  const moved = catchUpWith((number) => (number === 3 ? 'another block' : `block ${number - 1}`))
  await expect(moved).rejects.toThrow(ChainMoved)
  await expect(catchUpWith((number) => `block ${number - 1}`, hashOf('another block'))).rejects.toThrow(ChainMoved)
})
