import type { ChainConfig } from './chainConfig.ts'
import { isEvmChain, isSolanaChain } from './chainConfig.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Finds prices that would never arrive: of a token on a network that this server does not index, or in addition to a fixed price. */
export function findPriceConflicts({ chains }: Pick<ServerConfig, 'chains'>): string[] {
  const indexed = new Set<string>(chains.flatMap((chain) => (isIndexed(chain) ? [chain.chainId] : [])))
  const findAway = (key: string, priceFrom: string | undefined) =>
    priceFrom === undefined || indexed.has(priceFrom.slice(0, priceFrom.lastIndexOf(':')))
      ? []
      : [
          `${key}: found "${priceFrom}", expected a token of a network that this server indexes. Add that network to chains, or remove the setting.`,
        ]
  return chains.flatMap((chain, index) => {
    if (isEvmChain(chain)) return []
    const tokens = isSolanaChain(chain) ? chain.tokens : []
    return [
      ...findAway(`chains[${index}].priceFrom`, chain.priceFrom),
      ...tokens.flatMap(({ priceFrom, usdReference }, place) => {
        const key = `chains[${index}].tokens[${place}].priceFrom`
        if (!usdReference || priceFrom === undefined) return findAway(key, priceFrom)
        return [
          `${key}: found together with usdReference, which already is a price; expected one of the two. Remove one.`,
        ]
      }),
    ]
  })
}

function isIndexed(chain: ChainConfig): boolean {
  return isEvmChain(chain) && chain.indexer.enabled
}
