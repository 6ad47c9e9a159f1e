import type { SolanaNode } from '../../chains/solana/createSolanaNode.ts'
import type { SendSpeed } from '../SendFeature.ts'

/** Micro-lamports per compute unit, by speed. */
export type PriorityPrices = Record<SendSpeed, bigint>

/** Smallest price. For a payment, this is a lamport or a few. */
const least: PriorityPrices = { standard: 1_000n, fast: 10_000n, instant: 50_000n }
/** Largest price, whatever the node reports. For a payment, this is at most 0.0004 SOL. */
const most = 10_000_000n
/** Share of the latest blocks that the price would have entered. */
const shares: Record<SendSpeed, number> = { standard: 0.5, fast: 0.75, instant: 0.95 }

/**
 * Returns the priority prices. For each of the latest 150 blocks, the node reports the smallest fee of transactions with the same accounts.
 * The price is the quantile of the speed. Source: `getRecentPrioritizationFees`.
 */
export async function readPriorityPrices({
  node,
  accounts,
}: {
  node: Pick<SolanaNode, 'recentPrices'>
  /** The accounts that the payment writes. */
  accounts: readonly string[]
}): Promise<PriorityPrices> {
  return priorityPricesOf(await node.recentPrices(accounts))
}

/** Returns the prices for the fees of recent blocks. */
export function priorityPricesOf(recent: readonly bigint[]): PriorityPrices {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const at = (speed: SendSpeed) => {
    const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * shares[speed]))] ?? 0n
    const price = found > least[speed] ? found : least[speed]
    return price < most ? price : most
  }
  return { standard: at('standard'), fast: at('fast'), instant: at('instant') }
}
