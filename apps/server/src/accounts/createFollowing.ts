import { type AccountId, parseAccountId, type Topic, toAccountId } from '@latchkey/protocol'
import { Gauge } from 'prom-client'
import { type Announcement, announcementChannel } from '../chains/announcement.ts'
import type { Context } from '../platform/context.ts'
import type { AccountSource } from './AccountSource.ts'

/** Follows accounts of networks without an index, while their topics have listeners. */
export type Following = {
  /**
   * @param owner network address of the listener, for its limit
   * @returns a function that stops it for this topic; the account is followed while another topic has listeners, and for a
   *   moment after
   */
  follow: (topic: Topic, owner: string) => () => void
  size: () => number
  close: () => void
}

/** Maximum number of followed accounts in this process. Other accounts are only read on request. */
const most = 2_000
/** Maximum for the listeners of one network address. */
const share = 50
/** Milliseconds for which an account is followed after the last listener left, because connections break and return. */
const linger = 15_000

/**
 * Creates the followers of accounts on networks without an index. They publish changes on the bus like the indexer, so that
 * caches are invalidated, and listeners of all processes receive them.
 *
 * @param options.limit maximum number of followed accounts (default 2,000)
 * @param options.limitPerOwner maximum for one owner (default 50); an account counts until it has had no listener for a while
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
  /** `owners`: number of topics by owner. An owner with 0 was the last one to leave. */
  type Followed = { topics: number; owners: Map<string, number>; stop: () => void; ending: NodeJS.Timeout | undefined }
  const followed = new Map<AccountId, Followed>()
  /** Number of accounts by owner. */
  const shares = new Map<string, number>()
  const byChain = new Map<string, AccountSource>(sources.map((source) => [source.chainId, source]))
  let closed = false
  /** Whether the limit was logged; reset when there is room again. */
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
      .catch((error: unknown) => log.warn({ err: error }, 'Failed to publish an account change'))
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
          if (!isFull) log.warn({ chainId, limit }, 'Too many followed accounts, not following further ones')
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
      // The share of owners that have left moves to the new one.
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
