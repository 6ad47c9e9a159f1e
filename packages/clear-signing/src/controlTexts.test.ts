import {
  activateSessionMessage,
  createNameMessage,
  createSessionMessage,
  encodeBase58,
  revokeSessionMessage,
} from '@latchkey/protocol'
import { controlKeyClaim, controlMessage, returnMessage } from '@latchkey/protocol/wallet'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { describeBitcoin, payment } from './testing/bitcoinBuilder.ts'
import { account, codesOf, describeOffline, now } from './testing/requests.ts'
import { addressOf, describeSolana } from './testing/solanaBuilder.ts'

const parties = {
  walletId: '3f0d1c4e-2f6f-4c26-8d52-6bb3c2a4a101',
  userId: '3f0d1c4e-2f6f-4c26-8d52-6bb3c2a4a102',
  deviceId: '3f0d1c4e-2f6f-4c26-8d52-6bb3c2a4a103',
}
const solanaAccount = addressOf(1)
const caip = `eip155:1:${account}`
const pci = '3f0d1c4e-2f6f-4c26-8d52-6bb3c2a4a104'
const oldDevice = `Latchkey device\nwallet: ${parties.walletId}\ndevice: ${parties.deviceId}\naddress: ${account.toLowerCase()}\nepoch: 1`
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const proof = await controlMessage({ ...parties, action: 'rotate', body: { vaultVersion: 1 } })
const claim = controlKeyClaim({ ...parties, address: account, controlKey: 'A'.repeat(43) })

/** Every text that a server accepts or accepted, and variants that a person or a filter could misread. */
const texts: [string, string][] = [
  ['the old text of devices', oldDevice],
  ['the old text of wallets', `Latchkey wallet\nwallet: ${parties.walletId}\nuser: x\ndevice: y`],
  ['a new session', createSessionMessage({ account: caip, permissionsHash: '0x11', expiry: 1, issuedAt: 'x' })],
  ['a session that begins', activateSessionMessage({ account: caip, pci, context: '0x' })],
  ['a session that ends', revokeSessionMessage({ account: caip, pci })],
  ['a control proof', decode(proof)],
  ['a word that a vault may come back', decode(returnMessage({ walletId: parties.walletId, version: 1, until: 2 }))],
  ['a claim of a control key without its first byte', decode(claim.subarray(1))],
  ['a control proof inside of other text', `Please sign: {"t": "latchkey/control/v1"}`],
  ['white space before it', ` \n\t${oldDevice}`],
  ['a byte order mark before it', `\ufeff${oldDevice}`],
  ['zero width inside', oldDevice.replace('Latchkey', 'Lat\u200bch\u2060key')],
  ['a right-to-left override', `\u202e${oldDevice}`],
  ['capitals', oldDevice.toUpperCase()],
  ['Cyrillic letters', oldDevice.replace('Latchkey device', 'Lаtсhkеy dеvicе')],
  ['full-width letters', oldDevice.replace('Latchkey', 'Ｌａｔｃｈｋｅｙ')],
  ['marks on letters', oldDevice.replace('Latchkey', 'Látchkéy')],
  ['bytes of two for each letter', Array.from(decode(proof), (letter) => `${letter}\0`).join('')],
  ['hexadecimal', hex(new TextEncoder().encode(oldDevice)).slice(2)],
  ['base64', Buffer.from(decode(proof)).toString('base64')],
  ['base64url', Buffer.from(oldDevice).toString('base64url')],
  ['percent signs', encodeURIComponent(decode(proof))],
  ['escapes of JSON', decode(proof).replace('latchkey', 'latchke\\u0079').replace('\\u0079', 'y')],
]

const refusalsOf = async (described: Promise<Parameters<typeof codesOf>[0]>) => codesOf(await described, 'refuse')

describe.each(texts)('finding F1: threat 143: the wallet does not sign %s', (_name, text) => {
  test('personal_sign, as text and as bytes', async () => {
    for (const message of [text, hex(new TextEncoder().encode(text))]) {
      const params = [message, account]
      expect(await refusalsOf(describeOffline({ method: 'personal_sign', params }))).toContain('walletControl')
    }
  })

  test('typed data, in a value, a list or the name of the domain', async () => {
    const types = { EIP712Domain: [{ name: 'name', type: 'string' }], Note: [{ name: 'texts', type: 'string[]' }] }
    for (const [name, said] of [
      ['App', text],
      [text, 'hello'],
    ]) {
      const data = { types, primaryType: 'Note', domain: { name }, message: { texts: ['hello', said] } }
      const params = [account, JSON.stringify(data)]
      expect(await refusalsOf(describeOffline({ method: 'eth_signTypedData_v4', params }))).toContain('walletControl')
    }
  })

  test('messages of Solana and Bitcoin', async () => {
    const message = encodeBase58(new TextEncoder().encode(text))
    const solana = describeSolana({ method: 'solana_signMessage', params: { message }, account: solanaAccount })
    expect(await refusalsOf(solana)).toContain('walletControl')
    for (const protocol of ['ecdsa', 'bip322']) {
      const params = { account: payment.address, message: text, address: payment.address, protocol }
      expect(await refusalsOf(describeBitcoin({ method: 'signMessage', params: { ...params } }))).toContain(
        'walletControl',
      )
    }
  })
})

test('finding F1: threat 143: bytes that are no text are searched as well', async () => {
  const params = [hex(claim), account]
  expect(await refusalsOf(describeOffline({ method: 'personal_sign', params }))).toContain('walletControl')
  const message = encodeBase58(claim)
  const solana = describeSolana({ method: 'solana_signMessage', params: { message }, account: solanaAccount })
  expect(await refusalsOf(solana)).toContain('walletControl')
})

test.each([
  [
    'a sign-in',
    createSiweMessage({
      domain: 'app.example',
      address: account,
      uri: 'https://app.example',
      version: '1',
      chainId: 1,
      nonce: 'abcdefgh12345678',
      issuedAt: new Date(now),
      statement: 'Sign in to Latchkey',
    }),
  ],
  ['a name', createNameMessage({ name: 'mira.brass.eth', attributes: {}, timestamp: Math.floor(now / 1000) })],
  ['a greeting', 'Latchkey on Ethereum'],
  ['an honest session', 'Activate session'],
  ['a sentence', 'I revoke session cookies and control my own latch key.'],
])('behavior: %s is still signed', async (_name, text) => {
  expect(await refusalsOf(describeOffline({ method: 'personal_sign', params: [text, account] }))).toStrictEqual([])
})
