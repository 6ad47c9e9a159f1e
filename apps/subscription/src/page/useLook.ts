import { useCallback, useEffect, useRef, useState } from 'react'
import type { SubscriptionRecord } from '../paper/createSubscriptionRecord.ts'
import { lookAt } from '../paper/lookAt.ts'
import { readSubscription, type ShownSubscription, subscribe } from '../paper/paperApi.ts'

/** The newspaper's last answer about one account. */
export type Seen = {
  /** Undefined: no answer yet; null: no subscription. */
  subscription: ShownSubscription | null | undefined
  /** The last request had no answer, so the subscription may have changed. */
  isUnreachable: boolean
}

const unseen: Seen = { subscription: undefined, isUnreachable: false }

/** Milliseconds between two reads while the page is open. */
const lookInterval = 2_000

/** Follows the subscriptions of the connected account and of this browser's record. Repeats a read that failed. */
export function useLook({ address, record }: { address: string | undefined; record: SubscriptionRecord }): {
  seenOf: (account: string) => Seen
  /** Reads all of them now. `isReturn`: also asks whether the permissions were ended in the wallet. */
  look: (isReturn?: boolean) => void
  /** Shows an answer of another request. */
  take: (account: string, subscription: ShownSubscription | null) => void
} {
  const [seen, setSeen] = useState<Readonly<Record<string, Seen>>>({})
  const pending = useRef(new Set<string>())

  const put = useCallback((account: string, change: (before: Seen) => Seen) => {
    const key = account.toLowerCase()
    setSeen((before) => ({ ...before, [key]: change(before[key] ?? unseen) }))
  }, [])

  const look = useCallback(
    (isReturn = false) => {
      const accounts = [address, ...record.all().map(({ account }) => account)]
      for (const account of new Set(accounts.flatMap((one) => one?.toLowerCase() ?? []))) {
        if (pending.current.has(account)) continue
        pending.current.add(account)
        const isConnected = account === address?.toLowerCase()
        lookAt({ account, record, paper: { readSubscription, subscribe }, isConnected, isReturn })
          .then(
            (subscription) => put(account, () => ({ subscription, isUnreachable: false })),
            () => put(account, (before) => ({ ...before, isUnreachable: true })),
          )
          .finally(() => pending.current.delete(account))
      }
    },
    [address, record, put],
  )

  useEffect(() => {
    const returnTo = () => look(true)
    returnTo()
    const timer = setInterval(look, lookInterval)
    addEventListener('focus', returnTo)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', returnTo)
    }
  }, [look])

  return {
    seenOf: (account) => seen[account.toLowerCase()] ?? unseen,
    look,
    take: useCallback((account, subscription) => put(account, () => ({ subscription, isUnreachable: false })), [put]),
  }
}
