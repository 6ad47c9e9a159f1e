import type { EsploraAddress } from '../esplora/esploraCalls.ts'

/** Returns the balance of an address in satoshis: mined amounts, and pending changes. */
export function sumOf({ chain_stats: settled, mempool_stats: waiting }: EsploraAddress): bigint {
  const own = ({ funded_txo_sum, spent_txo_sum }: typeof settled) => BigInt(funded_txo_sum) - BigInt(spent_txo_sum)
  const sum = own(settled) + own(waiting)
  return sum > 0n ? sum : 0n
}
