import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { account, codesOf, describeOffline, now } from '../testing/requests.ts'

const fields = {
  domain: 'app.example',
  address: account,
  uri: 'https://app.example/login',
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh12345678',
  issuedAt: new Date(now - 1000),
} as const
const sign = (message: string, origin?: string) =>
  describeOffline({ method: 'personal_sign', params: [message, account], ...(origin ? { origin } : {}) })
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const stranger = '0x00000000000000000000000000000000DeaDBeef'

describe('plain messages', () => {
  test('default', async () => {
    for (const message of ['Hello\nworld', hex('Hello\nworld')]) {
      const described = await sign(message)
      expect(described).toMatchObject({
        intent: 'signMessage',
        message: 'Hello\nworld',
        findings: [],
        transaction: null,
      })
      expect(structuredClone(described)).toStrictEqual(described)
    }
  })

  test('behavior: account and message may be swapped', async () => {
    const described = await describeOffline({ method: 'personal_sign', params: [account, 'Hello'] })
    expect(described).toMatchObject({ message: 'Hello', findings: [] })
  })

  test('behavior: hidden characters are written out; emoji are none', async () => {
    const described = await sign('pay \u202e001\u200b now 👩‍👩‍👧 ❤️')
    expect(described.message).toBe('pay ⟨U+202E⟩001⟨U+200B⟩ now 👩‍👩‍👧 ❤️')
    expect(described.findings).toStrictEqual([
      { level: 'warn', code: 'hiddenCharacters', values: { count: '2', characters: 'U+200B U+202E' } },
    ])
    expect(codesOf(await sign(`tag${String.fromCodePoint(0xe0041)}`))).toStrictEqual(['hiddenCharacters'])
  })

  test('behavior: a possible hash, or bytes that are no text, are blind', async () => {
    expect(codesOf(await sign(`0x${'9f'.repeat(32)}`))).toStrictEqual(['blindData'])
    expect(codesOf(await sign(hex(`0x${'ab'.repeat(32)}`)))).toStrictEqual(['blindData'])
    expect(codesOf(await sign('0xff00ff'))).toStrictEqual(['blindData'])
    expect(codesOf(await sign(`0x${'00'.repeat(32)}`))).toContain('blindData')
    // Thirty-two letters are a sentence.
    expect(codesOf(await sign(hex('Please sign in to example today!')))).toStrictEqual([])
  })

  test('error: another account, or no account', async () => {
    const other = await describeOffline({ method: 'personal_sign', params: ['Hello', stranger] })
    expect(codesOf(other, 'refuse')).toStrictEqual(['accountMismatch'])
    for (const params of [['Hello'], [1, account], 'Hello', [`Hello`, account.toUpperCase().replace('A', 'b')]])
      expect(codesOf(await describeOffline({ method: 'personal_sign', params }), 'refuse')).toStrictEqual(['malformed'])
    expect(codesOf(await sign('half \ud800'), 'refuse')).toStrictEqual(['malformed'])
  })
})

describe('siwe-domain', () => {
  test('behavior: threat 22: siwe-domain: the site itself may ask', async () => {
    const described = await sign(createSiweMessage({ ...fields, statement: 'Welcome back' }))
    expect(described).toMatchObject({ intent: 'signIn', findings: [] })
    expect((await sign(createSiweMessage(fields))).findings).toStrictEqual([])
    const local = createSiweMessage({ ...fields, domain: 'localhost:7100', scheme: 'http' })
    expect((await sign(local, 'http://localhost:7100')).findings).toStrictEqual([])
  })

  test.each([
    ['another site', 'bank.example', undefined],
    ['a sub-domain', 'www.app.example', undefined],
    ['the parent', 'example', undefined],
    ['an ending', 'evil-app.example', undefined],
    ['another port', 'app.example:8443', undefined],
    ['another scheme', 'app.example', 'http'],
  ])('error: threat 22: siwe-domain: %s', async (_name, domain, scheme) => {
    const message = createSiweMessage({ ...fields, ...(scheme ? { scheme } : {}) }).replace(
      'app.example wants',
      `${domain} wants`,
    )
    expect(codesOf(await sign(message), 'refuse')).toStrictEqual(['domainMismatch'])
    expect(codesOf(await sign(hex(message)), 'refuse')).toStrictEqual(['domainMismatch'])
  })

  test.each([
    ['a missing field', (text: string) => text.replace(/\nNonce: .*/, '')],
    ['another order', (text: string) => text.replace(/(URI: .*)\n(Version: 1)/, '$2\n$1')],
    ['another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['a lower-case address', (text: string) => text.replace(account, account.toLowerCase())],
    ['a field too many', (text: string) => `${text}\nMore: 1`],
    ['a short nonce', (text: string) => text.replace(/Nonce: .*/, 'Nonce: short')],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
    ['other spaces', (text: string) => text.replace('wants you', 'wants  you')],
  ])('error: threat 22: siwe-domain: near misses of a sign-in: %s', async (_name, spoil) => {
    const message = spoil(createSiweMessage(fields))
    const own = await sign(message)
    expect(own.intent).toBe('signMessage')
    expect(own.findings).toContainEqual(expect.objectContaining({ level: 'warn', code: 'malformed' }))
    expect(codesOf(own, 'refuse')).toStrictEqual([])
    expect(codesOf(await sign(message, 'https://evil.example'), 'refuse')).toStrictEqual(['domainMismatch'])
  })

  test('error: threat 22: gaps of any length do not hide a sign-in, and a message of gaps takes no time', async () => {
    const [wide, lines] = [' '.repeat(50_000), '\n'.repeat(50_000)]
    for (const gap of [wide, lines, '\t', ' \r\n '])
      expect(
        codesOf(await sign(`${gap}bank.example${gap}wants${gap}you to sign in with your Ethereum${gap}account`)),
      ).toContain('domainMismatch')
    for (const text of [
      wide,
      `${wide}x`,
      `x wants${wide}`,
      `x${lines}`,
      'x wants '.repeat(10_000),
      `x\ny wants you to sign in`,
    ])
      expect(codesOf(await sign(text))).toStrictEqual([])
  })

  test('error: threat 22: another account or network', async () => {
    const other = createSiweMessage({ ...fields, address: stranger })
    expect(codesOf(await sign(other), 'refuse')).toStrictEqual(['accountMismatch'])
    const elsewhere = createSiweMessage({ ...fields, chainId: 10 })
    expect(codesOf(await sign(elsewhere), 'refuse')).toStrictEqual(['chainMismatch'])
  })

  test.each([
    ['issuedAt', { issuedAt: new Date(now + 3_600_000) }],
    ['issuedAt', { issuedAt: new Date(now - 90_000_000) }],
    ['expirationTime', { expirationTime: new Date(now - 1) }],
    ['notBefore', { notBefore: new Date(now + 3_600_000) }],
  ])('behavior: threat 22: a time that does not match: %s', async (field, times) => {
    const described = await sign(createSiweMessage({ ...fields, ...times }))
    expect(described.findings).toMatchObject([{ level: 'warn', code: 'signInTimes', values: { field } }])
  })
})
