import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { describeRecap, type Recap, type SiwxMessageData, writeRecap, writeSiwxMessage } from '@latchkey/protocol/siwx'
import { describe, expect, test } from 'vitest'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { createNonces } from './createNonces.ts'
import { judgeMessage, type MessageCall } from './judgeMessage.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
const nonces = createNonces({ sealer: createSealer({ keys: [new Uint8Array(32).fill(1)] }) })
const owner = { projectId: '0123456789abcdef0123456789abcdef', browser: createToken() }
const { nonce } = nonces.create({ ...owner, now })

const page = 'https://app.example.com'
const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const good: SiwxMessageData = {
  ...{ accountAddress: ada, chainId: 'eip155:1', domain: 'app.example.com', uri: page, version: '1', nonce },
  issuedAt: at(0),
}

/** @returns the code and the field of the refusal, or the result */
function judge(change: Partial<SiwxMessageData> = {}, call: Partial<MessageCall> = {}) {
  const data = { ...good, ...change }
  try {
    return judgeMessage({
      message: writeSiwxMessage(data),
      address: `${data.chainId}:${data.accountAddress}` as AccountId,
      ...{ origin: page, origins: [page, 'https://*.example.org'], chainIds: ['eip155:1', 'eip155:10'], now },
      checkNonce: (text) => nonces.check(text, { ...owner, now }),
      ...call,
    })
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code} ${error.field}`
    throw error
  }
}

test('default', () => {
  expect(judge()).toEqual({
    ...{ data: good, account: `eip155:1:${ada}`, origin: page },
    ...{ nonceExpiresAt: new Date(now + 300_000), expiresAt: undefined },
  })
  expect(
    judge({ expirationTime: at(3600), statement: 'Welcome.', resources: ['https://example.com/terms'] }),
  ).toMatchObject({ expiresAt: new Date(now + 3_600_000) })
})

describe('its account', () => {
  test('behavior: letter case does not matter, but a wrong checksum (EIP-55) is a mistyped address', () => {
    expect(judge({ accountAddress: ada.toLowerCase() })).toMatchObject({ account: `eip155:1:${ada.toLowerCase()}` })
    expect(judge({}, { address: `eip155:1:${ada.toLowerCase()}` })).toMatchObject({ account: `eip155:1:${ada}` })
    const mistyped = ada.replace('d8dA', 'D8dA')
    expect(judge({ accountAddress: mistyped })).toBe('siwx_message_invalid accountAddress')
    expect(judge({ accountAddress: `0x${ada.slice(2).toUpperCase()}` })).toBe('siwx_message_invalid accountAddress')
  })

  test('error: threat 113: another account or another network than the named signer', () => {
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(judge({}, { address: `eip155:1:${other}` })).toBe('siwx_address_wrong accountAddress')
    expect(judge({}, { address: `eip155:10:${ada}` })).toBe('siwx_chain_wrong chainId')
    expect(judge({}, { address: `solana:1:${ada}` as AccountId })).toBe('siwx_chain_wrong chainId')
  })

  test('error: a network that this server does not have', () => {
    expect(judge({ chainId: 'eip155:8453' })).toBe('unsupported_chain chainId')
  })

  test('behavior: other families need an exact match', () => {
    const chainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
    const accountAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    expect(judge({ chainId, accountAddress }, { chainIds: [chainId] })).toMatchObject({
      account: `${chainId}:${accountAddress}`,
    })
    const other = accountAddress.replace('7S3P', '7s3P')
    expect(judge({ chainId, accountAddress }, { chainIds: [chainId], address: `${chainId}:${other}` })).toBe(
      'siwx_address_wrong accountAddress',
    )
  })
})

describe('its page', () => {
  test.each([
    ['another', { domain: 'evil.example' }],
    ['one below', { domain: 'x.app.example.com' }],
    ['the one above', { domain: 'example.com' }],
    ['one that begins like it', { domain: 'app.example.com.evil.example' }],
    ['one that ends like it', { domain: 'evilapp.example.com' }],
    ['a letter that looks alike (punycode)', { domain: 'xn--pp-6ka.example.com' }],
    ['another port', { domain: 'app.example.com:8443' }],
    ['the port that goes without saying', { domain: 'app.example.com:443' }],
    ['capital letters', { domain: 'App.example.com' }],
    ['a point at the end', { domain: 'app.example.com.' }],
    ['another scheme', { scheme: 'http' }],
    ['a scheme in capital letters', { scheme: 'HTTPS' }],
  ])('error: threat 110: a domain that is not exactly the page’s: %s', (_, change) => {
    expect(judge(change)).toBe('siwx_domain_wrong domain')
  })

  test('error: threat 110: credentials before the host, and non-ASCII characters, make no valid domain', () => {
    for (const domain of [
      'app.example.com@evil.example',
      '\u0430pp.example.com',
      'app.example.com/x',
      'app.example.com#',
    ]) {
      expect([domain, judge({ domain })]).toEqual([domain, 'siwx_message_invalid domain'])
    }
  })

  test.each([
    ['another', 'https://evil.example'],
    ['one that begins like it', 'https://app.example.com.evil.example/'],
    ['who is named before the host', 'https://app.example.com@evil.example/'],
    ['another scheme', 'http://app.example.com/'],
    ['another port', 'https://app.example.com:8443/'],
    ['one that a browser would repair', 'https:app.example.com/'],
    ['a script', 'javascript:alert(1)'],
    ['an identifier', 'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH'],
  ])('error: threat 110: a URI outside the page’s origin: %s', (_, uri) => {
    expect(judge({ uri })).toMatch(/^siwx_(uri_wrong|message_invalid) uri$/)
  })

  test('behavior: any path on the page, with or without the scheme', () => {
    for (const uri of [page, `${page}/`, `${page}/login?a=b#c`, `${page}?x`, `${page}#x`]) {
      expect(judge({ uri, scheme: 'https' })).toMatchObject({ origin: page })
    }
  })

  test('behavior: a port, a wildcard, an origin with another scheme', () => {
    const call = (origin: string) => ({ origin, origins: [] })
    const local = 'http://localhost:5173'
    expect(judge({ domain: 'localhost:5173', uri: `${local}/` }, call(local))).toMatchObject({ origin: local })
    const preview = 'https://pr-7.example.org'
    expect(judge({ domain: 'pr-7.example.org', uri: preview }, call(preview))).toMatchObject({ origin: preview })
    const extension = 'chrome-extension://abcdefgh'
    expect(judge({ domain: 'abcdefgh', uri: `${extension}/` }, call(extension))).toMatchObject({ origin: extension })
  })

  test('behavior: a script has no page, so the message must name one of the project’s exact origins', () => {
    const origins = ['http://app.example.com', page, 'https://*.example.org']
    const call = { origin: undefined, origins }
    expect(judge({}, call)).toMatchObject({ origin: page })
    expect(judge({ uri: 'http://app.example.com/' }, call)).toMatchObject({ origin: 'http://app.example.com' })
    expect(judge({ uri: 'http://app.example.com/', scheme: 'https' }, call)).toBe('siwx_uri_wrong uri')
    expect(judge({ domain: 'pr-7.example.org', uri: 'https://pr-7.example.org' }, call)).toBe(
      'siwx_domain_wrong domain',
    )
    expect(judge({ domain: '*.example.org', uri: 'https://x.example.org' }, call)).toBe('siwx_message_invalid domain')
  })
})

describe('its time', () => {
  test.each<[string, Partial<SiwxMessageData>, string | undefined]>([
    ['a clock a minute ahead', { issuedAt: at(60) }, undefined],
    ['a millisecond more', { issuedAt: at(60.001) }, 'siwx_issued_at_wrong issuedAt'],
    ['six minutes ago', { issuedAt: at(-360) }, undefined],
    ['a millisecond more', { issuedAt: at(-360.001) }, 'siwx_issued_at_wrong issuedAt'],
    ['an hour ahead', { issuedAt: at(3600) }, 'siwx_issued_at_wrong issuedAt'],
    ['the same moment in another zone', { issuedAt: '2026-11-22T17:30:00+05:30' }, undefined],
    ['the same clock in another zone', { issuedAt: '2026-11-22T12:00:00+05:30' }, 'siwx_issued_at_wrong issuedAt'],
    ['it ends in a moment', { expirationTime: at(0.001) }, undefined],
    ['it ends now', { issuedAt: at(-1), expirationTime: at(0) }, 'siwx_message_expired expirationTime'],
    ['it ended', { issuedAt: at(-120), expirationTime: at(-1) }, 'siwx_message_expired expirationTime'],
    ['it begins in a minute', { notBefore: at(60) }, undefined],
    ['a millisecond later', { notBefore: at(60.001) }, 'siwx_message_not_yet_valid notBefore'],
    ['it began long ago', { notBefore: '2020-01-01T00:00:00Z' }, undefined],
    ['it ends before it begins', { notBefore: at(30), expirationTime: at(20) }, 'siwx_message_invalid expirationTime'],
  ])('behavior: threat 112: by the server’s clock: %s', (_, change, refusal) => {
    const judged = judge(change)
    expect(typeof judged === 'string' ? judged : undefined).toBe(refusal)
  })

  test('error: threat 112: without a time of issue', () => {
    const { issuedAt: _, ...data } = good
    const chainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as const
    const accountAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
    // EIP-4361 requires it in every message, CAIP-122 does not.
    const call = { address: `${chainId}:${accountAddress}` as const, chainIds: [chainId] }
    const message = writeSiwxMessage({ ...data, chainId, accountAddress })
    expect(judge({}, { ...call, message })).toBe('siwx_issued_at_wrong issuedAt')
    expect(judge({}, { message: writeSiwxMessage(data) })).toMatch(/^siwx_(message_invalid|issued_at_wrong) issuedAt$/)
  })
})

describe('its nonce', () => {
  test('error: threat 114: a nonce for another browser, of another server, or too old', () => {
    const strange = nonces.create({ ...owner, browser: createToken(), now }).nonce
    expect(judge({ nonce: strange })).toBe('siwx_nonce_invalid nonce')
    expect(judge({ nonce: 'abcdefgh12345678' })).toBe('siwx_nonce_invalid nonce')
    const old = nonces.create({ ...owner, now: now - 300_000 }).nonce
    expect(judge({ nonce: old })).toBe('siwx_nonce_expired nonce')
  })

  test('error: threat 111: a nonce in the statement does not count, because a field counts only at its place', () => {
    const stolen = 'abcdefgh12345678'
    for (const statement of [`Nonce: ${nonce}`, `Welcome. Nonce: ${nonce}`, nonce]) {
      expect(judge({ nonce: stolen, statement })).toBe('siwx_nonce_invalid nonce')
    }
  })
})

describe('text that imitates fields', () => {
  const fields = `\nURI: https://evil.example\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: ${at(0)}`
  const ends = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '\u200b']
  test.each([
    ['a line that ends in the statement', { statement: `Welcome.${fields}` }],
    ['a statement of two lines', { statement: 'Welcome.\nAll of it.' }],
    ['an empty line first', { statement: '\nWelcome.' }],
    ['in the request id', { requestId: `7${fields}` }],
    ['in a resource', { resources: [`https://example.com${fields}`] }],
    ['in the nonce', { nonce: `${nonce}\nIssued At: ${at(0)}` }],
    ['in the domain', { domain: `app.example.com${fields}` }],
    ['in the URI', { uri: `${page}\nVersion: 1` }],
    ['letters that are not ASCII', { statement: 'W\u0435lcome' }],
    ['text that is written from right to left', { statement: 'Welcome\u202eevil' }],
    ...ends.map(
      (character) => [`U+${character.codePointAt(0)?.toString(16)}`, { statement: `Wel${character}come` }] as const,
    ),
  ] satisfies (readonly [string, Partial<SiwxMessageData>])[])('error: threat 111: %s', (_, change) => {
    expect(judge(change)).toMatch(/^siwx_message_invalid /)
  })

  test('error: threat 111: text before, after and within, and lines in another order', () => {
    const text = writeSiwxMessage({ ...good, statement: 'Welcome.' })
    const [domain = '', address = '', ...rest] = text.split('\n')
    for (const message of [
      `${text}\n`,
      ` ${text}`,
      `${text}\nResources:\n- https://evil.example\nNonce: x`,
      text.replaceAll('\n', '\r\n'),
      text.replace('Version: 1\n', ''),
      text.replace('Version: 1', 'Version: 2'),
      text.replace('Chain ID: 1', 'Chain ID: 01'),
      text.replace('Chain ID: 1', 'Chain ID: 0x1'),
      text.replace(`URI: ${page}\nVersion: 1`, `Version: 1\nURI: ${page}`),
      text.replace('wants you to', 'wants you  to'),
      text.replace('Ethereum', 'Solana'),
      text.replace('Nonce: ', 'nonce: '),
      [address, domain, ...rest].join('\n'),
      [domain, address, 'Welcome.', ...rest].join('\n'),
    ]) {
      expect([message, judge({}, { message })]).toEqual([message, expect.stringMatching(/^siwx_message_invalid /)])
    }
  })
})

describe('its permissions', () => {
  const recap: Recap = { att: { 'https://example.com/pictures/': { 'crud/delete': [{}], 'crud/update': [{}] } } }
  const sentence = describeRecap(recap)

  test('default: a recap that the statement describes in words', () => {
    expect(
      judge({ statement: `Welcome. ${sentence}`, resources: ['https://example.com', writeRecap(recap)] }),
    ).toMatchObject({ origin: page })
  })

  test.each<[string, Partial<SiwxMessageData>]>([
    ['nothing said', { resources: [writeRecap(recap)] }],
    ['something else said', { statement: 'Welcome.', resources: [writeRecap(recap)] }],
    ['less said', { statement: sentence.replace(", 'update'", ''), resources: [writeRecap(recap)] }],
    ['not the last', { statement: sentence, resources: [writeRecap(recap), 'https://example.com'] }],
    ['in capital letters', { resources: [writeRecap(recap).replace('urn:recap', 'URN:Recap')] }],
    ['unreadable', { statement: sentence, resources: ['urn:recap:e30x'] }],
    ['said and not there', { statement: sentence }],
  ])('error: threat 111: a recap, %s', (_, change) => {
    expect(judge(change)).toMatch(/^siwx_resources_refused (statement|resources)$/)
  })
})
