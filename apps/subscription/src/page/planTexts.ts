import { formatUnits } from '@latchkey/protocol'
import type { OfferedPlan } from '../paper/paperApi.ts'

/** Formats the price of one period: `5 USDX`. */
export function priceText({ price, token }: OfferedPlan): string {
  return `${formatUnits(BigInt(price), token.decimals)} ${token.symbol}`
}

/** Formats the period: `every 30 days`. */
export function spanText(seconds: number): string {
  const [count, unit] = seconds % 86_400 === 0 ? [seconds / 86_400, 'day'] : [seconds / 60, 'minute']
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}
