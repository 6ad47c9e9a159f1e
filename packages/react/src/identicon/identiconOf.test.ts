import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identiconOf } from './identiconOf.ts'

const address = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits}`)

test('behavior: an address gives the same picture in any letter case', () => {
  fc.assert(
    fc.property(address, (text) => {
      expect(identiconOf(text)).toEqual(identiconOf(text.toUpperCase().replace('0X', '0x')))
    }),
  )
})

test('behavior: can be drawn: no broken number, no broken color', () => {
  fc.assert(
    fc.property(address, (text) => {
      const { background, shapes } = identiconOf(text)
      for (const color of [background, ...shapes.map((shape) => shape.color)]) {
        expect(color).toMatch(/^hsl\(([0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]) \d+% \d+%\)$/)
      }
      for (const { path } of shapes) expect(path).toMatch(/^M[-\d. A]+Z$/)
    }),
  )
})

test('behavior: addresses that differ in one character look different', () => {
  const pictures = Array.from({ length: 256 }, (_, index) =>
    JSON.stringify(identiconOf(`0x${index.toString(16).padStart(40, '0')}`)),
  )
  expect(new Set(pictures).size).toBe(256)
})
