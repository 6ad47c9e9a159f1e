import { ed25519 } from '@noble/curves/ed25519'
import { sha512 as reference } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSigningKey } from './createSigningKey.ts'
import { sha512 } from './sha512.ts'

const publicKeyOf = (seed: string) => createSigningKey(seed).publicKey()
const sign = (message: Uint8Array, seed: string) => createSigningKey(seed).sign(message)

describe('sha512', () => {
  test('default', () => {
    // FIPS 180-4, the examples of one and of two blocks.
    const of = (text: string) => bytesToHex(sha512(new TextEncoder().encode(text)))
    expect(of('abc')).toBe(
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    )
    expect(
      of(
        'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      ),
    ).toBe(
      '8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909',
    )
  })

  test('behavior: every length around the blocks, and any bytes, as the library has it', () => {
    for (const length of [0, 1, 110, 111, 112, 113, 127, 128, 129, 239, 240, 241, 255, 256, 257]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255)
      expect(sha512(bytes)).toEqual(reference(bytes))
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(bytesToHex(sha512(bytes))).toBe(bytesToHex(reference(bytes)))
      }),
    )
  })
})

describe('createSigningKey', () => {
  test('default', () => {
    // RFC 8032, section 7.1: tests 1 and 3.
    const first = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
    expect(bytesToHex(publicKeyOf(first))).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
    expect(bytesToHex(sign(new Uint8Array(), first))).toBe(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    )
    const third = 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7'
    expect(bytesToHex(publicKeyOf(third))).toBe('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025')
    expect(bytesToHex(sign(hexToBytes('af82'), third))).toBe(
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    )
  })

  test('behavior: the same signatures as the library’s, which takes them', () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
    fc.assert(
      fc.property(seed, fc.uint8Array({ maxLength: 300 }), (seed, message) => {
        const publicKey = publicKeyOf(seed)
        const signature = sign(message, seed)
        expect(publicKey).toEqual(ed25519.getPublicKey(seed))
        expect(signature).toEqual(ed25519.sign(message, seed))
        expect(ed25519.verify(signature, message, publicKey)).toBe(true)
      }),
      { numRuns: 20 },
    )
    for (const extreme of ['00'.repeat(32), 'ff'.repeat(32)])
      expect(sign(new Uint8Array(), extreme)).toEqual(ed25519.sign(new Uint8Array(), extreme))
  })
})
