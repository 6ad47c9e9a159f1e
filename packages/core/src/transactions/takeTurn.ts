import { storagePrefix } from '@latchkey/protocol'
import type { Environment, TimerId } from '../environment/Environment.ts'

/** How often a stamp is renewed, and after what it is that of a page that is gone (milliseconds): hidden pages get a timer a minute. */
const renewEvery = 5_000
const staleAfter = 70_000
/** Where pages without Web Locks stamp whose turn it is. */
export const turnKey = `${storagePrefix}turn`

type Stamps = Record<string, { page: string; at: number } | undefined>

/** Whose turn it is to ask an account's wallet, over all tabs of the origin. */
export type Turns = {
  /** Takes the turn. @returns the function that gives it back; undefined while another page has it */
  take: (options: { account: string }) => Promise<(() => void) | undefined>
  /** Whether some page has it. */
  isTaken: (options: { account: string }) => Promise<boolean>
  /** Gives back what this page still has. */
  destroy: () => void
}

/**
 * Makes the turns: by Web Locks, which end with their page; by a stamp in the storage where there are none, as on a page without
 * https. Source: Web Locks API.
 *
 * @param options.page names this page among others
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
      // Without storage there is nobody to agree with.
    }
  }
  const takeStamp = (account: string) => {
    if (stampOf(account)) return undefined
    let timer: TimerId | undefined
    const renew = () => {
      // A page that slept for too long has lost its turn, and takes it from nobody.
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
        // Refused in some frames: there a stamp is all there is.
        locks.request(nameOf(account), { ifAvailable: true }, holdOn).catch(() => {
          // One that is stolen later is refused as well: the turn was had, and a stamp beside it would never end.
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
