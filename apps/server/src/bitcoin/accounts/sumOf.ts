import { formatUnits } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import type { BitcoinChainConfig } from '../../platform/config/ServerConfig.ts'
import type { EsploraAddress } from '../esplora/esploraCalls.ts'

/** Satoshi that an address has: what is in blocks, and what came and went since and waits for one. */
export function sumOf({ chain_stats: settled, mempool_stats: waiting }: EsploraAddress): bigint {
  const own = ({ funded_txo_sum, spent_txo_sum }: typeof settled) => BigInt(funded_txo_sum) - BigInt(spent_txo_sum)
  const sum = own(settled) + own(waiting)
  return sum > 0n ? sum : 0n
}

/** Writes the balance of the native coin. */
export function writeBalance({
  chain: { chainId, nativeCurrency },
  amount,
  price,
}: {
  chain: BitcoinChainConfig
  /** Satoshi. */
  amount: bigint
  /** Usd; null when unknown. */
  price: number | null
}): Balance {
  const { name, symbol, decimals, iconUrl = null } = nativeCurrency
  const numeric = formatUnits(amount, decimals, { keepZeros: true })
  return {
    ...{ name, symbol, chainId, price, iconUrl },
    value: price === null ? null : price * Number(numeric),
    quantity: { decimals: String(decimals), numeric },
  }
}
