import { type AccountId, type EvmAddress, formatUnits, parseAccountId } from '@latchkey/protocol'
import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  type Holder,
  type Token,
  type Trade,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import { announcementChannel } from '../chains/announcement.ts'
import { checksumAddress } from '../chains/checksumAddress.ts'
import { zeroAddress } from '../chains/decodeLog.ts'
import { readChains, type ServedChain, selectChains } from '../chains/readChains.ts'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { readTokenInfos, type TokenInfo } from '../prices/readTokenInfos.ts'
import {
  countHolders,
  readCandles,
  readHolders,
  readPoolKinds,
  readPriceAt,
  readTrades,
  readVolume,
} from './marketStore.ts'
import { toTrade } from './toTrade.ts'

/**
 * Market data of tokens. All methods throw LatchkeyError `unsupported_chain` and `not_found`, and `malformed_cursor` if they
 * take a cursor.
 */
export type MarketService = {
  token: (address: AccountId) => Promise<Token>
  candles: (options: {
    address: AccountId
    interval: CandleInterval
    /** Unix seconds. */
    from?: number | undefined
    to?: number | undefined
  }) => Promise<{ candles: Candle[] }>
  trades: (options: {
    address: AccountId
    cursor?: string | undefined
  }) => Promise<{ data: Trade[]; next: string | null }>
  holders: (options: {
    address: AccountId
    cursor?: string | undefined
  }) => Promise<{ data: Holder[]; next: string | null }>
}

/** Seconds for which answers are cached. A trade ends it earlier. */
const ttl = 5
const staleFor = 3600
const pageSize = 50
const day = 86_400
/** Number of candles in a response without a `from`, and the maximum. */
const candleCount = { usual: 500, most: 2000 }

const tradePosition = z.tuple([z.number().int().min(0).max(2_147_483_647), z.number().int().min(0).max(2_147_483_647)])
const holderPosition = z.tuple([z.string().regex(/^\d{1,78}$/), z.string().regex(/^0x[0-9a-f]{40}$/)])

const burnAddress: EvmAddress = '0x000000000000000000000000000000000000dead'

export async function createMarketService(
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'database' | 'shutdown'>,
): Promise<MarketService> {
  const { bus, clock, config, database, shutdown } = context
  const cache = createCache<unknown>({ clock, ttl, staleFor, maxEntries: 5000 })
  const read = (message: string) => {
    if (!message.includes('"trades":[]') || !message.includes('"prices":[]')) cache.clear()
  }
  const stop = await bus.subscribe(announcementChannel, read, cache.clear)
  shutdown.add('markets', stop)

  const remember = async <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
    const { value } = await cache.read({ key, load: async () => Object.freeze(await load()) })
    return value as Value
  }

  type Found = { served: ServedChain; key: number; token: EvmAddress; info: TokenInfo }

  const find = async (id: AccountId): Promise<Found> => {
    const { chainId, address } = parseAccountId(id)
    const [served] = await readChains(database, selectChains(config.chains, chainId))
    const token = address.toLowerCase() as EvmAddress
    const notFound = new ServiceError('not_found', { field: 'address', message: 'There is no token at this address' })
    if (served?.key === undefined) throw notFound
    const infos = await readTokenInfos(database, { key: served.key, config: served.config, addresses: [token] })
    const info = infos.get(token)
    if (!info) throw notFound
    return { served, key: served.key, token, info }
  }

  const position = <Position>(schema: z.ZodType<Position>, scope: string, cursor: string | undefined) => {
    if (cursor === undefined) return undefined
    const read = schema.safeParse(readCursor(scope, cursor))
    if (!read.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
    return read.data
  }

  return {
    token: (address) =>
      remember(`token ${address.toLowerCase()}`, async () => {
        const { key, token, info } = await find(address)
        const since = Math.floor(clock.now() / 1000) - day
        const [holders, before, volume] = await Promise.all([
          countHolders(database, { key, token }),
          readPriceAt(database, { key, token, time: since }),
          readVolume(database, { key, token, since }),
        ])
        const { name, symbol, decimals, iconUrl, price } = info
        const totalSupply = formatUnits(info.totalSupply ?? 0n, decimals)
        return {
          address,
          name,
          symbol,
          decimals,
          iconUrl,
          totalSupply,
          holders,
          price,
          change24h: price === null || before === null || before === 0 ? null : price / before - 1,
          volume24h: volume ?? (price === null ? null : 0),
          liquidity: info.liquidity,
          marketCap: price === null || info.totalSupply === null ? null : price * Number(totalSupply),
        }
      }),

    candles: ({ address, interval, from, to }) =>
      remember(`candles ${address.toLowerCase()} ${interval} ${from ?? ''} ${to ?? ''}`, async () => {
        const { key, token } = await find(address)
        const seconds = candleIntervals[interval]
        const end = to ?? Math.floor(clock.now() / 1000)
        const earliest = Math.floor(end / seconds) * seconds - candleCount.most * seconds
        const start = Math.max(from ?? end - candleCount.usual * seconds, earliest, 0)
        return { candles: await readCandles(database, { key, token, interval: seconds, from: start, to: end }) }
      }),

    trades: ({ address, cursor }) =>
      remember(`trades ${address.toLowerCase()} ${cursor ?? ''}`, async () => {
        const scope = `trades ${address.toLowerCase()}`
        const place = position(tradePosition, scope, cursor)
        const { key, token, info } = await find(address)
        const before = place && { block: place[0], logIndex: place[1] }
        const rows = await readTrades(database, { key, token, before, limit: pageSize + 1 })
        const page = rows.slice(0, pageSize)
        const last = page.at(-1)
        return {
          data: page.map((row) => toTrade({ row, decimals: info.decimals })),
          next: rows.length > pageSize && last ? writeCursor(scope, [last.block, last.logIndex]) : null,
        }
      }),

    holders: ({ address, cursor }) =>
      remember(`holders ${address.toLowerCase()} ${cursor ?? ''}`, async () => {
        const scope = `holders ${address.toLowerCase()}`
        const place = position(holderPosition, scope, cursor)
        const { served, key, token, info } = await find(address)
        const before = place && { amount: place[0], account: place[1] as EvmAddress }
        const rows = await readHolders(database, { key, token, before, limit: pageSize + 1 })
        const page = rows.slice(0, pageSize)
        const kinds = await readPoolKinds(database, { key, addresses: page.map(({ account }) => account) })
        const supply = Number(info.totalSupply ?? 0n)
        const last = page.at(-1)
        return {
          data: page.map(({ account, amount }) => ({
            address: checksumAddress(account),
            quantity: { numeric: formatUnits(amount, info.decimals) },
            share: supply === 0 ? 0 : Number(amount) / supply,
            label: labelOf({ account, token, served, kind: kinds.get(account) }),
          })),
          next: rows.length > pageSize && last ? writeCursor(scope, [last.amount.toString(), last.account]) : null,
        }
      }),
  }
}

/** Returns the label of a holder, if it is known. */
function labelOf({
  account,
  token,
  served,
  kind,
}: {
  account: EvmAddress
  token: EvmAddress
  served: ServedChain
  kind: number | undefined
}): string | null {
  if (kind !== undefined) return `Uniswap v${kind} pool`
  if (account === burnAddress || account === zeroAddress) return 'Burned'
  if (account === token) return 'Token contract'
  return account === served.config.contracts.weth?.toLowerCase()
    ? `Wrapped ${served.config.nativeCurrency.symbol}`
    : null
}
