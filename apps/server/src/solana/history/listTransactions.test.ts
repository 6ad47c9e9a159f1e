import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedSignature, SolanaNode } from '../node/SolanaNode.ts'
import { type Listed, listTransactions, type Place } from './listTransactions.ts'

/** A ledger in chronological order: for each transaction its slot, and the addresses that it names. */
const ledger = fc
  .array(fc.record({ step: fc.nat({ max: 2 }), names: fc.subarray(['a', 'b', 'c'], { minLength: 1 }) }), {
    maxLength: 60,
  })
  .map((entries) => {
    let slot = 1
    return entries.map(({ step, names }, index) => {
      slot += step
      // The text of a signature is independent of its position.
      const signature = `${((index * 7919) % 997).toString().padStart(3, '0')}-${index}`
      return { slot, names, signature, isFinal: true }
    })
  })
type Entry = ListedSignature & { names: string[] }

/** Lists like a node: newest first, below the signature of any transaction. */
function nodeOf(entries: readonly Entry[]): Pick<SolanaNode, 'listSignatures'> {
  return {
    listSignatures: async ({ addresses, before, limit }) => {
      const end = before === undefined ? entries.length : entries.findIndex(({ signature }) => signature === before)
      const older = entries.slice(0, end).toReversed()
      return addresses.map((address) => older.filter(({ names }) => names.includes(address)).slice(0, limit))
    },
  }
}

test('behavior: pages have no gaps and no duplicates, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, fc.integer({ min: 1, max: 20 }), async (entries, limit) => {
      const node = nodeOf(entries)
      const seen: Listed[] = []
      let below: Place | undefined
      for (let more = true; more; ) {
        const page = await listTransactions({ node, addresses: ['a', 'b', 'c'], below, limit })
        expect(page.listed.length).toBeLessThanOrEqual(limit)
        seen.push(...page.listed)
        below = page.listed.at(-1)?.place ?? below
        more = page.more
      }
      expect(seen.map(({ signature }) => signature).toSorted()).toEqual(
        entries.map(({ signature }) => signature).toSorted(),
      )
      const slots = seen.map(({ slot }) => slot)
      expect(slots).toEqual(slots.toSorted((a, b) => b - a))
    }),
    { numRuns: 300 },
  )
})

test('behavior: new transactions do not shift the pages', async () => {
  const entries = Array.from({ length: 30 }, (_, index) => ({
    slot: 1 + Math.floor(index / 3),
    names: ['a'],
    signature: `s${index}`,
    isFinal: true,
  }))
  const first = await listTransactions({ node: nodeOf(entries), addresses: ['a'], below: undefined, limit: 10 })
  const later = [...entries, { slot: 50, names: ['a'], signature: 'new', isFinal: true }]
  const [before, after] = await Promise.all(
    [entries, later].map((list) =>
      listTransactions({ node: nodeOf(list), addresses: ['a'], below: first.listed.at(-1)?.place, limit: 10 }),
    ),
  )
  expect(after).toEqual(before)
})

test('behavior: a full list hides nothing below it', async () => {
  // More transactions of one address than a node lists at once, and one of another address in between.
  const entries = Array.from({ length: 250 }, (_, index) => ({
    slot: index,
    names: index === 20 ? ['b'] : ['a'],
    signature: `s${index}`,
    isFinal: true,
  }))
  const seen: string[] = []
  let below: Place | undefined
  for (let more = true; more; ) {
    const page = await listTransactions({ node: nodeOf(entries), addresses: ['a', 'b'], below, limit: 50 })
    seen.push(...page.listed.map(({ signature }) => signature))
    below = page.listed.at(-1)?.place
    more = page.more
  }
  expect(seen).toEqual(entries.map(({ signature }) => signature).toReversed())
})
