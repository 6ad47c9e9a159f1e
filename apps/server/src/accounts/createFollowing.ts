import { type AccountId, parseAccountId, type Topic, toAccountId } from '@latchkey/protocol'
import { Gauge } from 'prom-client'
import { type Announcement, announcementChannel } from '../chains/announcement.ts'
import type { Context } from '../platform/context.ts'
import type { AccountSource } from './AccountSource.ts'

/** Follows accounts that no index does, for whoever listens to their topics. */
export type Following = {
  /**
   * @param owner whose share of the accounts it is taken from: the network address of whoever listens
   * @returns ends it for this topic; an account goes on while another topic of it is listened to, and for a moment after
   */
  follow: (topic: Topic, owner: string) => () => void
  size: () => number
  close: () => void
}

/** Accounts followed at once in this process; those beyond are read when they are asked for, and not told of in between. */
const most = 2_000
/** Of those, for listeners of one network address. */
const share = 50
/** Milliseconds for which an account is followed after the last listener left: connections break and come back. */
const linger = 15_000

/**
 * Creates the followers of accounts of families without an index: what their sources see is announced on the bus like what the indexer
 * sees, so that what is remembered is forgotten, and every process's listeners are told.
 *
 * @param options.limit accounts followed at once (default 2,000)
 * @param options.limitPerOwner of those, for one owner (default 50); one that was followed for it counts until nobody listens for a while
 */
export function createFollowing({
  context: { bus, log, metrics },
  sources,
  limit = most,
  limitPerOwner = share,
  lingerFor = linger,
}: {
  context: Pick<Context, 'bus' | 'log' | 'metrics'>
  sources: readonly AccountSource[]
  limit?: number
  limitPerOwner?: number
  lingerFor?: number
}): Following {
  /** `owners`: topics of each that listens, or listened last. */
  type Followed = { topics: number; owners: Map<string, number>; stop: () => void; ending: NodeJS.Timeout | undefined }
  const followed = new Map<AccountId, Followed>()
  /** Accounts of each owner. */
  const shares = new Map<string, number>()
  const byChain = new Map<string, AccountSource>(sources.map((source) => [source.chainId, source]))
  let closed = false
  /** Told of it once, until there is room again. */
  let isFull = false

  const name = 'latchkey_followed_accounts'
  if (!metrics.getSingleMetric(name))
    new Gauge({
      name,
      help: 'Accounts of Solana and Bitcoin that are followed for the event stream',
      registers: [metrics],
      collect() {
        this.set(followed.size)
      },
    })

  const announce = (account: AccountId, change: { block: number; balance: boolean; history: boolean }) => {
    if (closed) return
    const announcement: Announcement = {
      block: change.block,
      balances: change.balance ? [account] : [],
      histories: change.history ? [account] : [],
      ...{ prices: [], trades: [] },
    }
    bus
      .publish(announcementChannel, JSON.stringify(announcement))
      .catch((error: unknown) => log.warn({ err: error }, 'A change of an account could not be announced'))
  }

  const takeBack = (entry: Followed, owner: string) => {
    if (!entry.owners.delete(owner)) return
    const left = (shares.get(owner) ?? 1) - 1
    if (left > 0) shares.set(owner, left)
    else shares.delete(owner)
  }

  const end = (account: AccountId) => {
    const entry = followed.get(account)
    for (const owner of [...(entry?.owners.keys() ?? [])]) if (entry) takeBack(entry, owner)
    entry?.stop()
    followed.delete(account)
    isFull = false
  }

  return {
    follow: (topic, owner) => {
      const [kind] = topic.split(':', 1)
      const subject = topic.slice(topic.indexOf(':') + 1) as AccountId
      if (closed || (kind !== 'balance' && kind !== 'history') || subject.startsWith('eip155:')) return () => {}
      const { chainId, address } = parseAccountId(subject)
      const source = byChain.get(chainId)
      if (!source?.isAddress(address)) return () => {}
      const account = toAccountId({ chainId, address })
      let entry = followed.get(account)
      if (!entry?.owners.has(owner) && (shares.get(owner) ?? 0) >= limitPerOwner) return () => {}
      if (!entry) {
        if (followed.size >= limit) {
          if (!isFull) log.warn({ chainId, limit }, 'Too many accounts are listened to: those beyond are not followed')
          isFull = true
          return () => {}
        }
        entry = {
          topics: 0,
          owners: new Map(),
          stop: source.follow({ address, onChange: (change) => announce(account, change) }),
          ending: undefined,
        }
        followed.set(account, entry)
      }
      const own = entry
      own.topics += 1
      if (!own.owners.has(owner)) shares.set(owner, (shares.get(owner) ?? 0) + 1)
      own.owners.set(owner, (own.owners.get(owner) ?? 0) + 1)
      // Who listened last gives it over to who listens now.
      for (const [other, topics] of [...own.owners]) if (topics === 0) takeBack(own, other)
      clearTimeout(own.ending)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        own.topics -= 1
        const left = (own.owners.get(owner) ?? 1) - 1
        if (own.owners.has(owner)) own.owners.set(owner, left)
        if (left === 0 && own.topics > 0) takeBack(own, owner)
        if (own.topics > 0 || closed) return
        own.ending = setTimeout(() => end(account), lingerFor)
        own.ending.unref()
      }
    },
    size: () => followed.size,
    close: () => {
      closed = true
      for (const [account, { ending }] of followed) {
        clearTimeout(ending)
        end(account)
      }
    },
  }
}
