import {
  type AccountId,
  type ChainId,
  type EvmAddress,
  isEvmAddress,
  nativeEvmAddress,
  parseAccountId,
} from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import { indexAge, readChains, type ServedChain, selectChains } from '../chains/readChains.ts'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { readLists, readTokenInfos } from '../prices/readTokenInfos.ts'
import type { AccountSource } from './AccountSource.ts'
import { findSources } from './findSources.ts'
import { momentKey, readPaid, readPending, readPlaces, readPricesAt, readRows } from './historyStore.ts'
import type { OrderHistory } from './OrderHistory.ts'
import { createDealings, type Dealings } from './poisoning.ts'
import { readSourceHistory, sourcePositionsSchema } from './readSourceHistory.ts'
import { findSpam } from './spam.ts'
import { toHistoryEntry } from './toHistoryEntry.ts'
import { type HistoryEntry, toHistoryItem } from './toHistoryItem.ts'

/** A page of an account's activity. */
export type HistoryPage = { data: HistoryItem[]; next: string | null }

export type HistoryService = {
  /**
   * @param options.chainId undefined for all networks of the address's family
   * @returns the page, and its age in seconds if it could not be renewed (0 if it is current)
   * @throws LatchkeyError `unsupported_chain`, `malformed_address`, `malformed_cursor`, `upstream_unavailable`
   */
  read: (options: {
    address: string
    chainId?: ChainId | undefined
    cursor?: string | undefined
  }) => Promise<{ response: HistoryPage; stale: number }>
  /** Clears the cache of an account. */
  expire: (account: AccountId) => void
  /** Clears the whole cache. */
  forget: () => void
}

/** Transactions per page. */
const pageSize = 50
/** Maximum number of reads to fill a page after spam was removed. The rest is on the next page. */
const maxRounds = 8
const ttl = 15
const staleFor = 3600

/** Position of the next page on each chain: its ID, block and index in the block. */
const positionSchema = z
  .array(z.tuple([z.string(), z.number().int().min(-1).max(2_147_483_647), z.number().int().min(0).max(2_147_483_647)]))
  .min(1)
  .max(64)

type Position = z.output<typeof positionSchema>

/**
 * Creates the reader of activity.
 *
 * @param options.sources networks of other families than EVM
 * @param options.orders orders of accounts
 */
export function createHistoryService({
  context,
  sources = [],
  orders,
}: {
  context: Pick<Context, 'clock' | 'config' | 'database'>
  sources?: readonly AccountSource[]
  orders?: OrderHistory | undefined
}): HistoryService {
  const { clock, config, database } = context
  const cache = createCache<{ response: HistoryPage; stale: number }>({ clock, ttl, staleFor })
  // Only EVM addresses ignore letter case.
  const keyOf = (account: string, chainId: string) =>
    `${isEvmAddress(account) ? account.toLowerCase() : account} ${chainId}`

  /** Marks the transactions that delivered an order. */
  const markBought = async (address: string, data: HistoryItem[]): Promise<HistoryItem[]> => {
    const hashes = data.map(({ metadata }) => metadata.hash)
    const bought = await orders?.findDelivered({ address, hashes })
    if (!bought || bought.size === 0) return data
    return data.map((item) => {
      const application = bought.get(item.metadata.hash)
      return application ? { ...item, metadata: { ...item.metadata, operationType: 'buy', application } } : item
    })
  }

  /**
   * Reads the receivers that the account has paid on all chains, because an address belongs to the same owner on each. Read
   * once, on demand.
   */
  const dealingsOf = (account: EvmAddress): (() => Promise<Dealings>) => {
    let reading: Promise<Dealings> | undefined
    return () => {
      reading ??= readChains(database, selectChains(config.chains, undefined))
        .then((chains) => readPaid(database, { keys: chains.flatMap(({ key }) => key ?? []), account }))
        .then((paid) => createDealings({ account, paid }))
      return reading
    }
  }

  /** Returns the items at some positions on one chain; undefined for hidden ones. */
  const readItems = async (
    served: Chain,
    account: EvmAddress,
    readDealings: () => Promise<Dealings>,
    entries: HistoryEntry[],
  ) => {
    const { key, chainId, config: chainConfig } = served
    const tokens = new Set(entries.flatMap(({ transfers }) => transfers.map(({ token }) => token)))
    const infos = await readTokenInfos(database, {
      key,
      config: chainConfig,
      addresses: new Set([...tokens, nativeEvmAddress]),
    })
    const weth = chainConfig.contracts.weth?.toLowerCase() as EvmAddress | undefined
    const { references } = readLists(chainConfig)
    // The native token has the price of its wrapped form. Read it once per item.
    const moments = entries.flatMap(({ time, transfers }) =>
      [...new Set<EvmAddress>([nativeEvmAddress, ...transfers.map(({ token }) => token)])].map((token) => ({
        token,
        time,
      })),
    )
    const source = (token: EvmAddress) => (token === nativeEvmAddress && weth ? weth : token)
    // A transaction of the account itself cannot be a deception.
    const isForeign = entries.some(
      ({ sender, transfers }) => sender !== account || transfers.some((transfer) => transfer.isForeign),
    )
    const [spam, found, dealings] = await Promise.all([
      findSpam(database, { key, account, tokens: infos.values() }),
      readPricesAt(database, { key, moments: moments.map(({ token, time }) => ({ token: source(token), time })) }),
      isForeign ? readDealings() : createDealings({ account, paid: new Set() }),
    ])
    const prices = new Map<string, number>()
    for (const moment of moments) {
      const usd = references.has(moment.token)
        ? 1
        : found.get(momentKey({ token: source(moment.token), time: moment.time }))
      if (usd !== undefined) prices.set(momentKey(moment), usd)
    }
    return entries.map((entry) => toHistoryItem(entry, { chainId, account, dealings, infos, spam, prices }))
  }

  const load = async (account: EvmAddress, chainId: ChainId | undefined, position: Position | undefined) => {
    const served = await readChains(database, selectChains(config.chains, chainId))
    const chains = served.flatMap((one) => (one.key === undefined ? [] : [{ ...one, key: one.key }]))
    // Without a cursor, every chain starts above its newest block. With one, items that are newer than the first page are
    // hidden on all chains.
    const below = new Map(
      chains.map((chain) => {
        const place = position?.find(([id]) => id === chain.chainId)
        if (place) return [chain.chainId, { block: place[1], txIndex: place[2] }] as const
        return [chain.chainId, { block: position ? -1 : (chain.block ?? -1) + 1, txIndex: 0 }] as const
      }),
    )
    const data: HistoryItem[] = []
    const readDealings = dealingsOf(account)
    if (!position) {
      for (const chain of chains) data.push(...(await readWaiting(chain, account, readDealings)))
      data.sort((a, b) => (a.metadata.minedAt < b.metadata.minedAt ? 1 : -1))
    }
    let count = 0
    let more = true
    for (let round = 0; more && count < pageSize && round < maxRounds; round++) {
      const wanted = pageSize - count
      const found = await Promise.all(
        chains.map(async (chain) => {
          const before = below.get(chain.chainId) ?? { block: -1, txIndex: 0 }
          const places = await readPlaces(database, { key: chain.key, account, before, limit: wanted + 1 })
          return places.map((place) => ({ chain, place }))
        }),
      )
      const merged = found.flat().sort((a, b) => b.place.time - a.place.time || comparePlaces(a, b))
      const taken = merged.slice(0, wanted)
      more = merged.length > wanted
      const items = new Map<string, HistoryItem>()
      for (const chain of chains) {
        const places = taken.flatMap((one) => (one.chain === chain ? [one.place] : []))
        const rows = await readRows(database, { key: chain.key, account, places })
        const entries = rows.map((row) => toHistoryEntry(row, account))
        const written = await readItems(chain, account, readDealings, entries)
        for (const [index, row] of rows.entries()) {
          const item = written[index]
          if (item) items.set(`${chain.chainId} ${row.transaction.block} ${row.transaction.txIndex}`, item)
        }
        const last = places.at(-1)
        if (last) below.set(chain.chainId, { block: last.block, txIndex: last.txIndex })
      }
      for (const { chain, place } of taken) {
        const item = items.get(`${chain.chainId} ${place.block} ${place.txIndex}`)
        if (!item) continue
        data.push(item)
        count += 1
      }
    }
    const next = more
      ? writeCursor(
          scopeOf(account, chainId),
          [...below].map(([id, { block, txIndex }]): Position[number] => [id, block, txIndex]),
        )
      : null
    const stale = Math.max(0, ...chains.map((chain) => indexAge(chain, clock.now())))
    return { response: Object.freeze({ data: await markBought(account, data), next }) as HistoryPage, stale }
  }

  const readWaiting = async (
    chain: Chain,
    account: EvmAddress,
    readDealings: () => Promise<Dealings>,
  ): Promise<HistoryItem[]> => {
    const rows = await readPending(database, { key: chain.key, account })
    if (rows.length === 0) return []
    const entries = rows.map(
      ({ hash, seen, nonce, sender, receiver, selector, kind, token, from, to, amount }): HistoryEntry => ({
        ...{ hash, time: seen, nonce, sender, receiver, created: null, selector, value: 0n, fee: null },
        status: 'pending',
        transfers: [{ kind, token, sender: from, receiver: to, amount, tokenId: null }],
      }),
    )
    const items = await readItems(chain, account, readDealings, entries)
    return items.flatMap((item) => item ?? [])
  }

  const loadSources = async (
    asked: readonly AccountSource[],
    { address, scope, cursor }: { address: string; scope: string; cursor: string | undefined },
  ): Promise<{ response: HistoryPage; stale: number }> => {
    const positions = cursor === undefined ? undefined : sourcePositionsSchema.safeParse(readCursor(scope, cursor))
    if (positions && !positions.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
    const page = await readSourceHistory({ sources: asked, address, positions: positions?.data, limit: pageSize })
    const next = page.next && writeCursor(scope, page.next)
    const data = await markBought(address, page.data)
    return { response: Object.freeze({ data, next }) as HistoryPage, stale: page.stale }
  }

  return {
    read: async ({ address, chainId, cursor }) => {
      const asked = findSources({ config, sources, address, chainId })
      const isIndexed = asked.family === 'eip155'
      const account = isIndexed ? (address.toLowerCase() as EvmAddress) : address
      const scope = scopeOf(account, chainId)
      const loadPage = (page: string | undefined) =>
        isIndexed
          ? load(account as EvmAddress, chainId, page === undefined ? undefined : readPosition(scope, page))
          : loadSources(asked.sources, { address, scope, cursor: page })
      if (cursor !== undefined) return loadPage(cursor)
      const { value, stale } = await cache.read({
        key: keyOf(account, chainId ?? 'all'),
        load: () => loadPage(undefined),
      })
      return { response: value.response, stale: Math.max(stale, value.stale) }
    },
    forget: cache.clear,
    expire: (account) => {
      const { address, chainId } = parseAccountId(account)
      cache.expire(keyOf(address, chainId))
      cache.expire(keyOf(address, 'all'))
    },
  }
}

/** A chain with an index. */
type Chain = ServedChain & { key: number }

type Placed = { chain: ServedChain; place: { block: number; txIndex: number } }

/** Orders items of the same second by chain, then newest first, so that the order is stable. */
function comparePlaces(a: Placed, b: Placed): number {
  if (a.chain.chainId !== b.chain.chainId) return a.chain.chainId < b.chain.chainId ? -1 : 1
  return b.place.block - a.place.block || b.place.txIndex - a.place.txIndex
}

function scopeOf(account: string, chainId: string | undefined): string {
  return `history ${account} ${chainId ?? 'all'}`
}

/** @throws LatchkeyError `malformed_cursor` */
function readPosition(scope: string, cursor: string): Position {
  const position = positionSchema.safeParse(readCursor(scope, cursor))
  if (!position.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
  return position.data
}
