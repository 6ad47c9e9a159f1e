import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createSigningKey } from './createSigningKey.ts'
import { ed25519Vectors } from './testing/ed25519Vectors.ts'

const { subtle } = crypto
/** The platform's cryptography with one function replaced. */
const without = (part: 'importKey' | 'exportKey' | 'sign', replacement: () => Promise<unknown>) =>
  new Proxy(subtle, {
    get: (target, name) => {
      if (name === part) return replacement
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

describe.each([
  ['of the platform', subtle],
  ['of the library', undefined],
])('%s', (_, subtle) => {
  test('default', async () => {
    for (const { seed, publicKey, message, signature } of ed25519Vectors) {
      const key = await createSigningKey({ seed, subtle })
      expect(bytesToHex(key.publicKey)).toBe(publicKey)
      expect(bytesToHex(await key.sign(hexToBytes(message)))).toBe(signature)
    }
  })

  test('behavior: a verifier accepts the signatures', async () => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
    await fc.assert(
      fc.asyncProperty(seed, fc.uint8Array({ maxLength: 300 }), async (seed, message) => {
        const key = await createSigningKey({ seed, subtle })
        expect(bytesToHex(key.publicKey)).toBe(bytesToHex(ed25519.getPublicKey(seed)))
        expect(ed25519.verify(await key.sign(message), message, key.publicKey)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('error: an invalid seed', async () => {
    for (const seed of ['', 'ab', 'x'.repeat(64)]) await expect(createSigningKey({ seed, subtle })).rejects.toThrow()
  })
})

test('behavior: tries the platform first and does not load the library', async () => {
  const importKey = vi.spyOn(subtle, 'importKey')
  const [vector] = ed25519Vectors
  await createSigningKey({ seed: vector.seed })
  expect(importKey).toHaveBeenCalledWith('pkcs8', expect.anything(), 'Ed25519', true, ['sign'])
  importKey.mockRestore()
})

test('behavior: does not use a platform with partial or wrong Ed25519 support', async () => {
  const refuse = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
  for (const lacking of [
    without('importKey', refuse),
    without('exportKey', refuse),
    without('exportKey', async () => ({})),
    without('exportKey', async () => ({ x: 'AAAA' })),
    without('sign', refuse),
    without('sign', async () => new ArrayBuffer(0)),
  ]) {
    for (const { seed, publicKey, message, signature } of ed25519Vectors) {
      const key = await createSigningKey({ seed, subtle: lacking })
      expect(bytesToHex(key.publicKey)).toBe(publicKey)
      expect(bytesToHex(await key.sign(hexToBytes(message)))).toBe(signature)
    }
  }
})
