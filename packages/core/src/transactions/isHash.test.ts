import { expect, test } from 'vitest'
import { isHash } from './isHash.ts'

test.each([
  [`0x${'a1'.repeat(32)}`, true],
  [`0x${'A1'.repeat(32)}`, true],
  ['a1'.repeat(32), false],
  [`0x${'a1'.repeat(31)}a`, false],
  [`0x${'a1'.repeat(32)}a`, false],
  [`0x${'g1'.repeat(32)}`, false],
  [undefined, false],
])('a hash is 0x and 64 hexadecimal characters (spec 5.11): %s', (value, expected) =>
  expect(isHash(value)).toBe(expected),
)
