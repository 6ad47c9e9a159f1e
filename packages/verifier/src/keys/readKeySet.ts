import { type CryptoKey, importJWK } from 'jose'

const maxKeys = 50

/**
 * Reads published keys (RFC 7517). Ignores keys of other types than the server's, because they can belong to another service.
 *
 * @returns keys by their IDs
 * @throws Error without any key
 */
export async function readKeySet(value: unknown): Promise<ReadonlyMap<string, CryptoKey>> {
  const { keys } = (typeof value === 'object' && value !== null ? value : {}) as { keys?: unknown }
  const found = new Map<string, CryptoKey>()
  for (const jwk of Array.isArray(keys) ? keys.slice(0, maxKeys) : []) {
    const { kty, crv, x, y, kid, alg = 'ES256', use = 'sig' } = (jwk ?? {}) as Record<string, unknown>
    if (kty !== 'EC' || crv !== 'P-256' || alg !== 'ES256' || use !== 'sig') continue
    if (typeof kid !== 'string' || typeof x !== 'string' || typeof y !== 'string') continue
    try {
      found.set(kid, (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey)
    } catch {
      // Not a point of the curve. The other keys stay valid.
    }
  }
  if (found.size === 0) throw new Error('There are no keys for ES256')
  return found
}
