import { LatchkeyError } from '@latchkey/protocol'
import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { type CreateSiwxMessageParameters, createSiwxMessage } from './createSiwxMessage.ts'

const fields = {
  accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 'eip155:1',
  domain: 'brass.example',
  uri: 'https://brass.example/login',
  nonce: 'f00dfacedeadbeef',
  issuedAt: '2026-11-20T10:00:00.000Z',
} as const satisfies CreateSiwxMessageParameters

test('default (spec 3.14)', () => {
  expect(createSiwxMessage({ ...fields, statement: 'Sign in to Brass' }).toString()).toBe(
    `brass.example wants you to sign in with your Ethereum account:
0x70997970C51812dc3A010C7d01b50e0d17dc79C8

Sign in to Brass

URI: https://brass.example/login
Version: 1
Chain ID: 1
Nonce: f00dfacedeadbeef
Issued At: 2026-11-20T10:00:00.000Z`,
  )
})

test('behavior: other families have the same format with their own name', () => {
  const solana = createSiwxMessage({
    ...fields,
    accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    statement: 'Grüße aus 東京',
    resources: ['https://brass.example/terms'],
  })
  expect(solana.toString()).toBe(
    `brass.example wants you to sign in with your Solana account:
GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1

Grüße aus 東京

URI: https://brass.example/login
Version: 1
Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
Nonce: f00dfacedeadbeef
Issued At: 2026-11-20T10:00:00.000Z
Resources:
- https://brass.example/terms`,
  )
  const bitcoin = createSiwxMessage({
    ...fields,
    accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    chainId: 'bip122:000000000019d6689c085ae165831e93',
  })
  expect(bitcoin.toString()).toMatch(/^brass\.example wants you to sign in with your Bitcoin account:\nbc1q/)
})

test('behavior: writes an address with its checksum', () => {
  const message = createSiwxMessage({ ...fields, accountAddress: fields.accountAddress.toLowerCase() })
  expect(message.accountAddress).toBe(fields.accountAddress)
})

const word = fc.stringMatching(/^[A-Za-z0-9 .,;:!?()-]{1,40}$/).filter((text) => text.trim() !== '')
const time = (from: number, to: number) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString())
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const uri = fc
  .tuple(fc.constantFrom('https://brass.example', 'http://localhost:5173', 'ipfs://QmHash'), fc.webPath())
  .map(([base, path]) => base + path)

test('behavior: for an Ethereum account it equals viem’s message', () => {
  fc.assert(
    fc.property(
      fc.record({
        accountAddress: fc.stringMatching(/^0x[0-9a-f]{40}$/) as fc.Arbitrary<`0x${string}`>,
        id: fc.integer({ min: 1, max: 2 ** 40 }),
        domain: fc.constantFrom('brass.example', 'localhost:5173', 'a.b-c.example'),
        uri,
        nonce: fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
        statement: some(word),
        issuedAt: time(0, 2e12),
        notBefore: some(time(0, 2e12)),
        expirationTime: some(time(2e12 + 1, 4e12)),
        requestId: some(fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)),
        resources: some(fc.array(uri, { maxLength: 3 })),
      }),
      ({ id, accountAddress, issuedAt, notBefore, expirationTime, ...rest }) => {
        const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
        const expected = createSiweMessage({
          ...rest,
          address: accountAddress,
          chainId: id,
          version: '1',
          issuedAt: new Date(issuedAt),
          notBefore: toDate(notBefore),
          expirationTime: toDate(expirationTime),
        } as Parameters<typeof createSiweMessage>[0])
        const given = { ...rest, accountAddress, chainId: `eip155:${id}` as const, issuedAt, notBefore, expirationTime }
        expect(createSiwxMessage(given as CreateSiwxMessageParameters).toString()).toBe(expected)
      },
    ),
    { numRuns: 300 },
  )
})

describe('error', () => {
  test.each([
    ['chainId', { chainId: 'cosmos:hub' as 'eip155:1' }],
    ['accountAddress', { accountAddress: '0x7099' }],
    ['accountAddress', { accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' }],
    ['domain', { domain: '' }],
    ['domain', { domain: 'https://brass.example' }],
    ['domain', { domain: 'brass.example\nURI: https://evil.example' }],
    ['domain', { domain: 'brass.example@evil.example' }],
    ['uri', { uri: 'brass.example' }],
    ['uri', { uri: 'https://brass.example\nVersion: 2' }],
    ['version', { version: '2' }],
    ['nonce', { nonce: 'short' }],
    ['nonce', { nonce: '12345678\nIssued At: never' }],
    ['statement', { statement: 'Sign in\n\nURI: https://evil.example' }],
    ['statement', { statement: 'Grüße' }],
    ['requestId', { requestId: 'a\nb' }],
    ['resources', { resources: ['https://fine.example', '- no uri'] }],
    ['issuedAt', { issuedAt: 'yesterday' }],
    ['issuedAt', { issuedAt: '2026-13-40T10:00:00Z' }],
    ['expirationTime', { expirationTime: '2026-11-20' }],
    ['expirationTime', { expirationTime: '2026-11-20T09:59:59.000Z' }],
    ['expirationTime', { notBefore: '2026-11-22T00:00:00Z', expirationTime: '2026-11-21T00:00:00Z' }],
    ['notBefore', { notBefore: 'soon' }],
  ] as const)('error: %s in %o', (field, wrong) => {
    let error: unknown
    try {
      createSiwxMessage({ ...fields, ...wrong })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(LatchkeyError)
    expect(error).toMatchObject({ code: 'siwx_message_invalid', field })
  })
})
