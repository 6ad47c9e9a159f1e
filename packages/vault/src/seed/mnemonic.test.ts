import { readFileSync } from 'node:fs'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist as words } from '@scure/bip39/wordlists/english'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import vectors from '../../vectors/bip39.json' with { type: 'json' }
import { createEntropy } from './createEntropy.ts'
import { fromMnemonic, toMnemonic } from './mnemonic.ts'
import { seedFromMnemonic } from './seedFromMnemonic.ts'
import { wordListOf } from './wordListOf.ts'

const entropies = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))

test.each(vectors)('default: $mnemonic', async ({ entropy, mnemonic, seed }) => {
  expect(toMnemonic({ entropy: hexToBytes(entropy), words })).toBe(mnemonic)
  expect(bytesToHex(fromMnemonic({ text: mnemonic, words }))).toBe(entropy)
  expect(bytesToHex(await seedFromMnemonic(mnemonic, 'TREZOR'))).toBe(seed)
})

test('behavior: words of every length are those of an independent library and can be decoded', () => {
  fc.assert(
    fc.property(entropies, (entropy) => {
      const mnemonic = toMnemonic({ entropy, words })
      expect(mnemonic).toBe(entropyToMnemonic(entropy, words))
      expect(fromMnemonic({ text: mnemonic, words })).toStrictEqual(new Uint8Array(entropy))
    }),
  )
})

test('behavior: tolerates case, white space and compatibility forms', () => {
  const entropy = createEntropy()
  const mnemonic = toMnemonic({ entropy, words })
  const wide = mnemonic.replaceAll('a', 'ａ')
  for (const text of [mnemonic.toUpperCase(), `\n ${mnemonic.replaceAll(' ', ' \t\u3000')}  `, wide])
    expect(fromMnemonic({ text, words })).toStrictEqual(entropy)
})

test('behavior: the list is parsed from its text', () => {
  const list = wordListOf(`${words.join('\n')}\n`)
  expect(list).toStrictEqual(words)
  expect(() => wordListOf(words.slice(1).join('\n'))).toThrow(expect.objectContaining({ code: 'malformed_request' }))
  expect(() => wordListOf([...words.slice(1), words[1]].join('\n'))).toThrow()
})

test('behavior: entropy is new every time', () => {
  const drawn = new Set(Array.from({ length: 100 }, () => bytesToHex(createEntropy())))
  expect(drawn.size).toBe(100)
  expect([...drawn][0]).toHaveLength(32)
})

test('behavior: the passphrase makes another wallet, the same in each Unicode form', async () => {
  const mnemonic = vectors[0]?.mnemonic ?? ''
  const composed = await seedFromMnemonic(mnemonic, 'caf\u00e9')
  expect(composed).toStrictEqual(await seedFromMnemonic(mnemonic, 'cafe\u0301'))
  expect(composed).not.toStrictEqual(await seedFromMnemonic(mnemonic))
})

test.each([
  '',
  'abandon',
  'abandon '.repeat(12),
  'abandon '.repeat(13),
  `${'abandon '.repeat(11)}abou`,
  `${'abandon '.repeat(9)}about`,
  `${'zoo '.repeat(27)}`,
])('error: %j is no mnemonic, and the error does not contain the words', (text) => {
  try {
    fromMnemonic({ text, words })
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'import_invalid' })
    expect(String(error)).not.toMatch(/abandon|abou|zoo/)
    expect(error).not.toHaveProperty('cause')
  }
})

test('behavior: of mnemonics with two words exchanged, about one in sixteen has the checksum', () => {
  let taken = 0
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (entropy) => {
      const list = toMnemonic({ entropy, words }).split(' ')
      const text = [list[1], list[0], ...list.slice(2)].join(' ')
      try {
        fromMnemonic({ text, words })
        taken++
      } catch (error) {
        expect(error).toMatchObject({ code: 'import_invalid' })
      }
    }),
    { numRuns: 500 },
  )
  expect(taken).toBeLessThan(60)
})

test('error: an entropy of another length has no words', () => {
  expect(() => toMnemonic({ entropy: new Uint8Array(17), words })).toThrow(
    expect.objectContaining({ code: 'malformed_request', field: 'entropy' }),
  )
})

test('behavior: the package does not contain the words', () => {
  for (const file of ['./mnemonic.ts', './wordListOf.ts', './seedFromMnemonic.ts'])
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).not.toMatch(/wordlists/)
})
