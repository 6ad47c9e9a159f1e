import { createNameAddressMessage, createNameMessage } from '@latchkey/protocol'
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { account, codesOf, describeOffline, now } from '../testing/requests.ts'
import { readSigningPayload } from '../verify/readSigningPayload.ts'

const name = 'alice.latchkey.eth'
const timestamp = now / 1000
const stranger = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const sign = (message: string, more: Partial<Parameters<typeof describeOffline>[0]> = {}) =>
  describeOffline({ ...more, method: 'personal_sign', params: [message, account] })
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}` as const

test('default: the name, its texts and the time; the text stays complete, and is signed', async () => {
  const avatar = `data:image/png;base64,${'A'.repeat(32_768)}`
  const attributes = { url: 'https://alice.example', avatar }
  const text = createNameMessage({ name, attributes, timestamp })
  for (const message of [text, hex(text)]) {
    const described = await sign(message)
    expect(described).toMatchObject({
      ...{ intent: 'signMessage', target: null, findings: [], message: text },
      nameMessage: { name, timestamp, network: null },
      fields: [
        { name: 'url', value: { kind: 'text', text: 'https://alice.example' } },
        { name: 'avatar', value: { kind: 'picture', size: 24_576 } },
      ],
    })
    expect(structuredClone(described)).toStrictEqual(described)
    expect(readSigningPayload({ description: described })).toMatchObject({ kind: 'message', message: hex(text) })
  }
})

test('behavior: the visitor’s own address gets no warning, another one does', async () => {
  const ask = (address: string, more = {}) =>
    sign(createNameAddressMessage({ name, timestamp, address, coinType: 60 }), more)
  const own = await ask(account)
  expect(own).toMatchObject({
    ...{ findings: [], nameMessage: { name, network: 'Ethereum' } },
    target: { address: account, notice: { kind: 'own' } },
  })
  const smart = await ask(stranger, { knownAddresses: [{ address: stranger, kind: 'own' }] })
  expect(smart.findings).toStrictEqual([])
  const other = await ask(stranger, { knownAddresses: [{ address: stranger, kind: 'contact', name: 'Bob' }] })
  expect(other).toMatchObject({
    findings: [{ level: 'warn', code: 'nameToOther', values: { address: stranger } }],
    target: { address: stranger, name: 'Bob', notice: { kind: 'known' } },
  })
  // An address that resembles the visitor's own is another.
  const alike = await ask(
    getAddress(`${account.slice(0, 8).toLowerCase()}${'0'.repeat(28)}${account.slice(-6).toLowerCase()}`),
  )
  expect(alike.target?.notice).toStrictEqual({ kind: 'lookAlike', resembles: account })
  expect(codesOf(alike)).toStrictEqual(['nameToOther'])
})

test('behavior: the network is that of the coin type, not the one in use', async () => {
  const networkOf = async (coinType: number, chainName?: string) => {
    const network = {
      name: chainName ?? 'Main',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      testnet: false,
    }
    const described = await sign(createNameAddressMessage({ name, timestamp, address: account, coinType }), { network })
    return described.nameMessage?.network
  }
  expect(await networkOf(60)).toBe('Main')
  expect(await networkOf(2147483649)).toBe('Main')
  expect(await networkOf(0x80000000 + 10)).toBe('eip155:10')
})

test('error: problems of the request or the characters are reported as for any text', async () => {
  const text = createNameMessage({ name, timestamp })
  const wrong = await describeOffline({ method: 'personal_sign', params: [text, stranger] })
  expect(codesOf(wrong, 'refuse')).toStrictEqual(['accountMismatch'])
  for (const letter of ['\u202e', '\u200b', '\u0085', '\u{e0041}']) {
    const hidden = await sign(createNameMessage({ name, attributes: { url: `a${letter}b` }, timestamp }))
    expect(hidden.nameMessage).toBeUndefined()
    expect(codesOf(hidden, 'warn')).toStrictEqual(['hiddenCharacters'])
    expect(hidden.message).toContain('⟨U+')
  }
})

test('behavior: an invalid or active picture is shown as its text', async () => {
  for (const avatar of [
    'https://a.example/b.png',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,',
    'data:image/png;base64,A B',
  ]) {
    const described = await sign(createNameMessage({ name, attributes: { avatar }, timestamp }))
    expect(described.fields).toMatchObject([{ name: 'avatar', value: { kind: 'text', text: avatar } }])
  }
})
