import { formatUnits, shortenAddress } from '@latchkey/protocol'
import { getAddress } from 'viem/utils'
import type { OfferedPlan } from '../paper/paperApi.ts'

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Formats the price of a number of periods: `5 USDX`. */
export function priceText({ price, token }: Pick<OfferedPlan, 'price' | 'token'>, periods = 1): string {
  return `${formatUnits(BigInt(price) * BigInt(periods), token.decimals)} ${token.symbol}`
}

/** Formats the period: `every 30 days`. */
export function spanText(seconds: number): string {
  const [count, unit] = split(seconds)
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

/** Formats a time in its largest exact unit: `1 hour`, `90 minutes`. */
export function durationText(seconds: number): string {
  const [count, unit] = split(seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Formats an address as the wallet's button shows it: `0x1a64…14F1` (EIP-55). */
export function shortText(account: string): string {
  return shortenAddress(getAddress(account))
}

/** Formats a time of the reader's calendar. @param seconds unix */
export function dateText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/**
 * Returns the unix seconds of the next payment; undefined if none follows.
 *
 * @example nextPayment({ startsAt: 0, endsAt: 179, period: 60, now: 70 }) // 120
 */
export function nextPayment({
  startsAt,
  endsAt,
  period,
  now,
}: {
  startsAt: number
  endsAt: number
  period: number
  now: number
}): number | undefined {
  const next = now < startsAt ? startsAt : startsAt + (Math.floor((now - startsAt) / period) + 1) * period
  return next <= endsAt ? next : undefined
}

function split(seconds: number): readonly [number, string] {
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? units[3]
  return [seconds / size, unit]
}
