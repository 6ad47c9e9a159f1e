import type { Logger } from 'pino'
import { connectUpstreamSocket, type UpstreamSocket } from '../../rpc/connectUpstreamSocket.ts'
import type { SolanaNode } from '../node/SolanaNode.ts'
import type { AccountWatch } from './AccountWatch.ts'
import { createPoller } from './createPoller.ts'
import { createSubscriber, type Subscriber } from './createSubscriber.ts'

/** Tells about the changes of accounts. */
export type SolanaFeed = {
  /** @returns ends it */
  watch: (watch: AccountWatch) => () => void
}

/** Token accounts of one owner that are subscribed to at most; what comes into others is seen where it names the owner. */
const mostTokenAccounts = 100
/** Milliseconds for which news of one account are gathered: one transaction changes several of its accounts. */
const gathering = 50
const firstRetry = 250
const lastRetry = 10_000

type Watched = AccountWatch & {
  /** Ends the subscriptions, by what they are of. */
  subscriptions: Map<string, (() => void) | undefined>
  slot: number
  telling: NodeJS.Timeout | undefined
  looking: boolean
}

/**
 * Creates the feed of a cluster: one connection to a node that pushes what changes, as long as somebody is watched; polling where there is
 * no such node, and while it is away.
 *
 * @param options.sockets WebSockets of the cluster's nodes, the best first
 * @param options.pollInterval milliseconds between polls (default 4,000)
 * @param options.signal ends everything
 */
export function createSolanaFeed({
  node,
  sockets,
  log,
  signal,
  pollInterval,
}: {
  node: Pick<SolanaNode, 'readHoldings'>
  sockets: () => readonly string[]
  log: Logger
  signal: AbortSignal
  pollInterval?: number
}): SolanaFeed {
  const watches = new Set<Watched>()
  let socket: UpstreamSocket | undefined
  let subscriber: Subscriber | undefined
  let opening = false
  let retry = firstRetry
  let timer: NodeJS.Timeout | undefined

  const tell = (watch: Watched, slot: number) => {
    watch.slot = Math.max(watch.slot, slot)
    watch.telling ??= setTimeout(() => {
      watch.telling = undefined
      if (watches.has(watch)) watch.onChange({ block: watch.slot, balance: true, history: true })
    }, gathering)
  }

  const poller = createPoller({
    node,
    signal,
    tell: (watch, slot) => tell(watch as Watched, slot),
    interval: pollInterval,
  })

  const add = async (watch: Watched, kind: 'account' | 'logs', address: string, onNews: (slot: number) => void) => {
    const key = `${kind} ${address}`
    const own = subscriber
    if (!own || watch.subscriptions.has(key)) return
    watch.subscriptions.set(key, undefined)
    const end = await own.subscribe({ kind, address, onNews })
    if (subscriber !== own || !watches.has(watch)) end?.()
    else if (end) watch.subscriptions.set(key, end)
    else watch.subscriptions.delete(key)
  }

  /** Subscribes to the token accounts that there are now. */
  const look = async (watch: Watched) => {
    if (watch.looking || !subscriber) return
    watch.looking = true
    try {
      const { tokenAccounts } = await node.readHoldings({ owner: watch.address })
      const wanted = tokenAccounts
        .toSorted((a, b) => Number(b.amount > 0n) - Number(a.amount > 0n))
        .slice(0, mostTokenAccounts)
      await Promise.all(wanted.map(({ address }) => add(watch, 'account', address, (slot) => tell(watch, slot))))
    } catch (error) {
      log.debug({ err: error }, 'Token accounts could not be read')
    } finally {
      watch.looking = false
    }
  }

  const subscribe = async (watch: Watched) => {
    await Promise.all([
      add(watch, 'account', watch.address, (slot) => tell(watch, slot)),
      add(watch, 'logs', watch.address, (slot) => {
        tell(watch, slot)
        // Whoever opens a token account for somebody names them.
        void look(watch)
      }),
      look(watch),
    ])
    if (!watches.has(watch) || !subscriber) return
    // A node that takes no subscription, or not this many, is no help for this one.
    if (!watch.subscriptions.has(`account ${watch.address}`)) poller.add(watch)
    // What was read before, and while nobody listened, may be of before something that nobody told.
    tell(watch, watch.slot)
  }

  const open = async () => {
    if (opening || socket || watches.size === 0 || signal.aborted) return
    const urls = sockets()
    if (urls.length === 0) return
    opening = true
    try {
      const connected = await connectUpstreamSocket({
        urls,
        onNotification: (message) => subscriber?.receive(message),
        onClose: lose,
      })
      if (signal.aborted || watches.size === 0) return connected.close()
      socket = connected
      subscriber = createSubscriber({ socket: () => socket })
      retry = firstRetry
      for (const watch of watches) {
        poller.remove(watch)
        void subscribe(watch)
      }
    } catch {
      again()
    } finally {
      opening = false
    }
  }

  const lose = () => {
    socket = undefined
    subscriber = undefined
    for (const watch of watches) {
      watch.subscriptions.clear()
      poller.add(watch)
    }
    again()
  }

  const again = () => {
    clearTimeout(timer)
    if (watches.size === 0 || signal.aborted) return
    timer = setTimeout(() => void open(), retry)
    timer.unref()
    retry = Math.min(retry * 2, lastRetry)
  }

  const close = () => {
    clearTimeout(timer)
    socket?.close()
    socket = undefined
    subscriber = undefined
  }
  signal.addEventListener('abort', close, { once: true })

  return {
    watch: ({ address, onChange }) => {
      const watch: Watched = {
        ...{ address, onChange, slot: 0, looking: false },
        subscriptions: new Map(),
        telling: undefined,
      }
      watches.add(watch)
      if (socket) void subscribe(watch)
      else {
        poller.add(watch)
        void open()
      }
      return () => {
        watches.delete(watch)
        poller.remove(watch)
        clearTimeout(watch.telling)
        for (const end of watch.subscriptions.values()) end?.()
        if (watches.size === 0) close()
      }
    },
  }
}
