import { storagePrefix } from '@latchkey/protocol'
import type { Environment, TimerId } from '../environment/Environment.ts'

/** Milliseconds between two renewals of a stamp, and until the stamp of a closed page expires. Hidden pages get one timer per minute. */
const renewEvery = 5_000
const staleAfter = 70_000
/** Storage key of the stamps of pages without Web Locks. */
export const turnKey = `${storagePrefix}turn`

type Stamps = Record<string, { page: string; at: number } | undefined>

/** The lock of an account's wallet, over all tabs of the origin. */
export type Turns = {
  /** Takes the lock. @returns a function that releases it; undefined while another page has it */
  take: (options: { account: string }) => Promise<(() => void) | undefined>
  /** Whether a page has the lock. */
  isTaken: (options: { account: string }) => Promise<boolean>
  /** Releases all locks of this page. */
  destroy: () => void
}

/**
 * Creates the locks, with Web Locks, which end with their page. Without Web Locks, as on a page without HTTPS, it uses stamps in the
 * storage. Source: Web Locks API.
 *
 * @param options.page ID of this page
 */
export function createTurns({ environment, page }: { environment: Environment; page: string }): Turns {
  const held = new Set<() => void>()
  const { storage } = environment

  const readStamps = (): Stamps => {
    try {
      const value: unknown = JSON.parse(storage.getItem(turnKey) ?? '{}')
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stamps) : {}
    } catch {
      return {}
    }
  }
  const stampOf = (account: string) => {
    const stamp = readStamps()[account]
    const age = typeof stamp?.at === 'number' ? environment.now() - stamp.at : staleAfter
    return age >= 0 && age < staleAfter ? stamp : undefined
  }
  const stamp = (account: string, mine: boolean) => {
    const { [account]: _, ...others } = readStamps()
    const stamps = mine ? { ...others, [account]: { page, at: environment.now() } } : others
    try {
      if (Object.keys(stamps).length > 0) storage.setItem(turnKey, JSON.stringify(stamps))
      else storage.removeItem(turnKey)
    } catch {
      // Without storage, there are no other tabs to coordinate with.
    }
  }
  const takeStamp = (account: string) => {
    if (stampOf(account)) return undefined
    let timer: TimerId | undefined
    const renew = () => {
      // A page that slept for too long has lost the lock and does not take it back.
      const holder = stampOf(account)
      if (holder && holder.page !== page) return
      stamp(account, true)
      timer = environment.setTimeout(renew, renewEvery)
    }
    const release = () => {
      environment.clearTimeout(timer)
      environment.page()?.removeEventListener('pagehide', release)
      if (held.delete(release) && readStamps()[account]?.page === page) stamp(account, false)
    }
    held.add(release)
    environment.page()?.addEventListener('pagehide', release)
    renew()
    return release
  }

  return {
    take: async ({ account }) => {
      const locks = environment.locks?.()
      if (!locks) return takeStamp(account)
      return new Promise<(() => void) | undefined>((resolve) => {
        let isHeld = false
        const holdOn = (lock: unknown) => {
          if (lock === null) return resolve(undefined)
          return new Promise<void>((done) => {
            const release = () => {
              held.delete(release)
              done()
            }
            held.add(release)
            isHeld = true
            resolve(release)
          })
        }
        // Some frames refuse Web Locks. They use only a stamp.
        locks.request(nameOf(account), { ifAvailable: true }, holdOn).catch(() => {
          // A lock that is stolen later rejects as well. It was held before, and an additional stamp would never end.
          if (!isHeld) resolve(takeStamp(account))
        })
      })
    },
    isTaken: async ({ account }) => {
      const snapshot = await environment
        .locks?.()
        ?.query()
        .catch(() => undefined)
      return snapshot?.held?.some(({ name }) => name === nameOf(account)) || stampOf(account) !== undefined
    },
    destroy: () => {
      for (const release of [...held]) release()
    },
  }
}

function nameOf(account: string): string {
  return `${turnKey}/${account}`
}
