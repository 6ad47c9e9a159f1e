import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameCount } from './createFrameCount.ts'

/** A masked frame, as browsers send it. */
function frame({ opcode = 1, isLast = true, length = 0 }: { opcode?: number; isLast?: boolean; length?: number }) {
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const bytes = Buffer.alloc(2 + extended + 4 + length, 0x61)
  bytes[0] = (isLast ? 0x80 : 0) | opcode
  bytes[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127)
  if (extended === 2) bytes.writeUInt16BE(length, 2)
  if (extended === 8) bytes.writeBigUInt64BE(BigInt(length), 2)
  return bytes
}

test('default', () => {
  const { take } = createFrameCount()
  expect(take(frame({ length: 20 }))).toBe(0)
  const long = frame({ length: 100_000 })
  expect(take(long.subarray(0, 60_000))).toBe(60_000 + 256)
  expect(take(long.subarray(60_000))).toBe(0)
})

test('behavior: fragments count until the last one, also with a ping between them', () => {
  const { take } = createFrameCount()
  const first = frame({ length: 1_000, isLast: false })
  const held = take(first)
  expect(held).toBeGreaterThan(first.length)
  expect(take(frame({ opcode: 9, length: 4 }))).toBeGreaterThan(held)
  expect(take(frame({ opcode: 0, length: 10, isLast: false }))).toBeGreaterThan(held)
  expect(take(frame({ opcode: 0, length: 0 }))).toBe(0)
})

test('behavior: a chunk that ends one message and begins another counts as a whole', () => {
  const { take } = createFrameCount()
  const piece = Buffer.concat([frame({ length: 60_000 }), frame({ length: 500 }).subarray(0, 9)])
  expect(take(piece)).toBe(piece.length + 256)
})

test('behavior: chunks of one byte count with their real cost', () => {
  const { take } = createFrameCount()
  const bytes = frame({ length: 200 })
  let held = 0
  for (const byte of bytes.subarray(0, 100)) held = take(Uint8Array.of(byte))
  expect(held).toBe(100 * (1 + 256))
})

test('behavior: for any split of the bytes, nothing is held after the last, and never less than the unfinished part', () => {
  const messages = fc.array(
    fc.record({
      parts: fc.array(fc.oneof(fc.nat(200), fc.constantFrom(125, 126, 65_535, 65_536)), { minLength: 1, maxLength: 4 }),
      isPinged: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(messages, fc.array(fc.nat(20_000), { minLength: 1, maxLength: 50 }), (list, cuts) => {
      const frames: Buffer[] = []
      const ends: number[] = []
      for (const { parts, isPinged } of list) {
        for (const [index, length] of parts.entries()) {
          frames.push(frame({ opcode: index === 0 ? 1 : 0, isLast: index === parts.length - 1, length }))
          if (isPinged) frames.push(frame({ opcode: 9, length: 3 }))
          if (index === parts.length - 1) ends.push(frames.reduce((sum, { length: bytes }) => sum + bytes, 0))
        }
      }
      const all = Buffer.concat(frames)
      const { take } = createFrameCount()
      let at = 0
      let held = 0
      for (let index = 0; at < all.length; index += 1) {
        const size = 1 + (cuts[index % cuts.length] ?? 0)
        held = take(all.subarray(at, at + size))
        at = Math.min(all.length, at + size)
        const start = ends.filter((end) => end <= at).at(-1) ?? 0
        // A ping after the last fragment belongs to no message.
        if (held === 0) continue
        expect(held).toBeGreaterThanOrEqual(Math.min(at - start, size))
      }
      expect(held).toBe(0)
    }),
  )
})
