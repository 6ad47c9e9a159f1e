import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { SignJWT } from 'jose'
import type { Clock } from '../../../platform/clock/Clock.ts'

/** Lifetime of a token in seconds. */
const lifetime = 120

export type CdpSigner = (request: { method: 'GET' | 'POST'; host: string; path: string }) => Promise<string>

/**
 * Signs requests to the Coinbase Developer Platform. Each request has its own JWT, which is bound to its method, host and
 * path and is valid for two minutes.
 *
 * Sources: "JWT Authentication" of the CDP documentation; `generateJwt` of github.com/coinbase/cdp-sdk.
 *
 * @param options.keyId the ID, or the full name, of a secret API key
 * @param options.key its private key: Ed25519 as base64 of 64 bytes (seed and public key), or ES256 as PEM, whose line ends
 *   may be written `\n`
 * @throws LatchkeyError `config_invalid` for any other key
 * @example
 * const sign = createCdpSigner({ keyId, key, clock })
 */
export function createCdpSigner({ keyId, key, clock }: { keyId: string; key: string; clock: Clock }): CdpSigner {
  const { alg, privateKey } = readKey(key.trim())
  return ({ method, host, path }) => {
    const now = Math.floor(clock.now() / 1000)
    return new SignJWT({ uris: [`${method} ${host}${path}`] })
      .setProtectedHeader({ alg, kid: keyId, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
      .setSubject(keyId)
      .setIssuer('cdp')
      .setAudience(['cdp_service'])
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + lifetime)
      .sign(privateKey)
  }
}

function readKey(key: string): { alg: 'EdDSA' | 'ES256'; privateKey: KeyObject } {
  try {
    if (key.startsWith('-----BEGIN')) {
      const privateKey = createPrivateKey(key.replaceAll('\\n', '\n'))
      if (privateKey.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { alg: 'ES256', privateKey }
    } else {
      const bytes = Buffer.from(key, 'base64')
      const [d, x] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')]
      const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
      // The halves of a truncated or mistyped key do not match.
      if (bytes.length === 64 && createPublicKey(privateKey).export({ format: 'jwk' }).x === x)
        return { alg: 'EdDSA', privateKey }
    }
  } catch {
    // Do not report the content: it may be most of a key.
  }
  throw new ServiceError('config_invalid', {
    message:
      'onramp.coinbase.key does not hold a private key of the Coinbase Developer Platform: base64 of 64 bytes (Ed25519), or PEM (ES256).',
  })
}
