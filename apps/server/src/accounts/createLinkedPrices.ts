import { type AccountId, type ChainId, type EvmAddress, parseAccountId } from '@latchkey/protocol'
import { readChains } from '../chains/readChains.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import { readLists, readTokenInfos } from '../prices/readTokenInfos.ts'
import { momentKey, readPricesAt } from './historyStore.ts'

/**
 * Prices of tokens on other networks than EVM. They are the prices of the forms that are swapped on an indexed EVM network
 * (`priceFrom` in the configuration, CAIP-10).
 */
export type LinkedPrices = {
  /** @returns current prices in USD; tokens without a price are left out */
  now: (tokens: Iterable<AccountId>) => Promise<ReadonlyMap<AccountId, number>>
  /**
   * @param moments times in Unix seconds
   * @returns prices in USD at the moments, in order; undefined if unknown
   */
  at: (moments: readonly { token: AccountId; time: number }[]) => Promise<(number | undefined)[]>
}

/** Creates the reader of linked prices. It reads the index at every call, so callers should cache the results. */
export function createLinkedPrices({
  context: { config, database },
}: {
  context: Pick<Context, 'config' | 'database'>
}): LinkedPrices {
  /** Groups the tokens by indexed network. */
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
