import type { Candle, CandleInterval } from '@latchkey/protocol/api'

/** The ranges of the chart. */
export const chartRanges = ['1H', '1D', '1W', 'All'] as const

/** A range of the chart. */
export type ChartRange = (typeof chartRanges)[number]

/** The candles of each range; `span` in seconds, undefined for the whole history. */
export const rangeQueries: Record<ChartRange, { interval: CandleInterval; span: number | undefined }> = {
  '1H': { interval: '1m', span: 3600 },
  '1D': { interval: '5m', span: 86_400 },
  '1W': { interval: '1h', span: 7 * 86_400 },
  All: { interval: '1h', span: undefined },
}

/** With fewer hourly candles than this, the whole history is read in minutes. */
export const sparse = 48

/** Possible lengths of a merged candle, in seconds. */
const bucketLengths = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 3 * 86_400, 7 * 86_400]

/**
 * Merges candles into buckets of equal length until at most `limit` of them cover the visible time, so that each stays wide enough and none
 * overlaps another. Opens, closes, highs, lows and volumes stay correct. A bucket without a trade is omitted.
 *
 * @param options.span visible seconds
 * @param options.interval seconds of a candle
 * @returns the merged candles, and the seconds of each
 */
export function mergeCandles({
  candles,
  interval,
  span,
  limit,
}: {
  candles: readonly Candle[]
  interval: number
  span: number
  limit: number
}): { candles: readonly Candle[]; bucket: number } {
  const fits = (length: number) => length >= interval && span / length + 1 <= limit
  const bucket = bucketLengths.find(fits) ?? Math.max(interval, Math.ceil(span / Math.max(1, limit - 1)))
  const merged: Candle[] = []
  for (const candle of candles) {
    const time = Math.floor(candle.time / bucket) * bucket
    const last = merged.at(-1)
    if (last?.time !== time) {
      merged.push({ ...candle, time })
      continue
    }
    last.high = Math.max(last.high, candle.high)
    last.low = Math.min(last.low, candle.low)
    last.close = candle.close
    last.volume += candle.volume
  }
  return { candles: merged, bucket }
}

/**
 * Returns the visible time of a chart: the selected range, or the part of it with data.
 *
 * @param options.now unix seconds of the read
 * @returns unix seconds; `since`: the first trade, if a part of the range before it is empty
 */
export function chartWindow({
  candles,
  span,
  now,
}: {
  candles: readonly Candle[]
  span: number | undefined
  now: number
}): { from: number; to: number; since: number | undefined } | undefined {
  const first = candles[0]?.time
  const last = candles.at(-1)?.time
  if (first === undefined || last === undefined) return undefined
  if (span === undefined) return { from: first, to: last, since: undefined }
  const to = Math.max(now, last)
  const from = Math.min(to - span, first)
  return { from, to, since: first - from > span / 10 ? first : undefined }
}

/** Returns the first and last price of a range, its extremes, and the change as a fraction. */
export function summarize(candles: readonly Candle[]) {
  const first = candles[0]
  const last = candles.at(-1)
  if (!first || !last) return undefined
  let high = first.high
  let low = first.low
  for (const candle of candles) {
    if (candle.high > high) high = candle.high
    if (candle.low < low) low = candle.low
  }
  return {
    first: first.open,
    last: last.close,
    high,
    low,
    change: first.open > 0 ? last.close / first.open - 1 : null,
  }
}
