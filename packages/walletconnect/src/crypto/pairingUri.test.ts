import { createRequire } from 'node:module'
import { bytesToHex } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPairingUri, type PairingUri, parsePairingUri } from './pairingUri.ts'

const topic = '7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9'
const symKey = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

type OracleUri = {
  parseUri: (uri: string) => {
    topic: string
    version: number
    symKey: string
    methods: string[]
    expiryTimestamp?: number
  }
  formatUri: (uri: object) => string
}
const fromOracle = createRequire(createRequire(import.meta.url).resolve('@latchkey/walletconnect-oracle/package.json'))
const oracle: OracleUri = createRequire(fromOracle.resolve('@walletconnect/sign-client'))('@walletconnect/utils')

const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
const uris = fc.record(
  {
    topic: hex,
    symKey: hex,
    expiryTimestamp: fc.integer({ min: 1, max: 9_999_999_999 }),
    methods: fc.array(fc.constantFrom('wc_sessionPropose', 'wc_sessionAuthenticate', 'wc_later'), { minLength: 1 }),
  },
  { requiredKeys: ['topic', 'symKey'] },
)

test('default', () => {
  // Example of the specification.
  expect(
    parsePairingUri(
      `wc:${topic}@2?symKey=${symKey}&methods=wc_sessionPropose, wc_sessionAuthenticate&relay-protocol=irn`,
    ),
  ).toEqual({ topic, symKey, methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'] })
  expect(
    formatPairingUri({
      topic,
      symKey,
      expiryTimestamp: 1_760_000_300,
      methods: ['wc_sessionPropose', 'wc_sessionAuthenticate'],
    }),
  ).toBe(
    `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=1760000300&methods=wc_sessionPropose,wc_sessionAuthenticate`,
  )
})

test('behavior: reads back the codes that it and other clients write', () => {
  fc.assert(
    fc.property(uris, (uri) => {
      const text = formatPairingUri(uri as PairingUri)
      expect(parsePairingUri(text)).toEqual(uri)
      expect(oracle.parseUri(text)).toMatchObject({ ...uri, version: 2 })
      const theirs = oracle.formatUri({ protocol: 'wc', version: 2, relay: { protocol: 'irn' }, ...uri })
      expect(parsePairingUri(theirs)).toEqual(uri)
    }),
  )
})

test('behavior: reads codes as existing apps write them', () => {
  const plain = { topic, symKey }
  const taken: [string, object][] = [
    [`wc:${topic}@2?symKey=${symKey}`, plain],
    [`  wc:${topic}@2?relay-protocol=irn&symKey=${symKey}\n`, plain],
    [`wc://${topic}@2?relay-protocol=irn&symKey=${symKey}`, plain],
    [`WC:${topic.toUpperCase()}@2?symKey=${symKey.toUpperCase()}`, plain],
    [encodeURIComponent(`wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`), plain],
    [`wc:${topic}@2?relay-protocol=irn&relay-data=00ff&symKey=${symKey}&later=1&later=2`, plain],
    [
      `wc:${topic}@2?symKey=${symKey}&methods=[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]`,
      { ...plain, methods: ['wc_sessionPropose', 'wc_authRequest', 'wc_authBatchRequest'] },
    ],
    [`wc:${topic}@2?symKey=${symKey}&methods=`, plain],
  ]
  for (const [uri, expected] of taken) expect(parsePairingUri(uri)).toEqual(expected)
})

test('error: refuses anything else with its own code', () => {
  const refused = [
    '',
    'https://example.org',
    `wc:${topic}`,
    `wc:${topic}@2`,
    `wc:${topic}@1?bridge=https%3A%2F%2Fexample.org&key=${symKey}`,
    `wc:${topic}@22?symKey=${symKey}`,
    `wc:${topic.slice(1)}@2?symKey=${symKey}`,
    `wc:${topic}@2?relay-protocol=irn`,
    `wc:${topic}@2?symKey=${symKey.slice(2)}`,
    `wc:${topic}@2?symKey=${symKey}00`,
    `wc:${topic}@2?symKey=${symKey.replace('5', 'g')}`,
    `wc:${topic}@2?symKey=${symKey}&relay-protocol=waku`,
    `wc:${topic}@2?symKey=${symKey}&expiryTimestamp=soon`,
    'wc%3a%',
  ]
  for (const uri of refused)
    expect(() => parsePairingUri(uri), uri).toThrow(expect.objectContaining({ code: 'pairing_uri_invalid' }))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `wc:${topic}@2?${text}`),
      ),
      (text) => {
        expect(() => parsePairingUri(text)).toThrow(expect.objectContaining({ code: 'pairing_uri_invalid' }))
      },
    ),
  )
})
