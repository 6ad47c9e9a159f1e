import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrShapes } from './qrShapes.ts'

/** Draws the shapes as pixels, as a camera would see them. */
function photograph({ size, finders, dots }: ReturnType<typeof qrShapes>): {
  width: number
  height: number
  data: Uint8Array
} {
  const scale = 8
  const margin = 4
  const width = (size + margin * 2) * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  const paint = (isInk: (x: number, y: number) => boolean) => {
    for (let row = 0; row < width; row++) {
      for (let column = 0; column < width; column++) {
        if (!isInk((column + 0.5) / scale - margin, (row + 0.5) / scale - margin)) continue
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
    }
  }
  const centres = new Set(
    [...dots.matchAll(/M([\d.]+) ([\d.]+)h0/g)].map(([, x, y]) => `${Number(x) - 0.5} ${Number(y) - 0.5}`),
  )
  paint((x, y) => centres.has(`${Math.floor(x)} ${Math.floor(y)}`) && Math.hypot((x % 1) - 0.5, (y % 1) - 0.5) < 0.42)
  for (const finder of finders) {
    paint((x, y) => {
      const away = Math.max(Math.abs(x - finder.x - 3.5), Math.abs(y - finder.y - 3.5))
      return away < 1.5 || (away > 2.5 && away < 3.5)
    })
  }
  return { width, height: width, data }
}

test('default: a camera reads the address, hole in the middle included', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(decodeQR(photograph(qrShapes({ text: address })))).toBe(address)
})

test('behavior: every address can be read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 40, maxLength: 40 }),
      (digits) => {
        const address = `0x${digits}`
        expect(decodeQR(photograph(qrShapes({ text: address })))).toBe(address)
      },
    ),
    { numRuns: 15 },
  )
})

test('behavior: a pairing URI, which is long, can be read', () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
  fc.assert(
    fc.property(hex(64), hex(64), (topic, key) => {
      const uri = `wc:${topic}@2?expiryTimestamp=1791295740&relay-protocol=irn&symKey=${key}`
      expect(decodeQR(photograph(qrShapes({ text: uri })))).toBe(uri)
    }),
    { numRuns: 15 },
  )
})
