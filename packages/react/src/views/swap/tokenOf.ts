import { nativeEvmAddress, parseAccountId, shortenAddress } from '@latchkey/protocol'
import type { Balance, SwappableToken } from '@latchkey/protocol/api'

/** Whether two CAIP-10 addresses of tokens are the same, ignoring letter case. */
export function isSameToken(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()
}

/** Returns the plain address of a token; undefined for the native token, which has none. */
export function contractOf({ address }: Pick<SwappableToken, 'address'>): string | undefined {
  const { address: plain } = parseAccountId(address)
  return plain.toLowerCase() === nativeEvmAddress ? undefined : plain
}

/** Returns the properties that a token picture needs. */
export function pictureOf({ symbol, logoUri }: Pick<SwappableToken, 'symbol' | 'logoUri'>): {
  symbol: string
  iconUrl: string | null
} {
  return { symbol, iconUrl: logoUri }
}

/** Returns symbol and picture of a hop's token; for an unknown token, its shortened address. */
export function tokenOfHop({ address, known }: { address: string; known: readonly SwappableToken[] }): {
  symbol: string
  iconUrl: string | null
} {
  const token = known.find((one) => isSameToken(one.address, address))
  if (token !== undefined) return pictureOf(token)
  const plain = address.split(':').at(-1) ?? address
  return { symbol: shortenAddress(plain), iconUrl: null }
}

/** Returns the account's balance of a token, decimal text; undefined if unknown. Live balances have priority over the list. */
export function ownedOf({
  token,
  balances,
  listed,
}: {
  token: SwappableToken
  balances: readonly Balance[] | undefined
  listed: readonly (SwappableToken & { balance: string | undefined })[] | undefined
}): string | undefined {
  const { chainId } = parseAccountId(token.address)
  const contract = contractOf(token)
  const live = balances?.find((balance) =>
    balance.address === undefined
      ? contract === undefined && balance.chainId === chainId
      : isSameToken(balance.address, token.address),
  )
  return live?.quantity.numeric ?? listed?.find((one) => isSameToken(one.address, token.address))?.balance
}
