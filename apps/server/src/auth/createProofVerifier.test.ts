import { createVerifier } from '@latchkey/verifier'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createMemoryKv } from '../platform/kv/createMemoryKv.ts'
import { createProofVerifier } from './createProofVerifier.ts'

const now = 1_800_000_000_000
const seconds = now / 1000
const home = 'https://api.example.com'
const url = `${home}/v1/wallet`

/** Sets up a backend with its issuer's keys, and the server's own verifier. Both check the same proofs. */
async function setup() {
  const [issuer, client] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const jwk = await exportJWK(client.publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  const issuerJwk = { ...(await exportJWK(issuer.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }
  const claims = {
    ...{ iss: home, aud: home, sub: 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', jti: 'token', cnf: { jkt } },
    ...{ iat: seconds, nbf: seconds, exp: seconds + 300, sid: 's', project: 'p', proof: 'key', origin: home },
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'siwx+jwt', kid: 'k' })
    .sign(issuer.privateKey)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  const ath = Buffer.from(digest).toString('base64url')
  let count = 0
  const prove = (claims: Record<string, unknown> = {}, header: object = {}) => {
    count += 1
    const all = { htm: 'GET', htu: url, iat: seconds, jti: `proof-${count}-id`, ath, ...claims }
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
      .sign(client.privateKey)
  }
  const server = createProofVerifier({
    context: { kv: createMemoryKv({ clock: { now: () => now } }), clock: { now: () => now } },
  })
  const backend = createVerifier({
    ...{ issuer: home, audience: home, origins: 'any', now: () => now },
    fetch: async () => Response.json({ keys: [issuerJwk] }),
  })
  const judge = (verified: Promise<unknown>) =>
    verified.then(
      () => 'good',
      (error: { code: string }) => error.code,
    )
  return {
    prove,
    byServer: (proof: string) => judge(server.verify({ proof, method: 'GET', url, accessToken: token })),
    byBackend: (proof: string) => judge(backend.verifyToken(token, { jwt: proof, method: 'GET', url: '/v1/wallet' })),
  }
}

test('finding F17: threat 190: server and backends use the same verifier for proofs, with the same results', async () => {
  const { prove, byServer, byBackend } = await setup()
  const { publicKey } = await generateKeyPair('ES256')
  const good = [{}, { iat: seconds - 60 }, { iat: seconds + 60 }]
  for (const claims of good) {
    const [one, other] = await Promise.all([prove(claims), prove(claims)])
    expect([await byServer(one), await byBackend(other)], JSON.stringify(claims)).toEqual(['good', 'good'])
    expect([await byServer(one), await byBackend(other)]).toEqual(['proof_invalid', 'proof_invalid'])
  }
  const bad: [Record<string, unknown>, object?][] = [
    [{ htm: 'POST' }],
    [{ htm: 'get' }],
    [{ htu: `${home}/v1/other` }],
    [{ htu: 'https://evil.example/v1/wallet' }],
    [{ htu: undefined }],
    [{ iat: seconds - 61 }],
    [{ iat: undefined }],
    [{ exp: seconds - 1 }],
    [{ ath: undefined }],
    [{ ath: 'x'.repeat(43) }],
    [{ jti: 'short' }],
    [{ jti: undefined }],
    [{ jti: 'x'.repeat(129) }],
    [{}, { typ: 'JWT' }],
    [{}, { jwk: undefined }],
    [{}, { jwk: await exportJWK(publicKey) }],
    [{}, { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), d: 'A'.repeat(43) } }],
  ]
  for (const [claims, header] of bad) {
    const proof = await prove(claims, header)
    const name = JSON.stringify([claims, header])
    expect([await byServer(proof), await byBackend(proof)], name).toEqual(['proof_invalid', 'proof_invalid'])
  }
  for (const proof of ['', 'a.b.c', 'x'.repeat(5_000)])
    expect([await byServer(proof), await byBackend(proof)]).toEqual(['proof_invalid', 'proof_invalid'])
  // The server tells visitors more: the clock of their device is wrong.
  expect(await byServer(await prove({ iat: seconds + 61 }))).toBe('session_not_yet_valid')
})
