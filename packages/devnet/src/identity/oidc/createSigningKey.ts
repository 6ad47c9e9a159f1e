import { generateKeyPair as generate, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, type JWK } from 'jose'

const generateKeyPair = promisify(generate)

/** A key that signs id_tokens: RS256 as Google, Apple too; ES256 for what is asked to be so. */
export type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; jwk: JWK & { kid: string } }

/** Makes a key pair for RS256. */
export async function createSigningKey({ kid }: { kid: string }): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('rsa', { modulusLength: 2048 })
  return { privateKey, publicKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } }
}
