import { ServiceError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { stringToBytes } from 'viem'
import { packetToBytes } from 'viem/ens'
import { expect, test } from 'vitest'
import { decodeDnsName } from './decodeDnsName.ts'

/** Encodes by hand, so that the test does not depend on a library. */
function encode(labels: readonly string[]): Uint8Array {
  const parts = labels.map((label) => stringToBytes(label))
  return Uint8Array.from([...parts.flatMap((part) => [part.length, ...part]), 0])
}

test('default: the labels of a name, from the name itself up to the root', () => {
  expect(decodeDnsName(packetToBytes('alice.latchkey.eth'))).toEqual(['alice', 'latchkey', 'eth'])
  expect(decodeDnsName(Uint8Array.of(0))).toEqual([])
  // 64 characters are one more than DNS allows, and the maximum of our names.
  expect(decodeDnsName(encode(['a'.repeat(64), 'eth']))).toEqual(['a'.repeat(64), 'eth'])
})

test('behavior: every encoded name is decoded unchanged', () => {
  const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !text.includes('.'))
  fc.assert(
    fc.property(fc.array(label, { maxLength: 6 }), (labels) => {
      const bytes = encode(labels)
      fc.pre(bytes.length <= 255)
      expect(decodeDnsName(bytes)).toEqual(labels)
    }),
  )
})

test('behavior: any bytes have one reading or are refused', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    // Almost a name: one byte differs.
    fc
      .tuple(fc.array(fc.stringMatching(/^[a-z[\].]{1,9}$/), { maxLength: 5 }), fc.nat(), fc.nat(255))
      .map(([labels, at, byte]) => encode(labels).map((old, index, all) => (index === at % all.length ? byte : old))),
  )
  fc.assert(
    fc.property(anything, (bytes) => {
      let labels: string[]
      try {
        labels = decodeDnsName(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(ServiceError)
        expect(error).toMatchObject({ code: 'malformed_request', field: 'data' })
        return
      }
      expect(encode(labels)).toEqual(bytes)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['nothing at all', Uint8Array.of()],
  ['no end', encode(['alice', 'eth']).slice(0, -1)],
  ['a label that is longer than what is left', Uint8Array.of(9, 97, 98, 0)],
  ['a length that points elsewhere, as in DNS messages', Uint8Array.of(0xc0, 0)],
  ['bytes behind the end', Uint8Array.of(...encode(['alice', 'eth']), 0)],
  ['an empty label', Uint8Array.of(1, 97, 0, 1, 98, 0)],
  ['no UTF-8', Uint8Array.of(2, 0xc3, 0x28, 0)],
  ['a dot within a label', encode(['alice.latchkey', 'eth'])],
  ['the hash of a label alone', encode([`[${'0f'.repeat(32)}]`, 'eth'])],
  ['the hash of a label in capitals', encode([`[${'0F'.repeat(32)}]`, 'eth'])],
  ['256 bytes', encode([...Array(4).fill('a'.repeat(62)), 'ab'])],
])('error: %s', (_, bytes) => {
  expect(() => decodeDnsName(bytes)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})

test('behavior: 255 bytes are a name', () => {
  const labels = [...Array(4).fill('a'.repeat(62)), 'a']
  expect(encode(labels).length).toBe(255)
  expect(decodeDnsName(encode(labels))).toEqual(labels)
})
