import { utf8ToBytes } from '@noble/hashes/utils'
import { toBase64Url } from './base64.ts'
import { clientIdOf } from './clientIdOf.ts'
import type { SigningKey } from './createSigningKey.ts'

/** Lifetime of a token in seconds. */
const lifetime = 86_400

/**
 * Creates the token that authenticates a client to a relay: a JWT signed with its Ed25519 key, valid for one day. Source:
 * WalletConnect specification, relay client auth; RFC 8037.
 * @param options.key the client's permanent key
 * @param options.subject 32 random bytes for each run of the client, hexadecimal
 * @param options.audience the relay's address exactly as it is configured
 * @param options.now Unix milliseconds
 */
export async function createClientToken({
  key,
  subject,
  audience,
  now,
}: {
  key: SigningKey
  subject: string
  audience: string
  now: number
}): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  const claims = {
    iss: clientIdOf(key.publicKey),
    sub: subject,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifetime,
  }
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${toBase64Url(await key.sign(utf8ToBytes(signed)))}`
}

function encode(value: unknown): string {
  return toBase64Url(utf8ToBytes(JSON.stringify(value)))
}
