import type { SolanaNode } from '../../chains/solana/createSolanaNode.ts'
import type { SendSpeed } from '../SendFeature.ts'

/** Micro-lamports for a compute unit, at each speed. */
export type PriorityPrices = Record<SendSpeed, bigint>

/** What is offered at least: where nobody offers anything, this is a lamport or a few. */
const least: PriorityPrices = { standard: 1_000n, fast: 10_000n, instant: 50_000n }
/** What is never exceeded, whatever nodes say: with a payment's units 0.0004 SOL at most. */
const most = 10_000_000n
/** Which part of the latest blocks would have been entered. */
const shares: Record<SendSpeed, number> = { standard: 0.5, fast: 0.75, instant: 0.95 }

/**
 * What to offer for a place in a block: of the least that each of the latest 150 blocks took from transactions with the same accounts,
 * the share that the speed stands for. Source: `getRecentPrioritizationFees`.
 */
export async function readPriorityPrices({
  node,
  accounts,
}: {
  node: Pick<SolanaNode, 'recentPrices'>
  /** Those that the payment writes to. */
  accounts: readonly string[]
}): Promise<PriorityPrices> {
  return priorityPricesOf(await node.recentPrices(accounts))
}

/** Works the prices out of what blocks took. */
export function priorityPricesOf(recent: readonly bigint[]): PriorityPrices {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const at = (speed: SendSpeed) => {
    const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * shares[speed]))] ?? 0n
    const price = found > least[speed] ? found : least[speed]
    return price < most ? price : most
  }
  return { standard: at('standard'), fast: at('fast'), instant: at('instant') }
}
