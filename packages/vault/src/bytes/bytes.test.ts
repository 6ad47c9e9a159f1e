import { canonicalJson, encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { base58, bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { segwitAddressOf } from '../seed/segwitAddress.ts'
import { asBytes } from './Bytes.ts'
import { fromBase64Url, toBase64Url } from './base64Url.ts'
import { concatBytes } from './concatBytes.ts'
import { equalBytes } from './equalBytes.ts'
import { randomBytes } from './randomBytes.ts'
import { wipe } from './wipe.ts'

const bytes = fc.uint8Array({ maxLength: 300 })

test('behavior: base64url is that of Node and can be decoded', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      const text = toBase64Url(value)
      expect(text).toBe(Buffer.from(value).toString('base64url'))
      expect(fromBase64Url(text)).toStrictEqual(new Uint8Array(value))
    }),
  )
  const vault = randomBytes(65_536)
  expect(fromBase64Url(toBase64Url(vault))).toStrictEqual(vault)
})

test('behavior: each accepted base64url text is the only one of its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AQZaz019-_+/= \n'), maxLength: 12 }), (text) => {
      try {
        expect(toBase64Url(fromBase64Url(text))).toBe(text)
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError)
      }
    }),
  )
})

test.each(['A', 'AA=', 'AB', 'A+', 'A/', 'AAAA ', ' AAAA', 'AAAAA', 'ä', 'AA\n'])(
  'error: %j is not base64url',
  (text) => {
    expect(() => fromBase64Url(text)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
  },
)

test('behavior: base 58 and both kinds of bech32 are those of an independent library', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 3 }), (value, zeros) => {
      const padded = concatBytes(new Uint8Array(zeros), value)
      expect(encodeBase58(padded)).toBe(base58.encode(padded))
    }),
  )
  const programs = fc.uint8Array({ minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(programs, fc.constantFrom('bc', 'tb', 'bcrt'), fc.nat({ max: 16 }), (program, prefix, version) => {
      const coder = version === 0 ? bech32 : bech32m
      expect(segwitAddressOf({ prefix, version, program })).toBe(
        coder.encode(prefix, [version, ...coder.toWords(program)]),
      )
    }),
  )
})

test('behavior: canonical JSON does not depend on the order of keys, and can be parsed', () => {
  const number = fc.maxSafeInteger()
  const value = fc.letrec<{ node: CanonicalNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }),
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        tie('node'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  })).node
  fc.assert(
    fc.property(value, (node) => {
      const text = canonicalJson(node)
      expect(JSON.parse(text)).toEqual(node)
      expect(canonicalJson(reversed(node))).toBe(text)
    }),
  )
  expect(canonicalJson(frozen.canonical.value)).toBe(frozen.canonical.text)
  expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}')
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('error: %s has no canonical text', (number) => {
  expect(() => canonicalJson([number])).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})

test('behavior: bytes are equal when every one is', () => {
  fc.assert(
    fc.property(bytes, bytes, (left, right) => {
      expect(equalBytes(left, right)).toBe(Buffer.compare(left, right) === 0)
      expect(equalBytes(left, left.slice())).toBe(true)
    }),
  )
})

test('behavior: parts are concatenated in order', () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 5 }), (parts) => {
      expect(Buffer.from(concatBytes(...parts))).toStrictEqual(Buffer.concat(parts))
    }),
  )
})

test('behavior: wiping leaves zeros everywhere', () => {
  const secrets = [randomBytes(32), randomBytes(7)]
  wipe(...secrets)
  expect(secrets).toStrictEqual([new Uint8Array(32), new Uint8Array(7)])
})

test('behavior: shared memory is copied for WebCrypto, other memory is not', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(2))
  shared.set([1, 2])
  expect(asBytes(shared).buffer).toBeInstanceOf(ArrayBuffer)
  expect([...asBytes(shared)]).toStrictEqual([1, 2])
  const own = Uint8Array.of(1)
  expect(asBytes(own)).toBe(own)
})

type CanonicalNode = string | number | boolean | null | CanonicalNode[] | { [key: string]: CanonicalNode }

function reversed(node: CanonicalNode): CanonicalNode {
  if (Array.isArray(node)) return node.map(reversed)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .reverse()
      .map(([key, value]) => [key, reversed(value)]),
  )
}
