import type { AccountChange } from '../../accounts/AccountSource.ts'
import type { EsploraReader } from '../esplora/createEsploraReader.ts'
import type { EsploraAddress } from '../esplora/esploraCalls.ts'

/** Polls followed addresses. */
export type AddressWatch = {
  /** @returns a function that stops it */
  follow: (options: { address: string; onChange: (change: AccountChange) => void }) => () => void
  /** Records a state that a response contained. A new follower receives an event if the state has changed since. */
  told: (address: string, state: EsploraAddress) => void
}

/** Milliseconds between reads of an address while there are few. */
const pace = 600
/** Maximum reads per second, so that many followed addresses do not use up the rate limit of a public server. */
const mostPerSecond = 12
const tick = 100
/** Maximum pause in milliseconds after failed reads. It doubles with each failure. */
const longestRest = 10_000
const remembered = 5_000

type Watched = {
  listeners: Set<(change: AccountChange) => void>
  seen: string | undefined
  due: number
  busy: boolean
  rest: number
}

/**
 * Creates the watch. Esplora pushes nothing, so the watch reads the sums of each followed address. While transactions are
 * pending, it also reads their IDs, because a replacement may have the same sums. Without followers, it sends no requests.
 */
export function createAddressWatch({
  reader,
  now,
  signal,
}: {
  reader: EsploraReader
  /** Milliseconds. */
  now: () => number
  signal: AbortSignal
}): AddressWatch {
  const watched = new Map<string, Watched>()
  /** Last reported states by address, the oldest first. */
  const told = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let credit = mostPerSecond

  const look = async (address: string, entry: Watched) => {
    const state = await reader('esplora.address', address)
    const waits = state.mempool_stats.tx_count > 0
    const ids = waits ? (await reader('esplora.waiting', address)).map(({ txid }) => txid) : []
    const sums = summarize(state)
    const next = `${sums} ${ids.join(' ')}`
    const { seen } = entry
    const isNews = seen === undefined ? (told.get(address) ?? sums) !== sums : seen !== next
    const block = isNews && !waits ? await reader('esplora.height') : 0
    // Set after the height is known: if that fails, the next look finds the same change.
    entry.seen = next
    if (isNews) for (const listener of entry.listeners) listener({ block, balance: true, history: true })
  }

  const turn = () => {
    timer = undefined
    if (watched.size === 0 || signal.aborted) return
    credit = Math.min(mostPerSecond, credit + (mostPerSecond * tick) / 1000)
    const due = [...watched]
      .filter(([, entry]) => !entry.busy && entry.due <= now())
      .sort(([, a], [, b]) => a.due - b.due)
    for (const [address, entry] of due) {
      if (credit < 1) break
      credit -= 1
      entry.busy = true
      look(address, entry)
        .then(
          () => {
            entry.rest = 0
          },
          () => {
            entry.rest = Math.min(longestRest, Math.max(pace, entry.rest * 2))
          },
        )
        .finally(() => {
          entry.busy = false
          entry.due = now() + pace + entry.rest
        })
    }
    schedule()
  }
  const schedule = () => {
    if (timer || signal.aborted) return
    timer = setTimeout(turn, tick)
    timer.unref()
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  return {
    follow: ({ address, onChange }) => {
      let entry = watched.get(address)
      if (!entry) {
        entry = { listeners: new Set(), seen: undefined, due: now(), busy: false, rest: 0 }
        watched.set(address, entry)
      }
      const own = entry
      const listener = (change: AccountChange) => onChange(change)
      own.listeners.add(listener)
      schedule()
      return () => {
        own.listeners.delete(listener)
        if (own.listeners.size === 0 && watched.get(address) === own) watched.delete(address)
      }
    },
    told: (address, state) => {
      const sums = summarize(state)
      told.delete(address)
      told.set(address, sums)
      const entry = watched.get(address)
      // A slow answer can be older than the last look. No later look would differ from that one, so the next look announces.
      if (entry?.seen !== undefined && !entry.seen.startsWith(`${sums} `)) entry.seen = ''
      const [oldest] = told.keys()
      if (told.size > remembered && oldest !== undefined) told.delete(oldest)
    },
  }
}

function summarize({ chain_stats, mempool_stats }: EsploraAddress): string {
  return [chain_stats, mempool_stats]
    .map(({ tx_count, funded_txo_sum, spent_txo_sum }) => `${tx_count} ${funded_txo_sum} ${spent_txo_sum}`)
    .join(' ')
}
