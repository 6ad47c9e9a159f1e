import { writeRecap } from '@latchkey/protocol/siwx'
import { describe, expect, test } from 'vitest'
import { longestStatement, mostNetworks, readLoginSignIn } from './readLoginSignIn.ts'

const origin = 'https://app.example'
const now = Date.UTC(2030, 0, 1)
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const message = {
  domain: 'app.example',
  uri: `${origin}/login`,
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: at(0),
}
const read = (change: object = {}, more: object = {}) =>
  readLoginSignIn({
    asked: { chainIds: ['eip155:1'], message: { ...message, ...change }, ...more },
    origin,
    chainIds: ['eip155:1', 'eip155:8453', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    now,
  })

test('default: a fresh message to the site itself', () => {
  expect(read()).toStrictEqual({ chainIds: ['eip155:1'], message })
  const full = {
    scheme: 'https',
    statement: 'Welcome to Brass.',
    expirationTime: at(60),
    notBefore: at(-1),
    requestId: 'a1',
  }
  expect(read(full)?.message).toStrictEqual({ ...message, ...full })
  expect(read({ statement: undefined, resources: undefined })?.message).toStrictEqual(message)
})

test.each([
  ['another host', { domain: 'evil.example' }],
  ['a host that ends alike', { domain: 'app.example.evil' }],
  ['a host above it', { domain: 'example' }],
  ['other letters of the host', { domain: 'APP.example' }],
  ['a port', { domain: 'app.example:443' }],
  ['another port', { domain: 'app.example:8443' }],
  ['a user before the host', { domain: 'app.example@evil.example' }],
  ['another scheme', { scheme: 'http' }],
  ['an address of another site', { uri: 'https://evil.example' }],
  ['an address with another scheme', { uri: 'http://app.example' }],
  ['an address with a user', { uri: 'https://someone@app.example' }],
  ['no address', { uri: 'did:web:app.example' }],
  ['another version', { version: '2' }],
  ['a short nonce', { nonce: 'abc' }],
  ['an old message', { issuedAt: at(-11) }],
  ['a message of later', { issuedAt: at(6) }],
  ['no time', { issuedAt: undefined }],
  ['a time that is none', { issuedAt: '2030-01-01' }],
  ['one that is over', { expirationTime: at(-1) }],
  ['one that is not good yet', { notBefore: at(6) }],
  ['resources', { resources: ['https://app.example/terms'] }],
  ['no resources, said', { resources: [] }],
  ['a recap', { resources: [writeRecap({ att: { 'https://app.example': { 'crud/read': [{}] } } })] }],
  ['what a recap would say', { statement: 'I further authorize the stated URI to perform the following actions' }],
  ['a statement of two lines', { statement: 'Hello\nURI: https://evil.example' }],
  ['a statement of signs that nobody sees', { statement: 'Hello\u200b' }],
  ['a statement that is no ASCII', { statement: 'Grüezi' }],
  ['a statement that no card holds', { statement: 'a'.repeat(longestStatement + 1) }],
  ['a nonce that writes a field', { nonce: 'abcdefgh\nResources:\n- urn:recap:eyJ9' }],
  ['an id that writes a field', { requestId: 'a\nResources:\n- https://evil.example' }],
  ['a member that no message has', { accountAddress: `0x${'1'.repeat(40)}` }],
  ['a member that is no text', { statement: ['Hello'] }],
])('behavior: threat 131: left to a separate prompt: %s', (_name, change) => {
  expect(read(change)).toBe(null)
})

describe('networks', () => {
  const networks = (chainIds: unknown) => read({}, { chainIds })?.chainIds ?? null
  test('behavior: threat 132: known EVM networks, once each, and few', () => {
    expect(networks(['eip155:8453', 'eip155:1', 'eip155:8453', 'eip155:5'])).toStrictEqual(['eip155:8453', 'eip155:1'])
    const known = Array.from({ length: 20 }, (_, index) => `eip155:${index + 1}` as const)
    const signIn = readLoginSignIn({ asked: { chainIds: known, message }, origin, chainIds: known, now })
    expect(signIn?.chainIds).toHaveLength(mostNetworks)
  })
  test.each([
    [[]],
    [['eip155:5']],
    [['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']],
    ['eip155:1'],
    [undefined],
    [[['eip155:1']]],
  ])('behavior: threat 132: none of them: %j', (chainIds) => {
    expect(networks(chainIds)).toBe(null)
  })
  test.each([
    [null],
    [undefined],
    ['text'],
    [[]],
    [{ chainIds: ['eip155:1'] }],
    [{ chainIds: ['eip155:1'], message: 'x' }],
  ])('error: %j is no sign-in', (asked) => {
    expect(readLoginSignIn({ asked, origin, chainIds: ['eip155:1'], now })).toBe(null)
  })
  test('behavior: an object with additional fields is none', () => {
    expect(read({}, { silent: true })).toBe(null)
  })
})
