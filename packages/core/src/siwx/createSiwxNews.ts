import { type AccountId, storagePrefix } from '@latchkey/protocol'
import type { Environment, Page } from '../environment/Environment.ts'
import { tell } from '../store/Store.ts'
import { createEndWatch } from './createEndWatch.ts'

/** After how long without a look the server is asked again when the visitor comes back to the page, in milliseconds. */
export const lookInterval = 60_000

/** Who is signed in, CAIP-10, and until when, in milliseconds since 1970. */
export type KnownAccounts = ReadonlyMap<AccountId, number>

/** Who is signed in, as the tabs of a browser tell one another. */
export type SiwxNews = {
  /** The server said who is signed in. */
  know: (accounts: Iterable<readonly [AccountId, number]>) => void
  /** This page changed it: the other tabs are told. */
  change: (change: (known: KnownAccounts) => Iterable<readonly [AccountId, number]>) => void
  /** Calls back when it changed elsewhere. @returns what ends it */
  subscribe: (listener: () => void) => () => void
  destroy: () => void
}

/**
 * Follows who is signed in: other tabs say it, and whoever comes back to the page after a minute or more has the server asked. It may have been ended
 * in another browser. So has whoever stays, when a session has come to its end.
 *
 * @param options.look asks the server, whose answer comes by `know`
 */
export function createSiwxNews({
  projectId,
  environment,
  look,
}: {
  projectId: string
  environment: Environment
  look: () => Promise<unknown>
}): SiwxNews {
  const name = `${storagePrefix}siwx-${projectId}`
  const listeners = new Set<() => void>()
  let known: KnownAccounts = new Map()
  let lookedAt = environment.now()
  let channel: BroadcastChannel | undefined
  let page: Page | undefined
  const open = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name))

  const lookNow = async () => {
    const before = known
    lookedAt = environment.now()
    // A server that is away has not said that anybody is signed out.
    await look().catch(() => undefined)
    watch()
    if (!isSame(before, known)) tell(listeners)
  }
  const onVisible = () => {
    if (environment.isVisible() && environment.now() - lookedAt >= lookInterval) void lookNow()
  }
  const ends = createEndWatch({ environment, onEnd: () => void lookNow() })
  const watch = () => {
    const now = environment.now()
    // Still there after its end: the device's clock is ahead, or the server away.
    const times = [...known.values()].map((end) => (end > now ? end : now + lookInterval))
    ends.set(listeners.size > 0 ? times : [])
  }
  const begin = () => {
    channel = open()
    if (channel) channel.onmessage = () => tell(listeners)
    page = environment.page()
    page?.addEventListener('visibilitychange', onVisible)
  }
  const end = () => {
    channel?.close()
    channel = undefined
    page?.removeEventListener('visibilitychange', onVisible)
    watch()
  }
  return {
    know: (accounts) => {
      known = new Map(accounts)
      lookedAt = environment.now()
      watch()
    },
    change: (change) => {
      known = new Map(change(known))
      watch()
      const to = channel ?? open()
      to?.postMessage('changed')
      if (to !== channel) to?.close()
    },
    subscribe: (listener) => {
      // Each has an entry of its own, also where one function is given twice.
      const entry = () => listener()
      if (listeners.size === 0) begin()
      listeners.add(entry)
      watch()
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) end()
      }
    },
    destroy: () => {
      listeners.clear()
      end()
    },
  }
}

function isSame(one: KnownAccounts, other: KnownAccounts): boolean {
  return one.size === other.size && [...one.keys()].every((account) => other.has(account))
}
