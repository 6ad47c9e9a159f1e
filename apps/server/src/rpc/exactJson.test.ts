import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson, readWhole, writeExactJson } from './exactJson.ts'

const whole = fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n })
/** JSON with integers of any size, and texts that look like them. */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    whole.map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
    fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
    whole.map((number) => JSON.stringify(`,${number} "${number}" \\${number}`)),
    fc.array(tie('value')).map((list) => `[${list.join(', ')}]`),
    fc.dictionary(fc.string(), tie('value')).map(
      (entries) =>
        `{${Object.entries(entries)
          .map(([key, value]) => `${JSON.stringify(key)}: ${value}`)
          .join(',')}}`,
    ),
  ),
})).value

test('behavior: parsed values are written again, digit for digit', () => {
  fc.assert(
    fc.property(json, (text) => {
      const again = writeExactJson(parseExactJson(text))
      // Without whitespace, and with fractions as JavaScript writes them.
      expect(numbersOf(again)).toEqual(numbersOf(text))
      expect(JSON.parse(again)).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('default', () => {
  const text = '{"rentEpoch":18446744073709551615,"lamports":[9007199254740993,1],"memo":"a 18446744073709551615"}'
  expect(writeExactJson(parseExactJson(text))).toBe(text)
  const read = parseExactJson(text) as { rentEpoch: unknown; lamports: unknown[] }
  expect(readWhole(read.rentEpoch)).toBe(18446744073709551615n)
  expect(read.lamports.map(readWhole)).toEqual([9007199254740993n, 1n])
  expect([readWhole('12'), readWhole(1.5), readWhole(2 ** 60), readWhole('x'), readWhole(null)]).toEqual([
    ...[12n, undefined, undefined, undefined, undefined],
  ])
})

test('error: invalid JSON', () => {
  expect(() => parseExactJson('{"a":12345678901234567890')).toThrow(SyntaxError)
  expect(() => parseExactJson('[12345678901234567890')).toThrow(SyntaxError)
})

/** Returns the integers outside of strings. */
function numbersOf(text: string): string[] {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)].flatMap(([found]) =>
    /^-?\d+$/.test(found) ? [found === '-0' ? '0' : found] : [],
  )
}
