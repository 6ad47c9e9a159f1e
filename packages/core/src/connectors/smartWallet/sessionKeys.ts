import { LatchkeyError } from '@latchkey/protocol'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** An encrypted message: AES-GCM-256, with its tag at the end. */
export type Encrypted = { iv: BufferSource; cipherText: BufferSource }

/** The site's keys of a connection. The private key can be used but never read. */
export type SessionKeys = {
  privateKey: CryptoKey
  /** SPKI, hexadecimal. */
  publicKey: string
}

/** Creates the site's keys. @throws LatchkeyError `wallet_failed` without a secure context (HTTPS) */
export async function createSessionKeys(): Promise<SessionKeys> {
  if (!globalThis.crypto?.subtle)
    throw new LatchkeyError('wallet_failed', { details: 'A smart wallet needs a page of https' })
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveKey'])
  return { privateKey, publicKey: toHex(await crypto.subtle.exportKey('spki', publicKey)) }
}

/**
 * Derives the shared key.
 * @param options.publicKey the other side's, SPKI in hexadecimal
 */
export async function deriveSharedKey({
  privateKey,
  publicKey,
}: {
  privateKey: CryptoKey
  publicKey: string
}): Promise<CryptoKey> {
  const other = await crypto.subtle.importKey('spki', fromHex(publicKey), curve, false, [])
  return crypto.subtle.deriveKey({ name: 'ECDH', public: other }, privateKey, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

/** Encrypts a JSON value with a fresh nonce of 12 bytes. */
export async function encryptJson({ key, value }: { key: CryptoKey; value: unknown }): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  return { iv, cipherText: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) }
}

/** Decrypts a message of {@link encryptJson}. Rejects if it was changed. */
export async function decryptJson({ key, encrypted }: { key: CryptoKey; encrypted: Encrypted }): Promise<unknown> {
  const { iv, cipherText } = encrypted
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, cipherText)))
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const digits = /^(?:0x)?((?:[0-9a-f]{2}){1,200})$/i.exec(text)?.[1]
  if (!digits) throw new LatchkeyError('wallet_failed', { details: 'The wallet returned no key' })
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
