import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'

/** A secret API key in the format of the Coinbase Developer Platform, with its public key. */
export type CdpKey = { id: string; secret: string; publicKey: KeyObject }

/** Creates an API key of either kind. */
export function createCdpKey({ kind, id }: { kind: 'Ed25519' | 'ES256'; id: string }): CdpKey {
  if (kind === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    return { id, secret: String(privateKey.export({ type: 'sec1', format: 'pem' })), publicKey }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
  return { id, secret: bytes.toString('base64'), publicKey }
}

/**
 * Whether a request is signed as described in "JWT Authentication": by a known key, in the last two minutes, for this method,
 * host and path.
 *
 * @param options.now Unix milliseconds
 */
export async function isSigned({
  authorization,
  request,
  keys,
  now,
}: {
  authorization: string | undefined
  /** `GET host/path` */
  request: string
  keys: readonly CdpKey[]
  now: number
}): Promise<boolean> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!token) return false
  try {
    const { kid, nonce, typ } = decodeProtectedHeader(token)
    const key = keys.find(({ id }) => id === kid)
    if (!key || typ !== 'JWT' || typeof nonce !== 'string' || nonce === '') return false
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['EdDSA', 'ES256'],
      issuer: 'cdp',
      subject: key.id,
      currentDate: new Date(now),
      requiredClaims: ['nbf', 'exp'],
    })
    const { nbf = 0, exp = 0, uri, uris } = payload
    return exp - nbf <= 120 && (uri === request || (Array.isArray(uris) && uris.includes(request)))
  } catch {
    return false
  }
}
