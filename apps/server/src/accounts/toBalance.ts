import { type ChainId, formatUnits, toAccountId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'

/**
 * Returns a balance in the shape of the API.
 *
 * @param options.address of the token; undefined for the native token
 * @param options.amount base units
 * @param options.price USD; null if unknown
 */
export function toBalance({
  chainId,
  address,
  token: { name, symbol, decimals, iconUrl },
  amount,
  price,
}: {
  chainId: ChainId
  address?: string | undefined
  token: { name: string; symbol: string; decimals: number; iconUrl?: string | null | undefined }
  amount: bigint
  price: number | null
}): Balance {
  const numeric = formatUnits(amount, decimals, { keepZeros: true })
  return {
    ...{ name, symbol, chainId },
    ...(address === undefined ? {} : { address: toAccountId({ chainId, address }) }),
    value: price === null ? null : price * Number(numeric),
    price,
    quantity: { decimals: String(decimals), numeric },
    iconUrl: iconUrl ?? null,
  }
}
