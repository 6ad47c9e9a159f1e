import type { Candle, CandleInterval } from '@latchkey/protocol/api'

/** How far back the chart looks. */
export const chartRanges = ['1H', '1D', '1W', 'All'] as const

/** How far back the chart looks. */
export type ChartRange = (typeof chartRanges)[number]

/** The candles that suit each range; `span` in seconds, undefined for all there is. */
export const rangeQueries: Record<ChartRange, { interval: CandleInterval; span: number | undefined }> = {
  '1H': { interval: '1m', span: 3600 },
  '1D': { interval: '5m', span: 86_400 },
  '1W': { interval: '1h', span: 7 * 86_400 },
  All: { interval: '1h', span: undefined },
}

/** Fewer hourly candles than this, and the whole history is read by the minute. */
export const sparse = 48

/** Seconds that a joined candle may stand for. */
const bucketLengths = [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 3 * 86_400, 7 * 86_400]

/**
 * Joins candles into buckets of equal length until at most `limit` cover the time that is shown, so that each stays wide enough to see
 * and none covers another. Opens, closes, highs, lows and volumes stay true; a bucket without a trade stays out.
 *
 * @param options.span seconds that are shown
 * @param options.interval seconds of a candle
 * @returns the joined candles, and how many seconds each stands for
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
 * The time that a chart shows: the range as it was chosen, or all that there is of it.
 *
 * @param options.now unix seconds of the reading
 * @returns unix seconds; `since`: the first trade, where it came so late that a part of the range is empty
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

/** What a range did: its first and last price, its extremes, and the change as a fraction. */
export function summarise(candles: readonly Candle[]) {
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
