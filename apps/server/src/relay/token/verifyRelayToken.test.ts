import { decodeBase58 } from '@latchkey/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createTestIdentity, createTestToken } from '../testing/createTestToken.ts'
import { listAudiences } from './listAudiences.ts'
import { verifyRelayToken } from './verifyRelayToken.ts'

const audience = 'wss://relay.example.com'
const audiences = new Set([audience])
const identity = createTestIdentity(Buffer.alloc(32, 7))
const now = Date.now()
const seconds = Math.floor(now / 1000)
const verify = (token: string | undefined) => verifyRelayToken({ token, audiences, now })
const make = (claims: Record<string, unknown> = {}, header?: Record<string, unknown>) =>
  createTestToken({ identity, audience, claims, ...(header ? { header } : {}) })

test('default', () => {
  expect(verify(make())).toEqual({ clientId: identity.clientId })
  // Claims of newer versions of the specification are not required, and neither is an expiry.
  expect(verify(make({ exp: undefined, iat: undefined, act: 'client_auth' }))).toEqual({ clientId: identity.clientId })
  // A device whose clock is hours fast.
  expect(verify(make({ iat: seconds + 7_200, exp: seconds + 93_600 }))).toEqual({ clientId: identity.clientId })
})

// Source: WalletConnect specification, relay client authentication, test case.
test("behavior: the specification's token is valid at its time", () => {
  const token =
    'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWtvZEhad25lVlJTaHRhTGY4SktZa3hwREdwMXZHWm5wR21kQnBYOE0yZXh4SCIsInN1YiI6ImM0NzlmZTVkYzQ2NGU3NzFlNzhiMTkzZDIzOWE2NWI1OGQyNzhjYWQxYzM0YmZiMGI1NzE2ZTViYjUxNDkyOGUiLCJhdWQiOiJ3c3M6Ly9yZWxheS53YWxsZXRjb25uZWN0LmNvbSIsImlhdCI6MTY1NjkxMDA5NywiZXhwIjoxNjU2OTk2NDk3fQ.bAKl1swvwqqV_FgwvD4Bx3Yp987B9gTpZctyBviA-EkAuWc8iI8SyokOjkv9GJESgid4U8Tf2foCgrQp2qrxBA'
  const published = new Set(['wss://relay.walletconnect.com'])
  const at = (second: number) => verifyRelayToken({ token, audiences: published, now: second * 1000 })
  const clientId = 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH'
  expect(at(1656910097)).toEqual({ clientId })
  // A day of tolerance for fast clocks, two minutes for slow ones.
  expect(at(1656910097 - 86_400)).toEqual({ clientId })
  expect(at(1656910097 - 86_401)).toMatchObject({ reason: 'time' })
  expect(at(1656996497 + 120)).toEqual({ clientId })
  expect(at(1656996497 + 121)).toMatchObject({ reason: 'time' })
  const key = decodeBase58(clientId.slice('did:key:z'.length))
  expect(Buffer.from(key ?? []).toString('hex')).toBe(
    'ed01884ab67f787b69e534bfdba8d5beb4e719700e90ac06317ed177d49e5a33be5a',
  )
  expect(
    createTestIdentity(Buffer.from('58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295', 'hex')).clientId,
  ).toBe(clientId)
})

describe('error: a refused token has a reason', () => {
  const stranger = createTestIdentity(Buffer.alloc(32, 8))
  test.each([
    ['missing', undefined],
    ['missing', ''],
    ['malformed', 'x'],
    ['malformed', `${make()}.x`],
    ['malformed', make().split('.').slice(0, 2).join('.').replace('.', '')],
    ['malformed', make({}, { alg: 'none', typ: 'JWT' })],
    ['malformed', make({}, { alg: 'HS256', typ: 'JWT' })],
    ['malformed', make({}, { alg: 'EdDSA', typ: 'other' })],
    ['malformed', make({ iss: undefined })],
    ['malformed', make({ iss: 'did:key:z6Mk' })],
    ['malformed', make({ iss: `did:web:${identity.clientId.slice(8)}` })],
    ['malformed', make({ sub: undefined })],
    ['malformed', make({ sub: '' })],
    ['malformed', make({ aud: undefined })],
    ['malformed', make({ aud: [audience] })],
    ['malformed', make({ exp: 'tomorrow' })],
    ['malformed', make({ sub: 'x'.repeat(3000) })],
    ['time', make({ exp: seconds - 121 })],
    ['time', make({ iat: seconds + 86_402 })],
    ['audience', make({ aud: 'wss://elsewhere.example.com' })],
    ['audience', make({ aud: '' })],
    ['signature', make({ iss: stranger.clientId })],
    ['signature', `${make().split('.').slice(0, 2).join('.')}.`],
    ['signature', `${make().split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`],
  ])('%s: %#', (reason, token) => {
    const verdict = verify(token)
    expect(verdict).toMatchObject({ reason, detail: expect.stringMatching(/./) })
    if (token) expect(JSON.stringify(verdict)).not.toContain(token.slice(0, 40))
  })
})

test('error: threat 78: a token with any change is refused', () => {
  const token = make({ sub: '0'.repeat(64), iat: seconds, exp: seconds + 86_400 })
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= '
  const change = fc.record({
    kind: fc.constantFrom('cut', 'take out', 'put in', 'turn round', 'replace', 'replace'),
    at: fc.nat({ max: token.length - 1 }),
    sign: fc.constantFrom(...signs),
  })
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never
  const apply = (text: string, { kind, at, sign }: Change) => {
    const [before, after] = [text.slice(0, at), text.slice(at)]
    if (kind === 'cut') return before
    if (kind === 'take out') return before + after.slice(1)
    if (kind === 'put in') return before + sign + after
    if (kind === 'replace') return before + sign + after.slice(1)
    return before + [...after.slice(0, 8)].reverse().join('') + after.slice(8)
  }
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const changed = changes.reduce(apply, token)
      fc.pre(changed !== token)
      return 'reason' in verify(changed)
    }),
    { numRuns: 100_000 },
  )
})

test('error: threat 78: a signature in another encoding is refused', () => {
  const token = make()
  const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
  const bytesOf = (text: string) => Buffer.from(text.slice(text.lastIndexOf('.') + 1), 'base64url').toString('hex')
  // The last character has four unused bits, and decoders ignore characters outside their alphabet.
  const others = [...signs.map((sign) => token.slice(0, -1) + sign), `${token}=`, `${token} `]
    .filter((text) => text !== token)
    .filter((text) => bytesOf(text) === bytesOf(token))
  expect(others).toHaveLength(15 + 2)
  for (const other of others) expect(verify(other), other).toMatchObject({ reason: 'signature' })
})

describe('audiences', () => {
  const list = (http: Record<string, unknown>, addresses: string[] = [], url?: string) => {
    const chain = { chainId: 'eip155:1', name: 'x', nativeCurrency: { name: 'x', symbol: 'x', decimals: 18 } }
    const chains = [{ ...chain, upstreams: [{ url: 'http://127.0.0.1:9' }] }]
    const config = serverConfigSchema.parse({ http, relay: { addresses }, chains })
    return [...listAudiences({ config, url })].sort()
  }

  test('default', () => {
    expect(list({ port: 7101 })).toEqual(['ws://127.0.0.1:7101/relay', 'ws://localhost:7101/relay'])
    expect(list({ port: 0 }, [], 'http://127.0.0.1:4567')).toEqual([
      'ws://127.0.0.1:4567/relay',
      'ws://localhost:4567/relay',
    ])
    expect(list({ publicUrl: 'https://api.example.com/' }, ['wss://relay.example.com/'])).toEqual([
      'wss://api.example.com/relay',
      'wss://relay.example.com',
    ])
    expect(list({ publicUrl: 'http://localhost:7101' })).toEqual([
      'ws://127.0.0.1:7101/relay',
      'ws://localhost:7101/relay',
    ])
  })

  test.each(['wss://relay.example.com/', 'wss://relay.example.com?x=1', 'wss://relay.example.com//'])(
    'behavior: %s is the same URL',
    (aud) => {
      expect(verify(make({ aud }))).toEqual({ clientId: identity.clientId })
    },
  )
})
