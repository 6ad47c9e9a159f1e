import type { SwapToken } from '@latchkey/core'

/** The tokens to choose from: owned ones, listed ones, and the rest. */
export type SortedTokens = {
  yours: readonly SwapToken[]
  listed: readonly SwapToken[]
  unlisted: readonly SwapToken[]
}

/**
 * Filters and sorts tokens. An unlisted token never precedes a listed one, whatever value it claims, because anyone can create a token
 * and a pool with any price.
 *
 * @param options.search part of a name or symbol, or an address
 */
export function sortTokens({ tokens, search }: { tokens: readonly SwapToken[]; search: string }): SortedTokens {
  const needle = search.trim().toLowerCase()
  const matches = tokens.filter(({ name, symbol, address }) =>
    [name, symbol, address.split(':').at(-1) ?? ''].some((text) => text.toLowerCase().includes(needle)),
  )
  const isOwned = ({ balance }: SwapToken) => balance !== undefined && /[1-9]/.test(balance)
  const worth = ({ balance, price }: SwapToken) => Number(balance ?? 0) * (price ?? 0)
  const owned = matches.filter(isOwned)
  return {
    yours: [
      ...owned.filter(({ listed }) => listed).sort((one, other) => worth(other) - worth(one)),
      ...owned.filter(({ listed }) => !listed),
    ],
    listed: matches.filter((token) => token.listed && !isOwned(token)),
    unlisted: matches.filter((token) => !token.listed && !isOwned(token)),
  }
}
