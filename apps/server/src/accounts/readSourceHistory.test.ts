import type { ChainId } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountSource } from './AccountSource.ts'
import { readSourceHistory, type SourcePositions } from './readSourceHistory.ts'

/** A network with items at these times. `quiet` items are read, but hidden. */
function sourceOf(chainId: ChainId, moments: readonly { time: number; quiet: boolean }[]): AccountSource {
  const items = moments.toSorted((a, b) => b.time - a.time)
  return {
    chainId,
    isAddress: () => true,
    readBalances: async () => ({ balances: [], stale: 0 }),
    readFungibles: async () => [],
    follow: () => () => {},
    readHistory: async ({ before, limit }) => {
      const start = before === undefined ? 0 : Number(before[0])
      const part = items.slice(start, start + limit)
      const end = start + part.length
      return {
        waiting: [],
        entries: part.flatMap(({ time, quiet }, index) =>
          quiet ? [] : [{ item: toItem(chainId, start + index, time), position: [start + index + 1] }],
        ),
        next: end < items.length ? [end] : null,
        stale: 0,
      }
    },
  }
}

function toItem(chainId: ChainId, index: number, time: number): HistoryItem {
  return {
    id: `${chainId}:${index}`,
    metadata: {
      ...{ operationType: 'receive', hash: String(index), minedAt: new Date(time * 1000).toISOString() },
      ...{ sentFrom: 'a', sentTo: 'b', status: 'confirmed', application: null, chain: chainId },
    },
    transfers: [],
  }
}

const moments = fc.array(fc.record({ time: fc.nat({ max: 50 }), quiet: fc.boolean() }), { maxLength: 30 })

test('behavior: pages of several networks have every item once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(moments, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 8 }),
      async (all, limit) => {
        const sources = all.map((own, index) => sourceOf(`solana:${index}`, own))
        const seen: HistoryItem[] = []
        let positions: SourcePositions | undefined
        for (let rounds = 0; ; rounds += 1) {
          const page = await readSourceHistory({ sources, address: 'x', positions, limit })
          seen.push(...page.data)
          if (page.next === null) break
          positions = page.next
          expect(rounds).toBeLessThan(200)
        }
        const ids = seen.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBe(all.flat().filter(({ quiet }) => !quiet).length)
        const times = seen.map(({ metadata }) => metadata.minedAt)
        expect(times).toEqual(times.toSorted().toReversed())
      },
    ),
    { numRuns: 300 },
  )
})

test('error: fails the page if a network does not respond', async () => {
  const away = { ...sourceOf('solana:1', []), readHistory: () => Promise.reject(new Error('away')) }
  const page = readSourceHistory({
    sources: [sourceOf('solana:0', []), away],
    address: 'x',
    positions: undefined,
    limit: 5,
  })
  await expect(page).rejects.toThrow('away')
})
