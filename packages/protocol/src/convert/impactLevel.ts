/** How much a swap moves the price: `warn` from 3 %, `confirm` from 10 %; `unknown` where nobody can tell. */
export type PriceImpactLevel = 'fine' | 'warn' | 'confirm' | 'unknown'

/**
 * How a price impact is to be treated.
 *
 * @param impact a fraction; null when it cannot be told
 * @example impactLevel(0.05) // 'warn'
 */
export function impactLevel(impact: number | null): PriceImpactLevel {
  if (impact === null) return 'unknown'
  return impact >= 0.1 ? 'confirm' : impact >= 0.03 ? 'warn' : 'fine'
}
