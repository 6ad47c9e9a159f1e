import { concatBytes, hexToBytes } from '@noble/hashes/utils'
import { fromBase64Url } from './base64.ts'

/** An Ed25519 key. */
export type SigningKey = {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 64 bytes; not the same twice where the platform adds chance. */
  sign: (message: Uint8Array) => Promise<Uint8Array>
}

/** What stands before a seed in PKCS #8. Source: RFC 8410, section 7. */
const pkcs8Prefix = '302e020100300506032b657004220420'

/**
 * The Ed25519 key of a seed (RFC 8032), for a client's token: the platform's own where it has one. Where it does not, in older
 * browsers and on pages that are no secure context, a library's, which is loaded only then.
 * @param options.seed 64 hexadecimal digits
 * @param options.subtle the platform's cryptography; undefined where there is none
 * @throws when neither is to be had: the library did not load
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
    // It does not know the curve, or only in part; what it can do shows when it is tried.
  }
  // Of another version than what the client loads anyway: a bundler shares whole modules, and this one's would come with the page.
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
