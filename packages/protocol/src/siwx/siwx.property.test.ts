import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { siwxTextVectors } from '../exports/siwxVectors.ts'
import { findRecapIssue } from './findRecapIssue.ts'
import { findSiwxIssue } from './findSiwxIssue.ts'
import { readSiwxMessage } from './readSiwxMessage.ts'
import { describeRecap, type Recap, readRecap, writeRecap } from './recap.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'
import { writeSiwxMessage } from './writeSiwxMessage.ts'

const text = (form: RegExp) => fc.stringMatching(form)
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const pathText = text(/^(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2}){0,20}$/)
const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constant('localhost'),
)
const domain = fc
  .tuple(host, some(fc.integer({ min: 1, max: 65535 })))
  .map(([name, port]) => (port === undefined ? name : `${name}:${port}`))
const uri = fc.oneof(
  fc
    .tuple(fc.constantFrom('http', 'https', 'ipfs'), domain, pathText)
    .map(([scheme, at, path]) => `${scheme}://${at}/${path}`),
  fc.tuple(fc.constantFrom('urn:a:', 'did:key:', 'uri:a'), pathText).map((parts) => parts.join('')),
)
const time = (min: string, max: string) =>
  fc
    .tuple(
      fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }),
      fc.constantFrom('Z', '+00:00', '-00:00'),
      text(/^(\.[0-9]{1,9})?$/),
    )
    .map(([date, offset, fraction]) => date.toISOString().slice(0, 19) + fraction + offset)
const account = fc.oneof(
  fc.record({
    accountAddress: text(/^0x[0-9a-fA-F]{40}$/),
    chainId: fc.maxSafeNat().map((id) => `eip155:${id}` as const),
    statement: some(text(/^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]{0,60}$/)),
    issuedAt: time('0001-01-01', '2500-01-01'),
  }),
  fc.record({
    accountAddress: text(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    chainId: text(/^[-_a-zA-Z0-9]{1,32}$/).map((reference) => `solana:${reference}` as const),
    statement: some(
      fc.constantFrom('', ' ', 'Grüße aus 東京', 'URI: https://evil.example', '"quoted" <b>', '🔑 ❤\ufe0f'),
    ),
    issuedAt: some(time('0001-01-01', '2500-01-01')),
  }),
  fc.record({
    accountAddress: text(/^[a-zA-Z0-9]{26,90}$/),
    chainId: text(/^[0-9a-f]{32}$/).map((reference) => `bip122:${reference}` as const),
    statement: some(text(/^[\p{L} .]{0,60}$/u)),
    issuedAt: some(time('0001-01-01', '2500-01-01')),
  }),
)
const rest = fc.record({
  domain,
  scheme: some(text(/^[A-Za-z][A-Za-z0-9+.-]{0,9}$/)),
  uri,
  version: fc.constant('1'),
  nonce: text(/^[A-Za-z0-9]{8,40}$/),
  notBefore: some(time('0001-01-01', '2500-01-01')),
  expirationTime: some(time('2501-01-01', '9999-12-31')),
  requestId: some(text(/^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}){0,20}$/)),
  resources: some(fc.array(uri, { maxLength: 4 })),
})
const valid = fc.tuple(account, rest).map(([one, other]) => present({ ...one, ...other }) as SiwxMessageData)

test('behavior: reads any message that it has written', () => {
  fc.assert(
    fc.property(valid, (data) => {
      expect(findSiwxIssue(data)).toBeUndefined()
      expect(readSiwxMessage(writeSiwxMessage(data))).toStrictEqual({ data })
    }),
    { numRuns: 1000 },
  )
})

describe('behavior: a text has one reading or none', () => {
  const good = siwxTextVectors.flatMap((vector) => (vector.data ? [vector.text] : []))
  const pieces = [
    ...[
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      ' ',
      ': ',
      '- ',
      'URI: https://evil.example',
      'Version: 1',
      'Chain ID: 10',
      'Nonce: 99999999',
    ],
    ...[
      'Issued At: 2026-11-20T10:00:00Z',
      'Expiration Time: 9999-01-01T00:00:00Z',
      'Not Before: ',
      'Request ID: ',
      'Resources:',
    ],
    ...[
      '\nResources:\n- ',
      'https://',
      ' wants you to sign in with your Ethereum account:',
      '\0',
      '\u2028',
      '\u202e',
      '\ud800',
    ],
  ]
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.oneof(fc.nat(2), fc.nat(40)),
    insert: fc.oneof(fc.constantFrom(...pieces, ''), fc.string({ unit: 'binary', maxLength: 4 })),
  })
  /** Number of changed texts that are still sign-ins. With none, the test would prove nothing. */
  let read = 0
  const check = (given: string) => {
    const { data, issue } = readSiwxMessage(given)
    if (!data) {
      expect(issue).toBeTypeOf('string')
      return
    }
    read++
    expect(findSiwxIssue(data)).toBeUndefined()
    expect(writeSiwxMessage(data)).toBe(given)
  }

  test('a changed text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.array(edit, { minLength: 1, maxLength: 4 }), (start, edits) => {
        let changed = start
        for (const { at, remove, insert } of edits) {
          const place = Math.floor(at * changed.length)
          changed = changed.slice(0, place) + insert + changed.slice(place + remove)
        }
        check(changed)
      }),
      { numRuns: 3000 },
    )
    expect(read).toBeGreaterThan(0)
  })

  test('moved, repeated and removed lines', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...good),
        fc.infiniteStream(fc.nat(20)),
        fc.integer({ min: 1, max: 20 }),
        (start, order, count) => {
          const lines = start.split('\n')
          const places = [...order.take(count)]
          check(places.map((place) => lines[place % lines.length]).join('\n'))
          check([...lines.slice(0, count), ...places.map((place) => lines[place % lines.length])].join('\n'))
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check), { numRuns: 1000 })
  })
})

describe('error: a field that would add a line', () => {
  const breaks = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0']
  const data: SiwxMessageData = {
    ...{ accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 'eip155:1', domain: 'brass.example' },
    ...{ uri: 'https://brass.example', version: '1', nonce: 'f00dfacedeadbeef', statement: 'Hello', requestId: 'r' },
    ...{ issuedAt: '2026-11-20T10:00:00Z', expirationTime: '2026-11-21T10:00:00Z', notBefore: '2026-11-20T10:00:00Z' },
    ...{ scheme: 'https', resources: ['https://brass.example'] },
  }
  const accounts = [
    data,
    {
      ...data,
      ...{ accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' },
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    },
    {
      ...data,
      ...{ accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      chainId: 'bip122:000000000019d6689c085ae165831e93',
    },
  ] as const
  const fields = Object.keys(data) as (keyof SiwxMessageData)[]

  test.each(fields.flatMap((field) => accounts.map(({ chainId }, index) => ({ field, chainId, index }))))(
    '$field of $chainId',
    ({ field, index }) => {
      const account = accounts[index] as SiwxMessageData
      expect(findSiwxIssue(account)).toBeUndefined()
      for (const end of breaks)
        for (const put of [
          (value: string) => value + end,
          (value: string) => end + value,
          (value: string) => `${value}${end}URI: https://evil.example`,
        ]) {
          const change = (value: unknown) => (Array.isArray(value) ? value.map(put) : put(String(value)))
          expect(findSiwxIssue({ ...account, [field]: change(account[field]) })).toBe(field)
        }
    },
  )
})

describe('recaps', () => {
  const key = text(/^[a-zA-Z0-9._:/*+-]{1,12}$/)
  const ability = text(/^[a-zA-Z0-9.*_+-]{1,6}\/[a-zA-Z0-9.*_+-]{1,6}$/)
  const limit = fc.dictionary(text(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 0 }), { noNullPrototype: true })
  const entries = <T>(keys: fc.Arbitrary<string>, value: fc.Arbitrary<T>) =>
    fc.dictionary(keys, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  const recap: fc.Arbitrary<Recap> = fc
    .record({
      att: entries(
        // A number is not a valid resource, and an object orders number keys first.
        key.map((name) => `a${name}`),
        entries(ability, fc.array(limit, { maxLength: 3 })),
      ),
      prf: some(fc.array(fc.string({ unit: 'binary' }), { maxLength: 2 })),
    })
    .map((value) => present(value) as Recap)

  test('behavior: reads any recap that it has written, and its sentence is the required end of a statement', () => {
    fc.assert(
      fc.property(recap, some(text(/^[A-Za-z. ]{1,20}$/)), (value, own) => {
        const resource = writeRecap(value)
        const read = readRecap(resource)
        expect(read).toEqual(JSON.parse(JSON.stringify(value)))
        expect(writeRecap(read as Recap)).toBe(resource)
        const sentence = describeRecap(read as Recap)
        const statement = own === undefined ? sentence : `${own} ${sentence}`
        expect(findRecapIssue({ statement, resources: ['https://a.example', resource] })).toBeUndefined()
        expect(findRecapIssue({ statement: `${statement} `, resources: [resource] })).toBe('statement')
        expect(findRecapIssue({ statement, resources: [resource, 'https://a.example'] })).toBe('resources')
      }),
      { numRuns: 500 },
    )
  })

  test('behavior: another text of the same resource is not a recap', () => {
    fc.assert(
      fc.property(
        recap,
        fc.nat(),
        fc.constantFrom('A', 'B', '_', '-', '+', '/', '=', ' ', '\n', ''),
        (value, at, put) => {
          const resource = writeRecap(value)
          const place = 10 + (at % (resource.length - 10))
          const changed = resource.slice(0, place) + put + resource.slice(place + 1)
          const read = readRecap(changed)
          if (read) expect(writeRecap(read)).toBe(changed)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

function present<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
}
