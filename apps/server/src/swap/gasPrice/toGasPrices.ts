import type { Hex } from '../../chains/rpcTypes.ts'
import type { GasPriceLevels } from './createGasPrices.ts'

/** Response of `eth_feeHistory`. Its last base fee is the one of the next block. */
export type FeeHistory = { baseFeePerGas?: readonly Hex[]; gasUsedRatio?: readonly number[]; reward?: readonly Hex[][] }

/**
 * Factors for the base fee, in eighths. It rises by at most one eighth per block (EIP-1559), so these prices last for one,
 * two and four full blocks.
 */
const headroom = [9n, 10n, 12n] as const
/** Factors for the gas price of a node without history, in tenths. */
const hurry = [10n, 11n, 13n] as const

/**
 * Returns three gas prices from the last blocks.
 *
 * @param options.history with three percentiles of tips in each block; null if the node has none
 * @param options.gasPrice suggestion of the node, wei
 * @returns undefined if both are missing
 */
export function toGasPrices({
  history,
  gasPrice,
}: {
  history: FeeHistory | null
  gasPrice: bigint | undefined
}): GasPriceLevels | undefined {
  const fees = history?.baseFeePerGas ?? []
  const [next, last] = [fees.at(-1), fees.at(-2)]
  if (next === undefined || BigInt(next) === 0n) {
    return gasPrice === undefined ? undefined : toLevels(hurry.map((tenths) => (gasPrice * tenths) / 10n))
  }
  // Blocks without transactions have no tips.
  const blocks = (history?.reward ?? []).filter((_, index) => (history?.gasUsedRatio?.[index] ?? 0) > 0)
  const suggested = gasPrice === undefined || last === undefined ? 0n : gasPrice - BigInt(last)
  const least = suggested > 0n ? suggested : 0n
  return toLevels(
    headroom.map((eighths, level) => {
      const tips = blocks.flatMap((tipsOf) => tipsOf[level] ?? []).map(BigInt)
      return (BigInt(next) * eighths) / 8n + (tips.length > 0 ? median(tips) : least)
    }),
  )
}

function toLevels([standard = 0n, fast = 0n, instant = 0n]: readonly bigint[]): GasPriceLevels {
  const second = fast > standard ? fast : standard
  return { standard, fast: second, instant: instant > second ? instant : second }
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[sorted.length >> 1] ?? 0n
}
