import type { PriceImpactLevel } from '@latchkey/core'

/** How a price impact is to be shown, a fraction: remarked on from 3 %, confirmed from 10 %. */
export function impactLevel(impact: number | null): PriceImpactLevel {
  if (impact === null) return 'unknown'
  return impact >= 0.1 ? 'confirm' : impact >= 0.03 ? 'warn' : 'fine'
}
