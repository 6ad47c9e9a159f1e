import type { Logger } from 'pino'
import { connectUpstreamSocket, type UpstreamSocket } from '../../rpc/connectUpstreamSocket.ts'
import type { SolanaNode } from '../node/SolanaNode.ts'
import type { AccountWatch } from './AccountWatch.ts'
import { canFollow } from './canFollow.ts'
import { createPace, type Pace } from './createPace.ts'
import { createPoller } from './createPoller.ts'
import { createSubscriber, type Subscriber } from './createSubscriber.ts'

/** Reports the changes of accounts. */
export type SolanaFeed = {
  /** @returns a function that stops it */
  watch: (watch: AccountWatch) => () => void
}

/**
 * Maximum number of subscribed token accounts of one owner. Transfers to other token accounts are only noticed if they name
 * the owner.
 */
const mostTokenAccounts = 100
/** Milliseconds for which notifications of one account are merged, because one transaction changes several of its accounts. */
const gathering = 50
/** Minimum milliseconds between two reports of an account, and between two reads of its token accounts. */
const tellEvery = 1_000
const lookEvery = 5_000
/** Number of notifications within `window` milliseconds above which an account is polled instead: it is no visitor's wallet. */
const mostNews = 100
const window = 10_000
const firstRetry = 250
const lastRetry = 10_000

type Watched = AccountWatch & {
  /** Functions that end the subscriptions, by subject. */
  subscriptions: Map<string, (() => void) | undefined>
  slot: number
  tell: Pace
  look: Pace
  looking: boolean
  /** Whether the account was checked and can be followed. */
  isKnown: boolean
  /** Start of the current window, and the number of notifications in it. */
  since: number
  news: number
  /** Too many transactions name it, so it is only polled. */
  isBusy: boolean
}

/**
 * Creates the feed of a cluster. It keeps one connection to a node that pushes changes while there are watches. It polls
 * without such a node, during an outage, and for accounts that too many transactions name.
 *
 * @param options.sockets WebSocket URLs of the cluster's nodes, the best first
 * @param options.pollInterval milliseconds between polls (default 4,000)
 * @param options.signal stops everything
 */
export function createSolanaFeed({
  node,
  sockets,
  log,
  signal,
  pollInterval,
}: {
  node: Pick<SolanaNode, 'readHoldings' | 'readAccounts'>
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
    watch.tell.ask()
  }

  /** Handles a notification. After too many, the subscriptions end. */
  const hear = (watch: Watched, slot: number) => {
    if (watch.isBusy || !watches.has(watch)) return
    tell(watch, slot)
    const now = performance.now()
    if (now - watch.since > window) {
      watch.since = now
      watch.news = 0
    }
    watch.news += 1
    if (watch.news <= mostNews) return
    watch.isBusy = true
    watch.look.end()
    for (const end of watch.subscriptions.values()) end?.()
    watch.subscriptions.clear()
    poller.add(watch)
    log.info({ address: watch.address }, 'Too many transactions name an account, polling it instead')
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
    if (!own || watch.isBusy || watch.subscriptions.has(key)) return
    watch.subscriptions.set(key, undefined)
    const end = await own.subscribe({ kind, address, onNews })
    if (subscriber !== own || !watches.has(watch) || watch.isBusy) end?.()
    else if (end) watch.subscriptions.set(key, end)
    else watch.subscriptions.delete(key)
  }

  /** Subscribes to the current token accounts. */
  const look = async (watch: Watched) => {
    if (!subscriber || watch.isBusy) return
    // A new account may be missing from the running read, so schedule another one.
    if (watch.looking) return watch.look.ask()
    watch.looking = true
    watch.look.done()
    try {
      const { tokenAccounts } = await node.readHoldings({ owner: watch.address })
      const wanted = tokenAccounts
        .toSorted((a, b) => Number(b.amount > 0n) - Number(a.amount > 0n))
        .slice(0, mostTokenAccounts)
      await Promise.all(wanted.map(({ address }) => add(watch, 'account', address, (slot) => hear(watch, slot))))
    } catch (error) {
      log.debug({ err: error }, 'Reading token accounts failed')
    } finally {
      watch.looking = false
    }
  }

  const subscribe = async (watch: Watched) => {
    await Promise.all([
      add(watch, 'account', watch.address, (slot) => hear(watch, slot)),
      add(watch, 'logs', watch.address, (slot) => {
        hear(watch, slot)
        // A transaction that creates a token account for an owner names the owner.
        if (!watch.isBusy) watch.look.ask()
      }),
      look(watch),
    ])
    if (!watches.has(watch) || !subscriber || watch.isBusy) return
    // If the node refuses a subscription, poll the account.
    if (!watch.subscriptions.has(`account ${watch.address}`)) poller.add(watch)
    // Report a change: there may have been one before the subscription.
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
        if (!watch.isKnown || watch.isBusy) continue
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
      if (watch.isKnown) poller.add(watch)
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

  const begin = async (watch: Watched) => {
    const isFollowed = await canFollow({ node, address: watch.address })
    if (!watches.has(watch)) return
    if (!isFollowed) return void watches.delete(watch)
    watch.isKnown = true
    if (socket) void subscribe(watch)
    else {
      poller.add(watch)
      void open()
    }
  }

  return {
    watch: ({ address, onChange }) => {
      const watch: Watched = {
        ...{ address, onChange, slot: 0, looking: false, isKnown: false, since: 0, news: 0, isBusy: false },
        subscriptions: new Map(),
        tell: createPace({
          work: () => watches.has(watch) && onChange({ block: watch.slot, balance: true, history: true }),
          every: tellEvery,
          delay: gathering,
        }),
        look: createPace({ work: () => void look(watch), every: lookEvery }),
      }
      watches.add(watch)
      void begin(watch)
      return () => {
        watches.delete(watch)
        poller.remove(watch)
        watch.tell.end()
        watch.look.end()
        for (const end of watch.subscriptions.values()) end?.()
        if (watches.size === 0) close()
      }
    },
  }
}
