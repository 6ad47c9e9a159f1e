import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EsploraAddress } from '../esplora/esploraCalls.ts'
import { createAddressWatch } from './createAddressWatch.ts'

const address = 'bcrt1qexample'
/** Milliseconds in which every followed address is read at least once. */
const round = 1_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An address that received `amount` satoshi in `count` confirmed transactions. */
function holding(amount: number, count = 1): EsploraAddress {
  const none = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 }
  return {
    address,
    chain_stats: { ...none, tx_count: count, funded_txo_count: count, funded_txo_sum: amount },
    mempool_stats: none,
  }
}

function watchAddress() {
  const node = { state: holding(0, 0), heightFails: false, changes: 0 }
  const reader = (async (method: string) => {
    if (method === 'esplora.address') return node.state
    if (node.heightFails) throw new Error('No answer')
    return 7
  }) as unknown as Parameters<typeof createAddressWatch>[0]['reader']
  const end = new AbortController()
  const watch = createAddressWatch({ reader, now: () => Date.now(), signal: end.signal })
  const follow = () =>
    watch.follow({
      address,
      onChange: () => {
        node.changes += 1
      },
    })
  return { node, watch, follow }
}

test('default: announces each change once', async () => {
  const { node, follow } = watchAddress()
  follow()
  await vi.advanceTimersByTimeAsync(round)
  expect(node.changes).toBe(0)
  node.state = holding(5)
  await vi.advanceTimersByTimeAsync(5 * round)
  expect(node.changes).toBe(1)
})

test('behavior: announces a change between the last answer and the first look', async () => {
  const { node, watch, follow } = watchAddress()
  watch.told(address, holding(0, 0))
  node.state = holding(5)
  follow()
  await vi.advanceTimersByTimeAsync(2 * round)
  expect(node.changes).toBe(1)
})

test('behavior: announces once more if an answer is older than the last look', async () => {
  const { node, watch, follow } = watchAddress()
  node.state = holding(5)
  follow()
  await vi.advanceTimersByTimeAsync(round)
  expect(node.changes).toBe(0)
  watch.told(address, holding(0, 0))
  await vi.advanceTimersByTimeAsync(5 * round)
  expect(node.changes).toBe(1)
})

test('error: announces the change later if the height cannot be read', async () => {
  const { node, follow } = watchAddress()
  follow()
  await vi.advanceTimersByTimeAsync(round)
  node.state = holding(5)
  node.heightFails = true
  await vi.advanceTimersByTimeAsync(2 * round)
  expect(node.changes).toBe(0)
  node.heightFails = false
  await vi.advanceTimersByTimeAsync(10 * round)
  expect(node.changes).toBe(1)
})
