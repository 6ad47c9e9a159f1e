import type { Candle } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartWindow, mergeCandles, summarize } from './chartData.ts'

const candle = fc.record({
  open: fc.double({ min: 0.01, max: 100, noNaN: true }),
  high: fc.double({ min: 0.01, max: 100, noNaN: true }),
  low: fc.double({ min: 0.01, max: 100, noNaN: true }),
  close: fc.double({ min: 0.01, max: 100, noNaN: true }),
  volume: fc.double({ min: 0, max: 1000, noNaN: true }),
})
const candles = fc
  .array(candle, { maxLength: 300 })
  .map((list): Candle[] => list.map((entry, place) => ({ ...entry, time: place * 60 })))

test('default: merges neighbors and keeps open, close, extremes and volume correct', () => {
  fc.assert(
    fc.property(candles, fc.integer({ min: 4, max: 80 }), (list, limit) => {
      const { candles: merged, bucket } = mergeCandles({ candles: list, interval: 60, span: 300 * 60, limit })
      expect(merged.length).toBeLessThanOrEqual(limit)
      expect(merged[0]?.open).toBe(list[0]?.open)
      expect(merged.at(-1)?.close).toBe(list.at(-1)?.close)
      expect(Math.max(...merged.map(({ high }) => high))).toBe(Math.max(...list.map(({ high }) => high)))
      expect(Math.min(...merged.map(({ low }) => low))).toBe(Math.min(...list.map(({ low }) => low)))
      const sum = (entries: readonly Candle[]) => entries.reduce((total, { volume }) => total + volume, 0)
      expect(sum(merged)).toBeCloseTo(sum(list), 6)
      // Flaw 16: candles do not overlap.
      for (const [place, { time }] of merged.entries())
        expect(time - (merged[place - 1]?.time ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(bucket)
    }),
  )
})

test('behavior: flaw 16: candles after a long pause do not overlap', () => {
  const at = (time: number) => ({ time, open: 1, high: 2, low: 1, close: 2, volume: 1 })
  const list = [...Array.from({ length: 40 }, (_, hour) => at(hour * 3600)), at(100 * 3600), at(101 * 3600)]
  const { candles: merged, bucket } = mergeCandles({ candles: list, interval: 3600, span: 7 * 86_400, limit: 90 })
  expect(bucket).toBe(7200)
  expect(merged.map(({ time }) => time / 3600).slice(-3)).toEqual([36, 38, 100])
})

test('behavior: 10,000 candles are merged to the number that fits', () => {
  const many = Array.from({ length: 10_000 }, (_, place) => ({
    ...{ time: place * 60, open: 1, high: 2, low: 1, close: 2, volume: 1 },
  }))
  const { candles: merged } = mergeCandles({ candles: many, interval: 60, span: 600_000, limit: 120 })
  expect(merged.length).toBeLessThanOrEqual(120)
})

test('behavior: flaw 16: a week shows a week, and the time of the first trade', () => {
  const at = (time: number) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 0 })
  const [now, week, day] = [10 * 86_400, 7 * 86_400, 86_400]
  const young = chartWindow({ candles: [at(8 * day), at(9 * day)], span: week, now })
  expect(young).toEqual({ from: 3 * day, to: now, since: 8 * day })
  expect(chartWindow({ candles: [at(3.2 * day), at(9 * day)], span: week, now })?.since).toBeUndefined()
  expect(chartWindow({ candles: [at(day), at(9 * day)], span: undefined, now })).toEqual({
    ...{ from: day, to: 9 * day, since: undefined },
  })
  expect(chartWindow({ candles: [], span: week, now })).toBeUndefined()
})

test('summarize: change from the first open to the last close; undefined without candles', () => {
  const list = [
    { time: 0, open: 2, high: 5, low: 2, close: 4, volume: 1 },
    { time: 60, open: 4, high: 4, low: 1, close: 3, volume: 1 },
  ]
  expect(summarize(list)).toEqual({ first: 2, last: 3, high: 5, low: 1, change: 0.5 })
  expect(summarize([])).toBeUndefined()
})
