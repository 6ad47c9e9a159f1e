import type { Endpoint } from '@latchkey/protocol/api'
import * as api from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '@latchkey/vault'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value
/** The endpoint contract, by method and path. */
export const testEndpoints = new Map(
  Object.values<unknown>(api)
    .filter(isEndpoint)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
)

/** RFC 7638 thumbprint of the key of a DPoP proof. Another test covers the signature. */
export async function thumbprint(proof: string | null): Promise<string> {
  if (!proof) return ''
  const [header = ''] = proof.split('.')
  const { jwk } = JSON.parse(new TextDecoder().decode(fromBase64Url(header)))
  const text = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y })
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
