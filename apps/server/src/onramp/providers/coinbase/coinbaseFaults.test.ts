import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { providerOrder } from '../testing/providerOrder.ts'
import { refusalOf, toldBy } from '../testing/refusalOf.ts'
import { type ProviderOptions, start, useCoinbaseWorld } from './testing/useCoinbaseWorld.ts'
import { createCdpKey } from './testing/verifyCdpToken.ts'

const { coinbase, ed25519, es256, provider, question } = useCoinbaseWorld()

describe('signatures of requests', () => {
  const read = (change: ProviderOptions) => provider(change).readPayment(providerOrder())

  test.each([
    { kind: 'Ed25519', key: ed25519, alg: 'EdDSA', secret: ed25519.secret },
    { kind: 'ES256', key: es256, alg: 'ES256', secret: es256.secret },
    { kind: 'ES256 in a variable', key: es256, alg: 'ES256', secret: es256.secret.replaceAll('\n', '\\n') },
  ])('default: $kind', async ({ key, alg, secret }) => {
    expect(await read({ keyId: key.id, key: secret })).toMatchObject({ state: 'waiting' })
    const [request] = coinbase.requests
    const token = request?.authorization.slice('Bearer '.length) ?? ''
    const { nonce, ...header } = decodeProtectedHeader(token)
    expect(header).toEqual({ alg, kid: key.id, typ: 'JWT' })
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    const seconds = start / 1000
    expect(decodeJwt(token)).toEqual({
      iss: 'cdp',
      sub: key.id,
      aud: ['cdp_service'],
      iat: seconds,
      nbf: seconds,
      exp: seconds + 120,
      uris: [`GET ${new URL(coinbase.url).host}${request?.path}`],
    })
    await read({ keyId: key.id, key: secret })
    expect(coinbase.requests[1]?.authorization).not.toBe(request?.authorization)
  })

  test('error: refuses another key, another ID, and a wrong clock', async () => {
    const other = createCdpKey({ kind: 'Ed25519', id: ed25519.id })
    const wrong: ProviderOptions[] = [
      { key: other.secret },
      { keyId: 'somebody' },
      { clock: { now: () => start - 121_000 } },
      { clock: { now: () => start + 60_000 } },
    ]
    for (const change of wrong) {
      const refusal = await refusalOf(() => read(change))
      expect(refusal).toMatchObject({
        code: 'onramp_provider_unavailable',
        details: 'coinbase refused the key (HTTP 401)',
      })
      expect(toldBy(refusal)).not.toContain(change.key ?? ed25519.secret)
    }
  })

  test('error: reports an invalid key at the start, without its content', async () => {
    const cut = ed25519.secret.slice(0, 40)
    const mistyped = `A${ed25519.secret.slice(1)}`
    for (const key of [cut, mistyped, 'nonsense', es256.secret.slice(0, 60), '']) {
      const refusal = await refusalOf(() =>
        provider({ key: key === mistyped && ed25519.secret[0] === 'A' ? cut : key }),
      )
      expect(refusal.code).toBe('config_invalid')
      if (key !== '') expect(toldBy(refusal)).not.toContain(key)
    }
  })
})

describe('faults', () => {
  test('error: each fault is reported without the key, the order or the visitor', async () => {
    const order = providerOrder()
    const asks = [
      () => provider().readPayment(order),
      () => provider().open({ order, clientAddress: '203.0.113.7' }),
      () => provider().quote(question()),
      () => provider().readOptions({ country: 'DE' }),
    ]
    const faults = [
      { fault: { status: 401 }, details: /refused the key/ },
      { fault: { status: 403 }, details: /refused the key/ },
      { fault: { status: 500, body: ed25519.secret }, details: /failed/ },
      { fault: { status: 503, headers: { 'retry-after': '9' } }, details: /failed/ },
      { fault: { status: 302, headers: { location: `${coinbase.url}/elsewhere` } }, details: /cannot be reached/ },
      { fault: 'malformed', details: /an unreadable answer/ },
    ] as const
    for (const { fault, details } of faults) {
      coinbase.setFault(fault)
      for (const ask of asks) {
        const refusal = await refusalOf(ask)
        expect(refusal).toMatchObject({ code: 'onramp_provider_unavailable', retryable: true })
        expect(refusal.details).toMatch(details)
        for (const secret of [ed25519.secret, order.id, order.address, '203.0.113.7'])
          expect(toldBy(refusal)).not.toContain(secret)
      }
    }
    expect(coinbase.requests.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  test('error: reports the requested pause', async () => {
    coinbase.setFault({ status: 429, headers: { 'retry-after': '7' } })
    const refusal = await refusalOf(() => provider().readPayment(providerOrder()))
    expect(refusal).toMatchObject({ code: 'onramp_provider_unavailable', retryAfter: 7 })
  })

  test('error: reports a timeout and a closed port', async () => {
    coinbase.setFault('slow')
    const slow = await refusalOf(() => provider({ patience: 50 }).readPayment(providerOrder()))
    expect(slow.details).toMatch(/in time/)
    const gone = await refusalOf(() => provider({ url: 'http://127.0.0.1:9' }).readPayment(providerOrder()))
    expect(gone.details).toMatch(/cannot be reached/)
  })
})
