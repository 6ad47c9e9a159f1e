import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitHiddenCharacters } from './splitHiddenCharacters.ts'

test('default', () => {
  expect(splitHiddenCharacters('pay\u200bpal')).toEqual([
    { hidden: false, text: 'pay' },
    { hidden: true, code: 'U+200B' },
    { hidden: false, text: 'pal' },
  ])
})

test.each([
  ['\u202e', 'U+202E'],
  ['\u2066', 'U+2066'],
  ['\u0000', 'U+0000'],
  ['\u00a0', 'U+00A0'],
  ['\u3164', 'U+3164'],
  ['\u{e0041}', 'U+E0041'],
  ['\ufeff', 'U+FEFF'],
  ['\u2028', 'U+2028'],
  ['\ud800', 'U+D800'],
])('behavior: %j is shown as %s', (character, code) => {
  expect(splitHiddenCharacters(`a${character}b`)).toContainEqual({ hidden: true, code })
})

test('behavior: keeps visible text: line ends, tabs, pictures of several characters, other scripts', () => {
  for (const text of ['one\n\ttwo\r\n', 'Thank you 👩‍🚀 ❤️ 👍🏽', 'привет 你好 مرحبا שלום', '']) {
    expect(splitHiddenCharacters(text).every(({ hidden }) => !hidden)).toBe(true)
  }
})

test('behavior: shows a joiner or selector that belongs to no picture', () => {
  expect(splitHiddenCharacters('a\u200db')).toContainEqual({ hidden: true, code: 'U+200D' })
  expect(splitHiddenCharacters('a\ufe0f')).toContainEqual({ hidden: true, code: 'U+FE0F' })
})

test('behavior: loses nothing: the parts are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parts = splitHiddenCharacters(text)
      const again = parts.map((part) =>
        part.hidden ? String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)) : part.text,
      )
      expect(again.join('')).toBe(text)
    }),
  )
})
