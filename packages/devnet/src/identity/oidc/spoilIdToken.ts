import { decodeJwt, SignJWT } from 'jose'
import type { FaceFault } from '../createFaults.ts'
import { createSigningKey, type SigningKey } from './createSigningKey.ts'

/** Applies a fault to an id_token. Without such a fault, the token stays unchanged. */
export async function spoilIdToken({
  idToken,
  key,
  fault,
}: {
  idToken: string
  key: SigningKey
  fault: FaceFault
}): Promise<string> {
  const wrong = {
    ...(fault.is('wrongNonce') ? { nonce: 'another-nonce' } : {}),
    ...(fault.is('wrongTokenIssuer') ? { iss: 'https://another-issuer.example' } : {}),
  }
  if (Object.keys(wrong).length === 0 && !fault.is('wrongSignature')) return idToken
  const { kid } = key.jwk
  const { privateKey } = fault.is('wrongSignature') ? await createSigningKey({ kid }) : key
  return new SignJWT({ ...decodeJwt(idToken), ...wrong }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
}
