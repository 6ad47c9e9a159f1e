import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName } from './cleanName.ts'
import { revealHidden } from './revealHidden.ts'
import { toSkeleton } from './toSkeleton.ts'

const point = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

describe('revealHidden', () => {
  test('default', () => {
    expect(revealHidden('a\u202eb\u200bc\u200b')).toStrictEqual({
      text: 'a⟨U+202E⟩b⟨U+200B⟩c⟨U+200B⟩',
      characters: ['U+200B', 'U+202E'],
      count: 3,
    })
  })

  test.each(['', 'Hello,\n\tworld\r\n', 'Zażółć gęślą jaźń 你好 مرحبا שלום नमस्ते', '👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 👍🏽'])(
    'behavior: honest text stays as it is: %j',
    (text) => {
      expect(revealHidden(text)).toStrictEqual({ text, characters: [], count: 0 })
    },
  )

  test.each([
    0x0, 0x8, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200e, 0x2028, 0x2066, 0x2800, 0x3164, 0xfeff,
    0xe000, 0xe0020, 0xe0100,
  ])('behavior: U+%s is found', (code) => {
    expect(revealHidden(`a${String.fromCodePoint(code)}b`).count).toBe(1)
  })

  test('behavior: the revealed text hides nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: point }), (text) => {
        expect(revealHidden(revealHidden(text).text).count).toBe(0)
      }),
    )
  })
})

describe('cleanName', () => {
  test('default', () => {
    expect(cleanName({ text: ' \u202eUSD\n\nC\u200b ', limit: 20 })).toBe('USD C')
    expect(cleanName({ text: 'x'.repeat(50), limit: 5 })).toBe('xxxx…')
    expect(cleanName({ text: '👍'.repeat(1000), limit: 3 })).toBe('👍👍…')
  })
})

describe('toSkeleton', () => {
  test.each([
    ['USDC', 'USDС'],
    ['USDC', 'usdс'],
    ['USDC', 'U S D C'],
    ['USDT', 'USD₮'],
    ['USDT', 'USDТ'],
    ['ETH', 'ΕΤΗ'],
    ['ETH', 'ЕТН'],
    ['LINK', '1INK'],
    ['COMP', 'C0MP'],
    ['WETH', 'WÉTH'],
  ])('behavior: threat 23: %s is imitated by %s', (real, fake) => {
    expect(toSkeleton(fake)).toBe(toSkeleton(real))
  })

  test.each([
    ['USDC', 'USDT'],
    ['ETH', 'WETH'],
    ['DAI', 'SDAI'],
  ])('behavior: %s is not %s', (one, other) => {
    expect(toSkeleton(one)).not.toBe(toSkeleton(other))
  })
})
