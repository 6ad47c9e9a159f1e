import { nativeEvmAddress, parseAccountId, shortenAddress } from '@latchkey/protocol'
import type { Balance, ConvertToken } from '@latchkey/protocol/api'

/** Whether two CAIP-10 addresses of tokens are the same, however they are written. */
export function isSameToken(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase()
}

/** The plain address of a token; undefined for the native coin, which has none. */
export function contractOf({ address }: Pick<ConvertToken, 'address'>): string | undefined {
  const { address: plain } = parseAccountId(address)
  return plain.toLowerCase() === nativeEvmAddress ? undefined : plain
}

/** What a picture needs of a token. */
export function pictureOf({ symbol, logoUri }: Pick<ConvertToken, 'symbol' | 'logoUri'>): {
  symbol: string
  iconUrl: string | null
} {
  return { symbol, iconUrl: logoUri }
}

/** The token of a hop: its symbol and picture where it is known, else its shortened address. */
export function tokenOfHop({ address, known }: { address: string; known: readonly ConvertToken[] }): {
  symbol: string
  iconUrl: string | null
} {
  const token = known.find((one) => isSameToken(one.address, address))
  if (token !== undefined) return pictureOf(token)
  const plain = address.split(':').at(-1) ?? address
  return { symbol: shortenAddress(plain), iconUrl: null }
}

/** What the account owns of a token, decimal text; undefined where nobody knows. What is followed live comes first. */
export function ownedOf({
  token,
  balances,
  listed,
}: {
  token: ConvertToken
  balances: readonly Balance[] | undefined
  listed: readonly (ConvertToken & { balance: string | undefined })[] | undefined
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
