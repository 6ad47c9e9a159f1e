import { type ChainId, type EvmAddress, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { and, desc, eq, gt, or } from 'drizzle-orm'
import { announcementChannel } from '../../chains/announcement.ts'
import { indexAge, readChains } from '../../chains/readChains.ts'
import { createCache } from '../../platform/cache/createCache.ts'
import type { Context } from '../../platform/context.ts'
import { nativeInfo, readTokenInfos, type TokenInfo } from '../../prices/readTokenInfos.ts'
import { pools, prices } from '../../prices/schema.ts'
import type { SwapChain } from '../SwapChain.ts'
import type { PermitSupport } from './permitSupport.ts'

/** The tokens that can be swapped. */
export type TokenLister = {
  /** @returns the tokens, and their age in seconds if they could not be renewed */
  list: (options: {
    chain: SwapChain
    /** Only this token, even if it is unlisted; in lower case. */
    address?: EvmAddress | undefined
  }) => Promise<{ tokens: SwappableToken[]; stale: number }>
  /** Whether the operator blocked it as spam. */
  isBlocked: (options: { chain: SwapChain; token: EvmAddress }) => boolean
  /** Whether a token is known: it is listed or indexed, and the operator has not blocked it as spam. */
  isKnown: (options: { chain: SwapChain; token: EvmAddress }) => Promise<boolean>
}

/** Seconds for which lists are cached. A changed price ends it earlier. */
const ttl = 15
const staleFor = 3600
/** Maximum number of unlisted tokens in a list. */
const most = 500

export async function createTokenLister({
  context: { bus, clock, database, shutdown },
  permits,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'database' | 'shutdown'>
  permits: ReadonlyMap<ChainId, PermitSupport>
}): Promise<TokenLister> {
  const cache = createCache<{ tokens: SwappableToken[]; stale: number }>({ clock, ttl, staleFor, maxEntries: 500 })
  const stop = await bus.subscribe(announcementChannel, (message) => {
    if (!message.includes('"prices":[]')) cache.clear()
  })
  shutdown.add('swap tokens', stop)

  const readInfos = async ({ config, wrappedNative }: SwapChain, wanted: EvmAddress | undefined) => {
    const [served] = await readChains(database, [config])
    const listed = config.tokens.map(({ address }) => address.toLowerCase() as EvmAddress)
    const age = served ? indexAge(served, clock.now()) : 0
    const native: EvmAddress[] = wrappedNative ? [nativeEvmAddress] : []
    if (served?.key === undefined) return { infos: native.map(() => nativeInfo(config)), stale: age }
    const { key } = served
    const addresses = wanted ? [wanted] : [...native, ...listed, ...(await readDeepest(key))]
    const infos = await readTokenInfos(database, { key, config, addresses })
    // In the operator's order, from the configuration.
    const order = [...new Set(addresses)]
    const found = order.flatMap((address) => infos.get(address) ?? [])
    const others = found
      .filter((info) => !info.listed && (wanted !== undefined || !isSpam(info)))
      .sort((a, b) => (b.liquidity ?? 0) - (a.liquidity ?? 0))
    return { infos: [...found.filter((info) => info.listed), ...others].filter(({ blocked }) => !blocked), stale: age }
  }

  const readDeepest = async (key: number): Promise<EvmAddress[]> => {
    const rows = await database
      .select({ token: prices.token })
      .from(prices)
      .where(and(eq(prices.chain, key), gt(prices.liquidity, 0)))
      .orderBy(desc(prices.liquidity))
      .limit(most)
    return rows.map(({ token }) => token)
  }

  const load = async (chain: SwapChain, wanted: EvmAddress | undefined) => {
    const { infos, stale } = await readInfos(chain, wanted)
    const contracts = infos.flatMap(({ address }) => (address === nativeEvmAddress ? [] : [address]))
    const taking = (await permits.get(chain.chainId)?.read(contracts)) ?? new Set()
    const tokens = infos.map(
      ({ name, symbol, address, decimals, iconUrl, price, listed }): SwappableToken => ({
        ...{ name, symbol, decimals, price, listed },
        address: toAccountId({ chainId: chain.chainId, address }),
        logoUri: iconUrl,
        eip2612: taking.has(address),
      }),
    )
    return { tokens, stale }
  }

  return {
    list: async ({ chain, address }) => {
      const key = `${chain.chainId} ${address ?? ''}`
      const { value, stale } = await cache.read({ key, load: () => load(chain, address) })
      return { tokens: value.tokens, stale: Math.max(stale, value.stale) }
    },
    isBlocked,
    isKnown: async ({ chain, token }) => {
      const { config } = chain
      if (isBlocked({ chain, token })) return false
      if (config.tokens.some(({ address }) => address.toLowerCase() === token)) return true
      const [served] = await readChains(database, [config])
      if (served?.key === undefined) return false
      const inPools = await database
        .select({ address: pools.address })
        .from(pools)
        .where(and(eq(pools.chain, served.key), or(eq(pools.token0, token), eq(pools.token1, token))))
        .limit(1)
      if (inPools.length > 0) return true
      return (await readTokenInfos(database, { key: served.key, config, addresses: [token] })).has(token)
    },
  }
}

function isBlocked({ chain: { config }, token }: { chain: SwapChain; token: EvmAddress }): boolean {
  return config.spam.some((address) => address.toLowerCase() === token)
}

/** Suspected spam is only returned if the request names its address. */
function isSpam({ flags, blocked }: TokenInfo): boolean {
  return blocked || flags !== 0
}
