import { type AccountId, storagePrefix } from '@latchkey/protocol'
import type { Environment, Page } from '../environment/Environment.ts'
import { tell } from '../store/Store.ts'

/** After how long without a look the server is asked again when the visitor comes back to the page, in milliseconds. */
export const lookInterval = 60_000

/** Who is signed in, as the tabs of a browser tell one another. */
export type SiwxNews = {
  /** The server said who is signed in, CAIP-10. */
  know: (accounts: Iterable<AccountId>) => void
  /** This page changed it: the other tabs are told. */
  change: (change: (known: ReadonlySet<AccountId>) => Iterable<AccountId>) => void
  /** Calls back when it changed elsewhere. @returns what ends it */
  subscribe: (listener: () => void) => () => void
  destroy: () => void
}

/**
 * Follows who is signed in: other tabs say it, and whoever comes back to the page after a minute or more has the server asked. It may have been ended
 * in another browser.
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
  let known: ReadonlySet<AccountId> = new Set()
  let lookedAt = environment.now()
  let channel: BroadcastChannel | undefined
  let page: Page | undefined
  const open = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name))

  const onVisible = async () => {
    if (!environment.isVisible() || environment.now() - lookedAt < lookInterval) return
    const before = known
    lookedAt = environment.now()
    // A server that is away has not said that anybody is signed out.
    await look().catch(() => undefined)
    if (!isSame(before, known)) tell(listeners)
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
  }
  return {
    know: (accounts) => {
      known = new Set(accounts)
      lookedAt = environment.now()
    },
    change: (change) => {
      known = new Set(change(known))
      const to = channel ?? open()
      to?.postMessage('changed')
      if (to !== channel) to?.close()
    },
    subscribe: (listener) => {
      // Each has an entry of its own, also where one function is given twice.
      const entry = () => listener()
      if (listeners.size === 0) begin()
      listeners.add(entry)
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

function isSame(one: ReadonlySet<AccountId>, other: ReadonlySet<AccountId>): boolean {
  return one.size === other.size && [...one].every((account) => other.has(account))
}
