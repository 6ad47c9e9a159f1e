import { type HealthKey, healthTokenType } from '@latchkey/protocol/wallet'
import { toBase64Url } from '@latchkey/vault'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const textOf = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)))

/** Signs health answers as the real server does, with its own key. */
export function createTestHealth({ now, issuer = 'https://wallet.example' }: { now: () => number; issuer?: string }): {
  prove: (nonce: string) => Promise<{ token: string; keys: HealthKey[] }>
} {
  let made: Promise<CryptoKeyPair> | undefined
  return {
    prove: async (nonce) => {
      made ??= crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
      const { privateKey, publicKey } = await made
      const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
      const header = textOf({ alg: 'ES256', typ: healthTokenType, kid: 'test' })
      const payload = textOf({ iss: issuer, nonce, iat: Math.floor(now() / 1000) })
      const signed = new TextEncoder().encode(`${header}.${payload}`)
      const signature = toBase64Url(new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, signed)))
      const keys = [{ kty: 'EC' as const, crv: 'P-256' as const, x, y, kid: 'test' }]
      return { token: `${header}.${payload}.${signature}`, keys }
    },
  }
}
