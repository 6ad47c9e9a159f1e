import type { AccountId } from '@latchkey/protocol'
import { nativeSolanaAddress } from '@latchkey/protocol'
import { wrappedSolMint } from '@latchkey/solana'
import type { LinkedPrices } from '../../accounts/createLinkedPrices.ts'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'

/** Prices of mints in USD; the native token is `nativeSolanaAddress`. */
export type SolanaPrices = {
  now: (mints: Iterable<string>) => Promise<ReadonlyMap<string, number>>
  /** Prices at given times (Unix seconds), in order. */
  at: (moments: readonly { mint: string; time: number }[]) => Promise<(number | undefined)[]>
}

/** Creates the prices of a cluster: 1.00 for the operator's references, else the price of the linked token. */
export function createSolanaPrices({
  prices,
  chain,
}: {
  prices: LinkedPrices
  chain: SolanaChainConfig
}): SolanaPrices {
  const references = new Set(chain.tokens.flatMap(({ address, usdReference }) => (usdReference ? [address] : [])))
  const links = new Map(
    chain.tokens.flatMap(({ address, priceFrom }) => (priceFrom ? [[address, priceFrom] as const] : [])),
  )
  if (chain.priceFrom) {
    links.set(nativeSolanaAddress, chain.priceFrom)
    if (!links.has(wrappedSolMint)) links.set(wrappedSolMint, chain.priceFrom)
  }

  return {
    now: async (mints) => {
      const wanted = [...new Set(mints)]
      const linked = wanted.flatMap((mint): AccountId[] => {
        const link = links.get(mint)
        return link ? [link] : []
      })
      const found = await prices.now(linked)
      return new Map(
        wanted.flatMap((mint) => {
          const link = links.get(mint)
          const price = references.has(mint) ? 1 : link && found.get(link)
          return price === undefined ? [] : [[mint, price] as const]
        }),
      )
    },
    at: async (moments) => {
      const linked = moments.flatMap(({ mint, time }) => {
        const token = links.get(mint)
        return token ? [{ token, time }] : []
      })
      const found = await prices.at(linked)
      let place = 0
      return moments.map(({ mint }) => {
        const price = links.has(mint) ? found[place++] : undefined
        return references.has(mint) ? 1 : price
      })
    },
  }
}
