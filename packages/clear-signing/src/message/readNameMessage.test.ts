import { createNameAddressMessage, createNameMessage } from '@latchkey/protocol'
import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { account, codesOf, describeOffline, now } from '../testing/requests.ts'
import { claimedDomain, parseSignIn } from './parseSignIn.ts'
import { readNameMessage } from './readNameMessage.ts'

const name = 'alice.latchkey.eth'
const timestamp = now / 1000
const stranger = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const read = (text: string) => readNameMessage({ text, now })
const plain = createNameMessage({ name, timestamp })
const withAddress = createNameAddressMessage({ name, timestamp, address: stranger, coinType: 60 })
const sign = (message: string, more: Parameters<typeof describeOffline>[0] | object = {}) =>
  describeOffline({ ...more, method: 'personal_sign', params: [message, account] })

test('default: reads the kit’s messages completely', () => {
  const attributes = {
    url: 'https://alice.example/?a="b"\\c',
    avatar: '',
    'com.twitter': 'alice 👩‍🚀',
    'org.x': 'Ünï 你好',
  }
  expect(read(plain)).toEqual({ name, attributes: {}, timestamp })
  expect(read(createNameMessage({ name, attributes, timestamp }))).toEqual({ name, attributes, timestamp })
  expect(read(withAddress)).toEqual({
    ...{ name, attributes: {}, timestamp },
    record: { address: stranger, chainId: 'eip155:1' },
  })
  const elsewhere = createNameAddressMessage({ name, timestamp, address: stranger, coinType: 0x80000000 + 10 })
  expect(read(elsewhere)?.record?.chainId).toBe('eip155:10')
  // The long form of Ethereum's coin type is Ethereum.
  expect(read(withAddress.replace(':60}', ':2147483649}'))?.record?.chainId).toBe('eip155:1')
})

test.each([
  ['a member too many', plain.replace('}', ',"more":1}').replace('{,', '{')],
  ['a member too many at the end', plain.replace(/\}$/, ',"more":1}')],
  ['a member twice', plain.replace('{', '{"name":"mallory.latchkey.eth",')],
  ['a text twice', plain.replace('"attributes":{', '"attributes":{"url":"a","url":"b"')],
  ['another order', `{"attributes":{},"name":"${name}","timestamp":${timestamp}}`],
  ['texts in an order that JSON turns round', plain.replace('{}', '{"b":"x","1":"y"}')],
  ['a member missing', `{"name":"${name}","timestamp":${timestamp}}`],
  ['a space', plain.replace(',', ', ')],
  ['a line end', `${plain}\n`],
  ['something before it', ` ${plain}`],
  ['something after it', `${plain}{}`],
  ['a list', `[${plain}]`],
  ['no object', 'null'],
  ['half of it', plain.slice(0, -3)],
  ['texts that are a list', plain.replace('{}', '[]')],
  ['texts that are nothing', plain.replace('{}', 'null')],
  ['a text that is a number', plain.replace('{}', '{"url":1}')],
  ['a text within a text', plain.replace('{}', '{"url":{}}')],
  ['a key that is a word of the card', plain.replace('{}', '{"Time spent":"x"}')],
  ['a key that says nothing', plain.replace('{}', '{"":"x"}')],
  ['a key of another script', plain.replace('{}', '{"аvatar":"x"}')],
  ['a time that is a text', plain.replace(`${timestamp}`, `"${timestamp}"`)],
  ['a time written otherwise', plain.replace(`${timestamp}`, `${timestamp}.0`)],
  ['a part of a second', plain.replace(`${timestamp}`, `${timestamp}.5`)],
  ['a name that is none', plain.replace(`"${name}"`, '["alice.latchkey.eth"]')],
  ['an escaped letter', plain.replace('alice', '\\u0061lice')],
  ['an escaped slash', plain.replace('{}', '{"url":"https:\\/\\/a.example"}')],
  ['a control character', plain.replace('{}', '{"url":"a\\u0007b"}')],
  ['a line end in a text', plain.replace('{}', '{"url":"a\\nb"}')],
  ['a line end behind a backslash', plain.replace('{}', '{"url":"\\\\\\nb"}')],
  ['half of a pair', plain.replace('{}', '{"url":"\\ud800"}')],
  ['an address without a coin type', withAddress.replace(',"coin_type":60', '')],
  ['a coin type without an address', withAddress.replace(/"address":"\w+",/, '')],
  ['an address in lower case', withAddress.replace(stranger, stranger.toLowerCase())],
  ['an address in upper case', withAddress.replace(stranger, `0x${stranger.slice(2).toUpperCase()}`)],
  ['an address that is none', withAddress.replace(stranger, '0xd8dA')],
  ['an address that is nothing', withAddress.replace(`"${stranger}"`, 'null')],
  ['another family’s coin type', withAddress.replace(':60}', ':501}')],
  ['a coin type that is a text', withAddress.replace(':60}', ':"60"}')],
  ['a coin type written otherwise', withAddress.replace(':60}', ':6e1}')],
])('error: near misses: %s', async (_name, text) => {
  expect(read(text)).toBeUndefined()
  const described = await sign(text)
  expect(described.nameMessage).toBeUndefined()
  expect(described).toMatchObject({ intent: 'signMessage', fields: [], target: null })
})

test.each([
  'Alice.latchkey.eth',
  'bob.latchkey.eth',
  'alice.eth',
  'alice',
  '',
  'alice..eth',
  'alice.latchkey.eth.',
  'alíce.latchkey.eth',
  'аlice.latchkey.eth',
  'alice.lаtchkey.eth',
  'alice.Latchkey.eth',
  'ali_ce.latchkey.eth',
  'ali ce.latchkey.eth',
  'alice.xn--80ak6aa92e.eth',
  '-alice.latchkey.eth',
  `alice.${'a.'.repeat(130)}eth`,
])('error: not a name by ENSIP-15 and a registry: %j', (other) => {
  expect(read(createNameMessage({ name: other, timestamp }))).toBeUndefined()
})

test('behavior: a zone of any server, with labels of any length', () => {
  for (const other of ['alice.id.io', 'a-b-c.my-zone.example.com', '1234.x.y'])
    expect(read(createNameMessage({ name: other, timestamp }))?.name).toBe(other)
})

test('error: times out of range', () => {
  for (const seconds of [-301, 301, 86_400, -1e9])
    expect(read(createNameMessage({ name, timestamp: timestamp + seconds }))).toBeUndefined()
  for (const seconds of [-300, 300, 60])
    expect(read(createNameMessage({ name, timestamp: timestamp + seconds }))).toBeDefined()
  // Milliseconds are another time.
  expect(read(createNameMessage({ name, timestamp: now }))).toBeUndefined()
})

test('behavior: parsing reverses formatting: no two texts parse as one', () => {
  const key = fc.stringMatching(/^[\w.:-]{1,12}$/)
  fc.assert(
    fc.property(fc.dictionary(key, fc.string({ unit: 'grapheme' }), { maxKeys: 4 }), (attributes) => {
      const text = createNameMessage({ name, attributes, timestamp })
      const found = read(text)
      if (found) expect(createNameMessage(found)).toBe(text)
    }),
  )
})

test('behavior: no text is a name message and a sign-in', async () => {
  // A sign-in has line breaks, a name message none; and it starts as no host does.
  const siwe = createSiweMessage({
    ...{ domain: 'app.example', address: account, uri: 'https://app.example/', version: '1', chainId: 1 },
    ...{ nonce: 'abcdefgh12345678', issuedAt: new Date(now), statement: 'alice' },
  })
  expect(parseSignIn(siwe)).toBeDefined()
  expect(read(siwe)).toBeUndefined()
  expect((await sign(siwe)).nameMessage).toBeUndefined()
  fc.assert(
    fc.property(fc.constantFrom('url', 'description'), fc.string({ unit: 'grapheme' }), (key, text) => {
      for (const value of [text, siwe, `${text}${siwe}`]) {
        const message = createNameMessage({ name, attributes: { [key]: value }, timestamp })
        expect(message).not.toContain('\n')
        expect(parseSignIn(message)).toBeUndefined()
      }
    }),
  )
})

test('behavior: a text with a sign-in inside is no name message: it is refused as before', async () => {
  const attributes = { description: 'bank.example wants you to sign in with your Ethereum account: x' }
  const text = createNameMessage({ name, attributes, timestamp })
  expect(claimedDomain(text)).toBeDefined()
  const described = await sign(text)
  expect(described.nameMessage).toBeUndefined()
  expect(codesOf(described, 'refuse')).toStrictEqual(['domainMismatch'])
})
