import type { Holdings, SolanaNode } from '../node/SolanaNode.ts'
import type { AccountWatch } from './AccountWatch.ts'

/** Reads accounts repeatedly. */
export type Poller = { add: (watch: AccountWatch) => void; remove: (watch: AccountWatch) => void }

/** Default milliseconds between rounds. */
const usual = 4_000
/** Number of concurrent reads. */
const atOnce = 4

/** Creates the poller. It compares the holdings of accounts with the last read. Nothing runs without watches. */
export function createPoller({
  node,
  tell,
  signal,
  interval = usual,
}: {
  node: Pick<SolanaNode, 'readHoldings'>
  tell: (watch: AccountWatch, slot: number) => void
  signal: AbortSignal
  interval?: number | undefined
}): Poller {
  const watches = new Map<AccountWatch, string | undefined>()
  let timer: NodeJS.Timeout | undefined
  let running = false

  const look = async (watch: AccountWatch) => {
    try {
      const holdings = await node.readHoldings({ owner: watch.address })
      if (!watches.has(watch)) return
      const seen = watches.get(watch)
      const now = digest(holdings)
      watches.set(watch, now)
      if (seen !== undefined && seen !== now) tell(watch, holdings.slot)
    } catch {
      // The next round tries again.
    }
  }

  const round = async () => {
    running = true
    const queue = [...watches.keys()]
    const work = async () => {
      for (let watch = queue.shift(); watch && !signal.aborted; watch = queue.shift()) await look(watch)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    running = false
    schedule(interval)
  }

  const schedule = (delay: number) => {
    clearTimeout(timer)
    timer = undefined
    if (running || watches.size === 0 || signal.aborted) return
    timer = setTimeout(() => void round(), delay)
    timer.unref()
  }
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

  return {
    add: (watch) => {
      if (watches.has(watch)) return
      watches.set(watch, undefined)
      // The first read only records the state. It is immediate unless a round for other accounts is already scheduled.
      if (watches.size === 1) schedule(0)
    },
    remove: (watch) => {
      watches.delete(watch)
      if (watches.size === 0) schedule(0)
    },
  }
}

function digest({ lamports, tokenAccounts }: Holdings): string {
  const tokens = tokenAccounts.map(({ address, amount, state }) => `${address} ${amount} ${state}`)
  return [lamports, ...tokens.sort()].join('\n')
}
