import type { Bytes } from '../bytes/Bytes.ts'

/**
 * Derives the 64 byte seed of a recovery phrase (BIP-39: PBKDF2-HMAC-SHA512, 2048 rounds). Uses WebCrypto, which takes half the time
 * of a script.
 *
 * @param mnemonic as `toMnemonic` writes it
 * @example const seed = await seedFromMnemonic(toMnemonic({ entropy, words }))
 */
export async function seedFromMnemonic(mnemonic: string, passphrase = ''): Promise<Bytes> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(mnemonic.normalize('NFKD')), 'PBKDF2', false, [
    'deriveBits',
  ])
  const salt = encoder.encode(`mnemonic${passphrase}`.normalize('NFKD'))
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }, key, 512)
  return new Uint8Array(bits)
}
