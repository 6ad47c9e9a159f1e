import type { EvmAddress } from '@latchkey/protocol'
import { createRangeBuilder, type RangeRows } from './buildRange.ts'
import { ChainMoved, type FetchedBlock, type RangeFetcher } from './fetchRange.ts'
import type { RangePlanner } from './rangePlanner.ts'

/** Maximum number of transfers that wait for the database. Above it, fetching pauses, to limit memory. */
const maxWaiting = 40_000
/** Minimum number of ranges per write: an account that is in all of them is updated once. */
const rangesPerWrite = 2
/** Number of concurrent requests for ranges: the node prepares one while the other is read. */
const rangesAsked = 2

/**
 * Indexes the blocks from `from` to `to`. Fetching, decoding and writing run in parallel. Ranges that arrive during a write
 * are written in one transaction afterwards.
 *
 * @param options.before hash of the block before `from`; null if nothing is indexed
 * @param options.write commits rows; called one after the other, in order
 * @throws ChainMoved if a block does not follow the previous one; all errors of `fetch` and `write`
 */
export async function catchUp({
  from,
  to,
  before,
  fetcher,
  planner,
  weth,
  write,
  signal,
}: {
  from: number
  to: number
  before: string | null
  fetcher: RangeFetcher
  planner: RangePlanner
  weth: EvmAddress | undefined
  write: (rows: RangeRows) => Promise<void>
  signal: AbortSignal
}): Promise<void> {
  const waiting = createRangeBuilder({ weth })
  let ranges = 0
  let fetchedAll = false
  let failed = false
  let wake = () => {}
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  const produce = async () => {
    let last = before
    let start = from
    const asked: { range: { from: number; to: number }; fetching: Promise<FetchedBlock[]> }[] = []
    const ask = () => {
      while (asked.length < rangesAsked && start <= to && !failed) {
        const range = planner.next({ from: start, head: to })
        const fetching = fetcher.fetch({ ...range, signal })
        // Awaited in a later round. Until then, avoid an unhandled rejection.
        fetching.catch(() => {})
        asked.push({ range, fetching })
        start = range.to + 1
      }
    }
    try {
      for (ask(); asked[0] && !failed; ask()) {
        const fetched = await asked[0].fetching
        asked.shift()
        const first = fetched[0]?.block
        if (first && last !== null && first.parentHash !== last) {
          throw new ChainMoved(`Block ${Number(first.number)} does not follow the last indexed one`)
        }
        last = fetched.at(-1)?.block.hash ?? last
        planner.accepted({ blocks: fetched.length, logs: countLogs(fetched) })
        waiting.add(fetched)
        ranges += 1
        wake()
        while (waiting.size() > maxWaiting && !failed) await change()
      }
      fetchedAll = true
      wake()
    } finally {
      // Wait for the running requests, so that they do not overlap with a retry.
      await Promise.allSettled(asked.map(({ fetching }) => fetching))
    }
  }

  const consume = async () => {
    for (;;) {
      const isDue = ranges >= rangesPerWrite || waiting.size() > maxWaiting || fetchedAll || failed
      const rows = isDue ? waiting.take() : undefined
      if (rows) {
        ranges = 0
        wake()
        signal.throwIfAborted()
        await write(rows)
      } else if (fetchedAll || failed) return
      else await change()
    }
  }

  const stopOther = (error: unknown) => {
    failed = true
    wake()
    throw error
  }
  const results = await Promise.allSettled([produce().catch(stopOther), consume().catch(stopOther)])
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function countLogs(fetched: readonly FetchedBlock[]): number {
  let count = 0
  for (const { receipts } of fetched) for (const { logs } of receipts) count += logs.length
  return count
}
