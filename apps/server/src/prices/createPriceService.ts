import { type AccountId, type ChainId, type EvmAddress, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import type { Fungible } from '@latchkey/protocol/api'
import { announcementChannel } from '../chains/announcement.ts'
import { indexAge, readChains, selectChains } from '../chains/readChains.ts'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import { findPriceSource } from './findPriceSource.ts'
import { nativeInfo, readLists, readTokenInfos, type TokenInfo } from './readTokenInfos.ts'

/** A network of another family than EVM, as a source of token data (`accounts/AccountSource.ts`). */
export type FungibleSource = {
  chainId: ChainId
  /** Returns one for each address, in order. @throws LatchkeyError `upstream_unavailable` */
  readFungibles: (options: { addresses: readonly string[] }) => Promise<readonly Fungible[]>
}

export type PriceService = {
  /**
   * @returns all of them, in the order of the request, and their age in seconds if they could not be renewed
   * @throws LatchkeyError `unsupported_chain`; `upstream_unavailable` for tokens of a network that does not respond
   */
  read: (options: {
    addresses: readonly AccountId[]
  }) => Promise<{ response: { fungibles: Fungible[] }; stale: number }>
}

/** Seconds for which prices are cached. A changed price ends it earlier. */
const ttl = 15
const staleFor = 3600

/**
 * Creates the reader of prices.
 *
 * @param options.sources networks of other families than EVM
 */
export async function createPriceService(
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'database' | 'shutdown'>,
  { sources = [] }: { sources?: readonly FungibleSource[] } = {},
): Promise<PriceService> {
  const { bus, clock, config, database, shutdown } = context
  const cache = createCache<{ response: { fungibles: Fungible[] }; stale: number }>({
    clock,
    ttl,
    staleFor,
    maxEntries: 1000,
  })
  const read = (message: string) => {
    // Cheaper than parsing the message: an empty list is written as `"prices":[]`.
    if (!message.includes('"prices":[]')) cache.clear()
  }
  const stop = await bus.subscribe(announcementChannel, read, cache.clear)
  shutdown.add('prices', stop)

  const load = async (addresses: readonly AccountId[]) => {
    const byChain = new Map<ChainId, EvmAddress[]>()
    const infos = new Map<string, Fungible>()
    for (const { chainId, address } of addresses.map(parseAccountId)) {
      if (!chainId.startsWith('eip155:')) continue
      const list = byChain.get(chainId) ?? []
      list.push(address.toLowerCase() as EvmAddress)
      byChain.set(chainId, list)
    }
    const asked = sources.map(async ({ chainId, readFungibles }) => {
      const own = addresses.map(parseAccountId).flatMap((id) => (id.chainId === chainId ? [id.address] : []))
      if (own.length === 0) return
      const fungibles = await readFungibles({ addresses: own })
      for (const [index, address] of own.entries()) {
        const fungible = fungibles[index]
        if (fungible) infos.set(`${chainId} ${address}`, fungible)
      }
    })
    await Promise.all(asked)
    let stale = 0
    // A linked price is as old as the index of its network.
    const links = addresses.flatMap((id) => {
      const source = id.startsWith('eip155:') ? undefined : findPriceSource(config.chains, id)
      return source?.kind === 'pools' ? [source.chain] : []
    })
    for (const served of links.length > 0 ? await readChains(database, [...new Set(links)]) : []) {
      stale = Math.max(stale, indexAge(served, clock.now()))
    }
    for (const [chainId, tokens] of byChain) {
      const [served] = await readChains(database, selectChains(config.chains, chainId))
      if (!served) continue
      stale = Math.max(stale, indexAge(served, clock.now()))
      const { listed, references } = readLists(served.config)
      const known: ReadonlyMap<EvmAddress, TokenInfo> =
        served.key === undefined
          ? new Map<EvmAddress, TokenInfo>([[nativeEvmAddress, nativeInfo(served.config)]])
          : await readTokenInfos(database, { key: served.key, config: served.config, addresses: tokens })
      for (const token of tokens) {
        const info = known.get(token)
        const own = listed.get(token)
        infos.set(`${chainId} ${token}`, {
          address: `${chainId}:${token}`,
          name: info?.name ?? own?.name ?? '',
          symbol: info?.symbol ?? own?.symbol ?? '',
          iconUrl: info?.iconUrl ?? own?.iconUrl ?? null,
          price: info?.price ?? (references.has(token) ? 1 : null),
          decimals: info?.decimals ?? 0,
        })
      }
    }
    const fungibles = addresses.flatMap((id) => {
      const { chainId, address } = parseAccountId(id)
      const info = infos.get(`${chainId} ${chainId.startsWith('eip155:') ? address.toLowerCase() : address}`)
      // The ID as in the request, so that the caller finds it in its own spelling.
      return info ? [{ ...info, address: id }] : []
    })
    return { response: Object.freeze({ fungibles }) as { fungibles: Fungible[] }, stale }
  }

  return {
    read: async ({ addresses }) => {
      for (const id of addresses) {
        const { chainId } = parseAccountId(id)
        const isIndexed = chainId.startsWith('eip155:') && config.chains.some((chain) => chain.chainId === chainId)
        if (isIndexed || sources.some((source) => source.chainId === chainId)) continue
        throw unsupportedChain({ chainId, field: 'addresses' })
      }
      const { value, stale } = await cache.read({ key: addresses.join(), load: () => load(addresses) })
      return { response: value.response, stale: Math.max(stale, value.stale) }
    },
  }
}
