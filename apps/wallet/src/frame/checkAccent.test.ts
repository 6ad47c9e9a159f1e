import { expect, test } from 'vitest'
import { checkAccent } from './checkAccent.ts'
import { cleanClaimedName } from './cleanClaimedName.ts'

test('behavior: threat 18: theme-contrast: an accent without contrast to the card is refused', () => {
  for (const [accent, mode] of [
    ['#ffffff', 'light'],
    ['#fefefe', 'light'],
    ['#17171a', 'dark'],
    ['#1f1f22', 'dark'],
  ] as const)
    expect(() => checkAccent({ accent, mode })).toThrow('does not understand')
  for (const [accent, mode] of [
    ['#3b5bdb', 'light'],
    ['#ffd43b', 'light'],
    ['#ffffff', 'dark'],
    ['#f03e3e', 'dark'],
  ] as const)
    expect(() => checkAccent({ accent, mode })).not.toThrow()
})

test.each([
  ['  My \n\t app  ', 'My app'],
  ['\u202Eelppa\u202C', 'elppa'],
  ['A\u200B\u2066pp\u0000', 'App'],
  ['\u2800\u200D', null],
  ['x'.repeat(100), 'x'.repeat(60)],
  ['a\u0301\u0302\u0303\u0304', 'a\u0301\u0302'.normalize('NFC')],
])('behavior: the claimed name of a page is shown without hidden characters: %j', (name, expected) => {
  expect(cleanClaimedName(name)).toBe(expected)
})
