import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createVerifier } from './createVerifier.ts'

const issuer = 'https://api.example.com'
const audience = 'https://orders.example.com'
const account = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('default: needs only the web platform', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'ES256', use: 'sig' }
  const verifier = createVerifier({
    issuer,
    audience,
    origins: 'any',
    fetch: async () => Response.json({ keys: [jwk] }),
  })
  const token = await new SignJWT({ sid: 'session', project: 'project', proof: 'key', origin: 'https://example.com' })
    .setProtectedHeader({ alg: 'ES256', typ: 'siwx+jwt', kid: 'key' })
    .setIssuer(issuer)
    .setSubject(account)
    .setAudience(audience)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('5m')
    .setJti('token')
    .sign(privateKey)
  const headers = { authorization: `Bearer ${token}` }
  expect(await verifier.verify(new Request(`${audience}/orders`, { headers }))).toMatchObject({ account })
  await expect(verifier.verify(new Request(audience))).rejects.toMatchObject({ code: 'token_missing' })
})
