import { generateKeyPair as generate, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, type JWK } from 'jose'

const generateKeyPair = promisify(generate)

/** A key that signs id_tokens with RS256, as at Google and Apple. */
export type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; jwk: JWK & { kid: string } }

/** Makes a key pair for RS256. */
export async function createSigningKey({ kid }: { kid: string }): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('rsa', { modulusLength: 2048 })
  return { privateKey, publicKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } }
}
