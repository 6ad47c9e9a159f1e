/** A subscription that this browser has seen with a connected wallet. Times are unix seconds. */
export type KeptSubscription = {
  account: string
  /** ID of the permission. */
  pci: string
  startsAt: number
  endsAt: number
  /**
   * `allowed`: the reader allowed it in the wallet, and the newspaper has not confirmed it. `active`: the newspaper has confirmed it. `ended`: the
   * reader ended it in the wallet, and the newspaper does not know yet. `over`: it ended while its wallet was not connected here, and the page says
   * so until the reader dismisses it.
   */
  state: 'allowed' | 'active' | 'ended' | 'over'
}

/** The subscriptions of this browser. They stay visible without a connected wallet, and only here. */
export type SubscriptionRecord = {
  all: () => readonly KeptSubscription[]
  find: (account: string) => KeptSubscription | undefined
  keep: (subscription: KeptSubscription) => void
  forget: (account: string) => void
  /**
   * Returns the start of a request to the account's wallet, until `settle`. The same request is granted only once, so a repetition after a
   * reload or a lost answer must have the same start.
   */
  begin: (account: string, now: number) => number
  /** Ends the request that `begin` started: its answer is known. */
  settle: (account: string) => void
}

/** Seconds in which a repeated request counts as the same. */
const sameFor = 600

const subscriptionPrefix = 'harbour-post.subscription.'
const requestPrefix = 'harbour-post.request.'

/**
 * Creates the record in a storage, with one entry for each account, so that two tabs do not overwrite each other. Without a working
 * storage, it lasts as long as the page.
 */
export function createSubscriptionRecord({ storage }: { storage: () => Storage }): SubscriptionRecord {
  const memory = new Map<string, string>()
  const stored = (): Storage | undefined => {
    try {
      return storage()
    } catch {
      return undefined
    }
  }
  const read = (key: string) => stored()?.getItem(key) ?? memory.get(key)
  const write = (key: string, value: string) => {
    memory.set(key, value)
    try {
      stored()?.setItem(key, value)
    } catch {
      // The storage is full: the entry lasts as long as the page.
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    stored()?.removeItem(key)
  }
  const keys = () => {
    const store = stored()
    const names = store ? Array.from({ length: store.length }, (_, index) => store.key(index) ?? '') : []
    return [...new Set([...names, ...memory.keys()])].filter((name) => name.startsWith(subscriptionPrefix))
  }
  const parse = (text: string | undefined): KeptSubscription | undefined => {
    try {
      const value: unknown = JSON.parse(text ?? '')
      return isKept(value) ? value : undefined
    } catch {
      return undefined
    }
  }
  const keyOf = (prefix: string, account: string) => prefix + account.toLowerCase()
  return {
    all: () => keys().flatMap((key) => parse(read(key)) ?? []),
    find: (account) => parse(read(keyOf(subscriptionPrefix, account))),
    keep: (one) => {
      const kept = { ...one, account: one.account.toLowerCase() }
      write(keyOf(subscriptionPrefix, one.account), JSON.stringify(kept))
    },
    forget: (account) => remove(keyOf(subscriptionPrefix, account)),
    begin: (account, now) => {
      const earlier = Number(read(keyOf(requestPrefix, account)) ?? Number.NaN)
      const start = earlier <= now && now < earlier + sameFor ? earlier : now
      write(keyOf(requestPrefix, account), String(start))
      return start
    },
    settle: (account) => remove(keyOf(requestPrefix, account)),
  }
}

/** Other programs of this origin can write anything. */
function isKept(value: unknown): value is KeptSubscription {
  const { account, pci, startsAt, endsAt, state } = (value ?? {}) as Partial<KeptSubscription>
  return (
    typeof account === 'string' &&
    /^0x[0-9a-f]{40}$/.test(account) &&
    typeof pci === 'string' &&
    Number.isSafeInteger(startsAt) &&
    Number.isSafeInteger(endsAt) &&
    ['allowed', 'active', 'ended', 'over'].includes(state ?? '')
  )
}
