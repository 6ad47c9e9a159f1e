import { fromBase64Url } from '@latchkey/vault'
import { expect, test } from 'vitest'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { createDpop } from './createDpop.ts'

const time = Date.UTC(2030, 0, 1)
function setup() {
  const { store, locked } = createTestDevice()
  const make = () => createDpop({ store, locked, now: () => time, randomUUID: () => crypto.randomUUID() })
  return { store, make }
}
const read = (part: string | undefined) => JSON.parse(new TextDecoder().decode(fromBase64Url(part ?? '')))

test('default', async () => {
  const { make } = setup()
  const proof = await make().proof({
    method: 'POST',
    url: 'https://wallet.example/v1/wallet?a=1#b',
    accessToken: 'token',
  })
  const [header, claims, signature] = proof.split('.')
  const { jwk, ...rest } = read(header)
  expect(rest).toStrictEqual({ typ: 'dpop+jwt', alg: 'ES256' })
  expect(Object.keys(jwk).sort()).toStrictEqual(['crv', 'kty', 'x', 'y'])
  expect(read(claims)).toStrictEqual({
    htm: 'POST',
    // RFC 9449 4.2: without query and fragment.
    htu: 'https://wallet.example/v1/wallet',
    iat: time / 1000,
    jti: expect.any(String),
    // base64url of SHA-256 of 'token'
    ath: 'PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A',
  })
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  const text = new TextEncoder().encode(`${header}.${claims}`)
  const parameters = { name: 'ECDSA', hash: 'SHA-256' }
  expect(await crypto.subtle.verify(parameters, key, fromBase64Url(signature ?? ''), text)).toBe(true)
})

test('behavior: the key cannot be exported, and is created once', async () => {
  const { store, make } = setup()
  const url = 'https://wallet.example/'
  const proofs = await Promise.all([make(), make(), make()].map((dpop) => dpop.proof({ method: 'GET', url })))
  expect(new Set(proofs.map((proof) => proof.split('.')[0])).size).toBe(1)
  expect((await store.get('keys', 'dpop'))?.privateKey.extractable).toBe(false)
})

test('behavior: follows the clock of the server', async () => {
  const dpop = setup().make()
  const iat = async () => read((await dpop.proof({ method: 'GET', url: 'https://wallet.example/' })).split('.')[1]).iat
  dpop.adjustClock(new Date(time + 3_600_000).toUTCString())
  expect(await iat()).toBe(time / 1000 + 3_600)
  dpop.adjustClock(new Date(time + 1_000).toUTCString())
  expect(await iat()).toBe(time / 1000)
  dpop.adjustClock(null)
  dpop.adjustClock('nonsense')
  expect(await iat()).toBe(time / 1000)
})
