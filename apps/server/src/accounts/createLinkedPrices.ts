import { type AccountId, type ChainId, type EvmAddress, parseAccountId } from '@latchkey/protocol'
import { readChains } from '../chains/readChains.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import { readLists, readTokenInfos } from '../prices/readTokenInfos.ts'
import { momentKey, readPricesAt } from './historyStore.ts'

/**
 * Prices of coins and tokens of other families: those of the forms of them that are traded on an indexed network of Ethereum's family
 * (`priceFrom` of the configuration, CAIP-10).
 */
export type LinkedPrices = {
  /** @returns usd now, of those that have a price */
  now: (tokens: Iterable<AccountId>) => Promise<ReadonlyMap<AccountId, number>>
  /**
   * @param moments unix seconds
   * @returns usd at each of the moments, in their order; undefined where none is known
   */
  at: (moments: readonly { token: AccountId; time: number }[]) => Promise<(number | undefined)[]>
}

/** Creates the look-up of linked prices; it reads the index at every call, so callers remember what they got. */
export function createLinkedPrices({
  context: { config, database },
}: {
  context: Pick<Context, 'config' | 'database'>
}): LinkedPrices {
  /** The tokens by network, where that one is indexed. */
  const group = async (tokens: Iterable<AccountId>) => {
    const byChain = new Map<ChainId, EvmAddress[]>()
    for (const id of tokens) {
      const { chainId, address } = parseAccountId(id)
      byChain.set(chainId, [...(byChain.get(chainId) ?? []), address.toLowerCase() as EvmAddress])
    }
    const configs = [...byChain.keys()].flatMap((chainId) => findEvmChain(config.chains, chainId) ?? [])
    if (configs.length === 0) return []
    const served = await readChains(database, configs)
    return served.flatMap((chain) =>
      chain.key === undefined ? [] : [{ ...chain, key: chain.key, tokens: byChain.get(chain.chainId) ?? [] }],
    )
  }

  return {
    now: async (tokens) => {
      const wanted = [...tokens]
      const found = new Map<string, number>()
      for (const { key, chainId, config: chain, tokens: addresses } of await group(wanted)) {
        const infos = await readTokenInfos(database, { key, config: chain, addresses })
        for (const [address, { price }] of infos) if (price !== null) found.set(`${chainId}:${address}`, price)
      }
      const prices = wanted.map((id) => [id, found.get(id.toLowerCase())] as const)
      return new Map(prices.flatMap(([id, price]) => (price === undefined ? [] : [[id, price] as const])))
    },
    at: async (moments) => {
      const found = new Map<string, number>()
      for (const { key, chainId, config: chain } of await group(new Set(moments.map(({ token }) => token)))) {
        const { references } = readLists(chain)
        const own = moments.flatMap(({ token: id, time }) => {
          const { chainId: home, address } = parseAccountId(id)
          return home === chainId ? [{ token: address.toLowerCase() as EvmAddress, time }] : []
        })
        const prices = await readPricesAt(database, { key, moments: own })
        for (const moment of own) {
          const usd = references.has(moment.token) ? 1 : prices.get(momentKey(moment))
          if (usd !== undefined) found.set(`${chainId}:${momentKey(moment)}`, usd)
        }
      }
      return moments.map(({ token, time }) => {
        const { chainId, address } = parseAccountId(token)
        return found.get(`${chainId}:${momentKey({ token: address.toLowerCase() as EvmAddress, time })}`)
      })
    },
  }
}
