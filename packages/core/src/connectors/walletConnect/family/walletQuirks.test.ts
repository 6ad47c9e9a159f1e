import { bitcoinNetworks, decodeBase58, encodeBase58, solanaNetworks } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { defineBitcoinNetwork } from '../../../networks/defineBitcoinNetwork.ts'
import { createTestAppClient, testSession } from '../../../testing/createTestAppClient.ts'
import { createTestEnvironment, until } from '../../../testing/createTestEnvironment.ts'
import type { ConnectorEvent } from '../../Connector.ts'
import type { CurrentSession, PairedSession } from '../createPairedSession.ts'
import { bitcoinSessionFamily } from './bitcoinSessionFamily.ts'
import { createPairedBitcoinProvider } from './createPairedBitcoinProvider.ts'
import { createPairedSolanaProvider } from './createPairedSolanaProvider.ts'
import { readBytesText } from './encoding.ts'
import { openPairedFamily } from './openPairedFamily.ts'
import { solanaSessionFamily } from './solanaSessionFamily.ts'

const address = encodeBase58(new Uint8Array(32).fill(9))
const other = encodeBase58(new Uint8Array(32).fill(8))
const signature = Uint8Array.from({ length: 64 }, (_, index) => index + 1)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
/** Ours is the second of two signers. */
const transaction = new Uint8Array([
  ...[2, ...new Uint8Array(128), 0x80, 2, 0, 1, 3],
  ...[other, address].flatMap((key) => [...(decodeBase58(key) ?? [])]),
  ...new Uint8Array(32),
  ...[...new Uint8Array(32), 0, 0],
])
const signed = transaction.slice()
signed.set(signature, 65)
const chainId = solanaNetworks.localnet

const solana = (answer: unknown) => createPairedSolanaProvider({ ask: async () => answer })

test.each([
  ['the transaction in base64', { signature: encodeBase58(signature), transaction: base64(signed) }],
  ['the transaction in base58', { transaction: encodeBase58(signed) }],
  ['a signature alone', { signature: encodeBase58(signature) }],
  ['a signature in base64', { signature: base64(signature) }],
  ['a signature in hexadecimal', { signature: hex(signature) }],
  ['nothing but the text', encodeBase58(signature)],
])('behavior: solana_signTransaction answered with %s', async (_, answer) => {
  expect(await solana(answer).signTransaction({ address, transaction, chainId })).toStrictEqual(signed)
})

test.each([
  ['base58', encodeBase58(signature)],
  ['base64', base64(signature)],
  ['hexadecimal', `0x${hex(signature)}`],
  ['numbers', [...signature]],
])('behavior: solana_signMessage answered in %s', async (_, text) => {
  const message = new Uint8Array([1])
  expect(await solana({ signature: text }).signMessage({ address, message })).toStrictEqual({ signature })
})

test.each([
  ['nothing', null],
  ['an empty object', {}],
  ['too short a signature', { signature: encodeBase58(signature.slice(1)) }],
  ['a transaction that is none', { transaction: '' }],
])('error: %s', async (_, answer) => {
  await expect(solana(answer).signTransaction({ address, transaction, chainId })).rejects.toMatchObject({
    code: 'wallet_failed',
  })
})

test('error: a signature of an address that is not a signer', async () => {
  const signing = solana({ signature: encodeBase58(signature) }).signTransaction({
    ...{ address: encodeBase58(new Uint8Array(32).fill(7)), transaction, chainId },
  })
  await expect(signing).rejects.toMatchObject({ code: 'wallet_failed' })
})

const payment = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const ordinal = `bcrt1p${'q'.repeat(58)}`
const bitcoinSession = (sessionProperties: Record<string, string> = {}) =>
  testSession({
    namespaces: {
      bip122: {
        ...{ chains: [bitcoinNetworks.regtest], methods: [], events: [] },
        accounts: [`${bitcoinNetworks.regtest}:${payment}`],
      },
    },
    sessionProperties,
  })
const bitcoin = (answer: unknown, asked: unknown[] = []) => {
  const session = bitcoinSession()
  const accounts = bitcoinSessionFamily.readAccounts(session)
  const current: CurrentSession = { session, accounts, chainId: bitcoinNetworks.regtest }
  return createPairedBitcoinProvider({
    session: { current: () => current },
    ask: async (question) => {
      asked.push(question)
      return answer
    },
  })
}
const regtest = defineBitcoinNetwork({
  reference: bitcoinNetworks.regtest.slice('bip122:'.length),
  name: 'Regtest',
  rpcUrls: { default: { http: [] } },
})
const quiet = { signal: new AbortController().signal }
const psbt = Uint8Array.from([112, 115, 98, 116, 255, 1, 2, 3])

test('behavior: a signature of a Bitcoin message in hexadecimal and in base64', async () => {
  const bytes = new Uint8Array(65).fill(31)
  for (const text of [hex(bytes), base64(bytes)])
    expect(
      await bitcoin({ address: payment, signature: text }).signMessage({ address: payment, message: 'x' }),
    ).toStrictEqual({ signature: base64(bytes) })
  await expect(bitcoin({}).signMessage({ address: payment, message: 'x' })).rejects.toMatchObject({
    code: 'wallet_failed',
  })
})

test('behavior: a PSBT in base64 and in hexadecimal; for a broadcast, the transaction ID is enough', async () => {
  const asked: unknown[] = []
  const inputs = [{ index: 0, address: payment }]
  const question = { psbt: base64(psbt), inputs }
  for (const text of [base64(psbt), hex(psbt)])
    expect(await bitcoin({ psbt: text }, asked).signPsbt(question)).toStrictEqual({ psbt: base64(psbt) })
  expect(asked[0]).toMatchObject({
    params: { account: payment, psbt: base64(psbt), signInputs: [{ index: 0, address: payment }], broadcast: false },
  })
  const txid = 'ab'.repeat(32)
  expect(await bitcoin({ txid }).signPsbt({ ...question, broadcast: true })).toStrictEqual({ psbt: base64(psbt), txid })
  await expect(bitcoin({ txid }).signPsbt(question)).rejects.toMatchObject({ code: 'wallet_failed' })
  await expect(bitcoin({ psbt: 'AAAA' }).signPsbt(question)).rejects.toMatchObject({ code: 'wallet_failed' })
})

test('behavior: the amount of a transfer is text', async () => {
  const asked: unknown[] = []
  const txid = 'cd'.repeat(32)
  const transfer = { address: payment, receiver: 'bcrt1qto', amount: 12_345_678_901_234_567n }
  expect(await bitcoin({ txid }, asked).sendTransfer(transfer)).toStrictEqual({ txid })
  expect(asked).toMatchObject([
    { method: 'sendTransfer', params: { recipientAddress: 'bcrt1qto', amount: '12345678901234567' } },
  ])
})

test.each<[string, string, number]>([
  [
    'a list',
    JSON.stringify([
      { address: payment, intention: 'payment' },
      { address: ordinal, intention: 'ordinal' },
    ]),
    2,
  ],
  ['a list for each purpose', JSON.stringify({ payment: [{ address: payment }], ordinal: [{ address: ordinal }] }), 2],
  ['what is of another account', JSON.stringify([{ address: ordinal, intention: 'ordinal' }]), 1],
  ['what is no address', JSON.stringify([{ address: payment }, { address: '<b>' }, 7, null]), 1],
  ['what is no JSON', '{', 1],
])('behavior: addresses among the properties as %s', (_, text, count) => {
  const accounts = bitcoinSessionFamily.readAccounts(bitcoinSession({ bip122_getAccountAddresses: text }))
  expect(accounts).toHaveLength(count)
  expect(accounts[0]).toMatchObject({ address: payment, type: 'payment', chainId: bitcoinNetworks.regtest })
})

test('behavior: a wallet that does not report its addresses is asked once, and its answer is stored', async () => {
  const chains = [bitcoinNetworks.regtest]
  const session = bitcoinSession()
  const bip122 = { ...session.namespaces.bip122, accounts: session.namespaces.bip122?.accounts ?? [] }
  const client = createTestAppClient({
    sessions: [
      {
        ...session,
        namespaces: { bip122: { ...bip122, chains, methods: ['getAccountAddresses'], events: [] } },
        optionalNamespaces: { bip122: { chains, methods: [], events: [] } },
      },
    ],
  })
  const environment = createTestEnvironment()
  const open = () => {
    const sessions = new Set<PairedSession>()
    const config = { networks: [regtest] } as const
    const follow = async () => undefined
    return openPairedFamily({ namespace: 'bip122', client, config, environment, sessions, onEnd: () => {}, follow })
  }
  const connector = open()
  const told: ConnectorEvent[] = []
  connector.subscribe((event) => told.push(event))
  expect(await connector.connect({ ...quiet, silent: false })).toMatchObject({ accounts: [{ address: payment }] })
  await until(() => client.asked.length === 1)
  expect(client.asked[0]).toMatchObject({ method: 'getAccountAddresses', params: { account: payment } })
  client.asked[0]?.resolve([
    { address: payment, publicKey: `02${'ab'.repeat(32)}`, intention: 'payment' },
    { address: ordinal, intention: 'ordinal' },
  ])
  await until(() => told.some((event) => event.type === 'accountsChanged' && event.accounts.length === 2))
  const after = await open().connect({ ...quiet, silent: true })
  expect(after?.accounts).toMatchObject([{ address: payment, publicKey: expect.any(String) }, { type: 'ordinal' }])
  expect(client.asked).toHaveLength(1)
})

test('behavior: accounts and networks are read in any format of wallets', () => {
  for (const entry of [address, `${chainId}:${address}`, { pubkey: address }])
    expect(solanaSessionFamily.readAddress(entry)).toBe(address)
  expect(solanaSessionFamily.readAddress('0x00')).toBeUndefined()
  for (const data of [chainId, chainId.slice('solana:'.length)])
    expect(solanaSessionFamily.readChain(data)).toBe(chainId)
  expect(solanaSessionFamily.readChain({})).toBeUndefined()
  for (const entry of [payment, `${bitcoinNetworks.regtest}:${payment}`, { address: payment }])
    expect(bitcoinSessionFamily.readAddress(entry)).toBe(payment)
  expect(readBytesText('!', () => true)).toBeUndefined()
})
