/** Level of a swap's price impact: `warn` from 3%, `confirm` from 10%; `unknown` without a known impact. */
export type PriceImpactLevel = 'fine' | 'warn' | 'confirm' | 'unknown'

/**
 * Returns the level of a price impact.
 *
 * @param impact a fraction; null if unknown
 * @example impactLevel(0.05) // 'warn'
 */
export function impactLevel(impact: number | null): PriceImpactLevel {
  if (impact === null) return 'unknown'
  return impact >= 0.1 ? 'confirm' : impact >= 0.03 ? 'warn' : 'fine'
}
