import { concatBytes, hexToBytes } from '@noble/hashes/utils'
import { fromBase64Url } from './base64.ts'

/** An Ed25519 key. */
export type SigningKey = {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** Returns 64 bytes. They differ each time if the platform adds randomness. */
  sign: (message: Uint8Array) => Promise<Uint8Array>
}

/** PKCS #8 header before the seed. Source: RFC 8410, section 7. */
const pkcs8Prefix = '302e020100300506032b657004220420'

/**
 * Creates the Ed25519 key of a seed (RFC 8032), which signs a client's tokens. Uses the platform if it supports the curve. In older
 * browsers and insecure contexts it loads a library on demand.
 * @param options.seed 64 hexadecimal digits
 * @param options.subtle the platform's cryptography; undefined if it has none
 * @throws if the platform cannot sign and the library did not load
 * @example const { sign } = await createSigningKey({ seed })
 */
export async function createSigningKey({
  seed,
  subtle = globalThis.crypto?.subtle,
}: {
  seed: string
  subtle?: SubtleCrypto | undefined
}): Promise<SigningKey> {
  const secret = hexToBytes(seed)
  try {
    if (subtle) return await createPlatformKey(secret, subtle)
  } catch {
    // The platform supports the curve partly or not at all, which only a trial shows.
  }
  // Another version than the one in the main bundle: bundlers share whole modules, so the same version would move this code into the
  // initial load.
  const { ed25519 } = await import('noble-curves-2/ed25519.js')
  return { publicKey: ed25519.getPublicKey(secret), sign: async (message) => ed25519.sign(message, secret) }
}

async function createPlatformKey(secret: Uint8Array, subtle: SubtleCrypto): Promise<SigningKey> {
  const pkcs8 = concatBytes(hexToBytes(pkcs8Prefix), secret)
  const key = await subtle.importKey('pkcs8', Uint8Array.from(pkcs8), 'Ed25519', true, ['sign'])
  const { x = '' } = await subtle.exportKey('jwk', key)
  const publicKey = fromBase64Url(x)
  const sign = async (message: Uint8Array) =>
    new Uint8Array(await subtle.sign('Ed25519', key, Uint8Array.from(message)))
  const signature = await sign(publicKey)
  if (publicKey.length !== 32 || signature.length !== 64) throw new TypeError('This is not Ed25519')
  return { publicKey, sign }
}
