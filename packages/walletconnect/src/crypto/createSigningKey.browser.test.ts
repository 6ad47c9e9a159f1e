import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { expect, test } from 'vitest'
import { createSigningKey } from './createSigningKey.ts'
import { ed25519Vectors } from './testing/ed25519Vectors.ts'

// A secure context like a deployed site, and a page on plain http, which has no `crypto.subtle`.
test.each([
  ['default', crypto.subtle],
  ['behavior: without the platform’s cryptography', undefined],
])('%s', async (_, subtle) => {
  expect(isSecureContext).toBe(true)
  for (const { seed, publicKey, message, signature } of ed25519Vectors) {
    const key = await createSigningKey({ seed, subtle })
    expect(bytesToHex(key.publicKey)).toBe(publicKey)
    const signed = await key.sign(hexToBytes(message))
    expect(bytesToHex(signed)).toBe(signature)
    expect(ed25519.verify(signed, hexToBytes(message), hexToBytes(publicKey))).toBe(true)
  }
})
