import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableInk } from './readableInk.ts'

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('default: light on dark, dark on light', () => {
  expect(readableInk('#1d4ed8')).toBe('#ffffff')
  expect(readableInk('#e8b04b')).toBe('#050504')
  expect(readableInk('#fff')).toBe('#050504')
})

test('behavior: every color gets a text color with a contrast of 4.5:1 or more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const background = `#${value.toString(16).padStart(6, '0')}`
      const ink = readableInk(background) ?? background
      const [high = 0, low = 0] = [luminance(background), luminance(ink)].sort((a, b) => b - a)
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5)
    }),
    { numRuns: 2000, examples: [[0xd133ac]] },
  )
})

test('error: returns undefined for a named color', () => {
  expect(readableInk('rebeccapurple')).toBeUndefined()
})
