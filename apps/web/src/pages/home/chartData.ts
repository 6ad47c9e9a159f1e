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

/**
 * Joins neighbouring candles until at most `limit` are left, so that each stays wide enough to see. Opens, closes, highs,
 * lows and volumes stay true.
 */
export function mergeCandles({ candles, limit }: { candles: readonly Candle[]; limit: number }): readonly Candle[] {
  const size = Math.ceil(candles.length / Math.max(1, limit))
  if (size <= 1) return candles
  const merged: Candle[] = []
  for (let start = 0; start < candles.length; start += size) {
    const group = candles.slice(start, start + size)
    const [first] = group
    const last = group.at(-1)
    if (!first || !last) continue
    merged.push({
      time: first.time,
      open: first.open,
      high: Math.max(...group.map(({ high }) => high)),
      low: Math.min(...group.map(({ low }) => low)),
      close: last.close,
      volume: group.reduce((sum, { volume }) => sum + volume, 0),
    })
  }
  return merged
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
