import type { Candle } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeCandles, summarise } from './chartData.ts'

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

test('default: joins neighbours and keeps open, close, extremes and volume true', () => {
  fc.assert(
    fc.property(candles, fc.integer({ min: 1, max: 80 }), (list, limit) => {
      const merged = mergeCandles({ candles: list, limit })
      expect(merged.length).toBeLessThanOrEqual(limit)
      expect(merged[0]?.open).toBe(list[0]?.open)
      expect(merged.at(-1)?.close).toBe(list.at(-1)?.close)
      expect(Math.max(...merged.map(({ high }) => high))).toBe(Math.max(...list.map(({ high }) => high)))
      expect(Math.min(...merged.map(({ low }) => low))).toBe(Math.min(...list.map(({ low }) => low)))
      const sum = (entries: readonly Candle[]) => entries.reduce((total, { volume }) => total + volume, 0)
      expect(sum(merged)).toBeCloseTo(sum(list), 6)
    }),
  )
})

test('behavior: 10,000 candles are joined to what fits', () => {
  const many = Array.from({ length: 10_000 }, (_, time) => ({ time, open: 1, high: 2, low: 1, close: 2, volume: 1 }))
  expect(mergeCandles({ candles: many, limit: 120 }).length).toBeLessThanOrEqual(120)
})

test('summarise: change from the first open to the last close; nothing of nothing', () => {
  const list = [
    { time: 0, open: 2, high: 5, low: 2, close: 4, volume: 1 },
    { time: 60, open: 4, high: 4, low: 1, close: 3, volume: 1 },
  ]
  expect(summarise(list)).toEqual({ first: 2, last: 3, high: 5, low: 1, change: 0.5 })
  expect(summarise([])).toBeUndefined()
})
