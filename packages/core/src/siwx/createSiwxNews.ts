import { type AccountId, storagePrefix } from '@latchkey/protocol'
import type { Environment, Page } from '../environment/Environment.ts'
import { tell } from '../store/Store.ts'
import { createEndWatch } from './createEndWatch.ts'

/** Milliseconds since the last look after which the server is asked again when the visitor returns to the page. */
export const lookInterval = 60_000

/** Signed-in accounts as CAIP-10, with the end of each sign-in in milliseconds since 1970. */
export type KnownAccounts = ReadonlyMap<AccountId, number>

/** The shared state of sign-ins in all tabs of a browser. */
export type SiwxNews = {
  /** Sets the accounts that the server returned. */
  know: (accounts: Iterable<readonly [AccountId, number]>) => void
  /** Records a change by this page, and notifies the other tabs. */
  change: (change: (known: KnownAccounts) => Iterable<readonly [AccountId, number]>) => void
  /** Calls the listener after a change elsewhere. @returns a function that stops it */
  subscribe: (listener: () => void) => () => void
  destroy: () => void
}

/**
 * Follows the sign-ins. Other tabs report changes. The server is asked when the visitor returns to the page after a minute or more, because
 * a sign-in may have ended in another browser. It is also asked when a sign-in expires.
 *
 * @param options.look asks the server, whose answer arrives through `know`
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
    // An unreachable server does not prove a sign-out.
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
    // A sign-in that exists after its end: the device's clock is ahead, or the server is unreachable.
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
      // A separate entry for each subscription, even of the same function.
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
