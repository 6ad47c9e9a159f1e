import { createPublicKey, verify } from 'node:crypto'
import { bitcoinNetworks, decodeBase58, solanaNetworks } from '@latchkey/protocol'
import { createPairedWallet, createPsbt, decodePsbt } from '@latchkey/testkit'
import { createAppClient, createMemoryStorage, formatAuthenticationMessage } from '@latchkey/walletconnect'
import { expect, onTestFinished, test } from 'vitest'
import type { CoreContext } from '../../../CoreContext.ts'
import type { Latchkey } from '../../../Latchkey.ts'
import type { LatchkeyConfig } from '../../../LatchkeyConfig.ts'
import { defineBitcoinNetwork } from '../../../networks/defineBitcoinNetwork.ts'
import { defineSolanaNetwork } from '../../../networks/defineSolanaNetwork.ts'
import { createTestEnvironment, until } from '../../../testing/createTestEnvironment.ts'
import { createTestKit } from '../../../testing/createTestKit.ts'
import { createTestRelay } from '../../../testing/createTestRelay.ts'
import { localOne } from '../../../testing/testNetworks.ts'
import { createWalletConnectClient } from '../createWalletConnectClient.ts'

const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
const accounts = [{ privateKey: keys[0] }, { privateKey: keys[1] }] as const
const rpcUrl = 'http://127.0.0.1:1'
const reference = (chainId: string) => chainId.slice(chainId.indexOf(':') + 1)
const solanaOf = (chainId: string) =>
  defineSolanaNetwork({ reference: reference(chainId), name: chainId, rpcUrls: { default: { http: [rpcUrl] } } })
const regtest = defineBitcoinNetwork({
  reference: reference(bitcoinNetworks.regtest),
  name: 'Regtest',
  rpcUrls: { default: { http: [] } },
})
const networks: LatchkeyConfig['networks'] = [
  localOne,
  solanaOf(solanaNetworks.localnet),
  solanaOf(solanaNetworks.localnetTwo),
  regtest,
]

/** The kit's client and a real wallet client of three families, connected by a relay in this process. */
function world({ families = ['solana', 'bip122'] }: { families?: readonly ('solana' | 'bip122')[] } = {}) {
  const environment = createTestEnvironment()
  const relay = createTestRelay()
  const storage = createMemoryStorage()
  const platform = {
    now: () => Math.floor(environment.now()),
    ...{ setTimeout: environment.setTimeout, openSocket: relay.openSocket },
    clearTimeout: (timer: unknown) => environment.clearTimeout(timer as number),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    onWake: () => () => {},
  }
  const networkOf = (chain: string) => ({ chain, name: chain, rpcUrl })
  const all = {
    solana: {
      accounts,
      networks: [networkOf(solanaNetworks.localnet), networkOf(solanaNetworks.localnetTwo)] as const,
    },
    bip122: { accounts, networks: [networkOf(bitcoinNetworks.regtest)] as const },
  }
  const sent: unknown[] = []
  const wallet = createPairedWallet({
    ...{ relays: ['wss://api.test/relay'], projectId: '0'.repeat(32), accounts, environment: platform },
    chains: [{ id: 31337, name: 'One', rpcUrl }],
    families: Object.fromEntries(families.map((family) => [family, all[family]])),
    fetch: async (url, init) => {
      sent.push([String(url).slice(rpcUrl.length), JSON.parse(String(init?.body ?? 'null'))])
      return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '1'.repeat(64) }))
    },
  })
  onTestFinished(() => wallet.destroy())
  const open = (config: Partial<LatchkeyConfig> = {}) => {
    const whole: LatchkeyConfig = {
      ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', networks },
      metadata: { name: 'Test', url: 'https://site.test' },
      ...config,
    }
    const context: CoreContext = {
      config: { ...whole, connectors: { walletConnect: true } },
      ...{ environment, report: () => {}, load: (chunk) => chunk() },
    }
    const walletConnect = async () =>
      createWalletConnectClient({
        context,
        createClient: (parameters) => createAppClient({ ...parameters, storage, environment: platform }),
        formatMessage: formatAuthenticationMessage,
      })
    const latchkey = createTestKit({ environment, config: { ...whole, connectors: { walletConnect } } })
    onTestFinished(() => latchkey.destroy())
    return latchkey
  }
  const connect = async (latchkey: Latchkey) => {
    const connected = latchkey.pairing.connect()
    await until(() => latchkey.pairing.getState().status === 'waiting')
    const state = latchkey.pairing.getState()
    await wallet.pair(state.status === 'waiting' ? state.uri : '')
    return connected
  }
  return { wallet, open, connect, sent, environment }
}
const accountOf = ({ connection }: Latchkey, family: string) =>
  connection.getState().connections.find(({ account }) => account.namespace === family)?.account
const familiesOf = ({ connection }: Latchkey) =>
  connection.getState().connections.map(({ account }) => account.namespace)
/** Verifies a signature with an independent implementation. */
function isSigned({ address, data, signature }: { address: string; data: Uint8Array; signature: Uint8Array }): boolean {
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), decodeBase58(address) ?? Buffer.alloc(0)])
  return verify(null, data, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}
/** A legacy message with one signer and a program. */
function transactionOf(address: string): Uint8Array {
  const keysOf = [...(decodeBase58(address) ?? []), ...new Uint8Array(32)]
  return new Uint8Array([1, ...new Uint8Array(64), 1, 0, 1, 2, ...keysOf, ...new Uint8Array(32), 0])
}

test.each([
  ['Solana', solanaOf(solanaNetworks.localnet)],
  ['Bitcoin', regtest],
] as const)('default: a site with only %s connects by WalletConnect (spec 1.5)', async (_, network) => {
  const { wallet, open, connect } = world()
  const latchkey = open({ networks: [network] })
  const address = wallet.getState().accounts.find(({ family }) => family === network.chainNamespace)?.address
  const account = { namespace: network.chainNamespace, address, chainId: network.caipNetworkId }
  expect(await connect(latchkey)).toMatchObject(account)
  expect(familiesOf(latchkey)).toStrictEqual([network.chainNamespace])
  await latchkey.connection.disconnect()
  expect(familiesOf(latchkey)).toStrictEqual([])
})

test('default: one pairing connects all families, and the app’s first is selected', async () => {
  const { wallet, open, connect } = world()
  const latchkey = open()
  expect(await connect(latchkey)).toMatchObject({ namespace: 'eip155' })
  await until(() => familiesOf(latchkey).length === 3)
  expect(familiesOf(latchkey)[0]).toBe('eip155')
  const of = (family: string) => wallet.getState().accounts.find((account) => account.family === family)?.address
  expect(accountOf(latchkey, 'solana')).toMatchObject({
    ...{ address: of('solana'), chainId: solanaNetworks.localnet, type: 'eoa' },
    connector: { id: 'solana:walletConnect', type: 'walletConnect', name: 'Virtual Phone Wallet' },
  })
  expect(accountOf(latchkey, 'bip122')).toMatchObject({ address: of('bip122'), chainId: bitcoinNetworks.regtest })
  expect(accountOf(latchkey, 'bip122')?.allAccounts).toMatchObject([
    { type: 'payment', path: "m/84'/1'/0'/0/0", publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/) },
    { type: 'ordinal', address: expect.stringMatching(/^bcrt1p/) },
  ])
})

test('behavior: a Solana wallet signs messages and transactions, and sends', async () => {
  const { open, connect, sent } = world()
  const latchkey = open()
  await connect(latchkey)
  await until(() => accountOf(latchkey, 'solana') !== undefined)
  const provider = latchkey.connection.getProvider('solana')
  const address = accountOf(latchkey, 'solana')?.address ?? ''
  const message = new TextEncoder().encode('Ahoy')
  const signed = await provider?.signMessage({ address, message })
  expect(isSigned({ address, data: message, signature: signed?.signature ?? message })).toBe(true)
  const transaction = transactionOf(address)
  const whole = await provider?.signTransaction({ address, transaction, chainId: solanaNetworks.localnet })
  expect(isSigned({ address, data: transaction.slice(65), signature: whole?.slice(1, 65) ?? message })).toBe(true)
  expect(whole?.slice(65)).toStrictEqual(transaction.slice(65))
  await provider?.signAndSendTransaction({ address, transaction, chainId: solanaNetworks.localnetTwo })
  expect(sent).toMatchObject([['', { method: 'sendTransaction' }]])
  expect(JSON.stringify(sent)).toContain(Buffer.from(whole ?? []).toString('base64'))
  await expect(provider?.signMessage({ address: address.replace(/.$/, '1'), message })).rejects.toMatchObject({
    code: 'account_changed',
  })
})

test('behavior: a Bitcoin wallet signs messages and PSBTs with the given address', async () => {
  const { open, connect } = world()
  const latchkey = open()
  await connect(latchkey)
  await until(() => accountOf(latchkey, 'bip122') !== undefined)
  const provider = latchkey.connection.getProvider('bip122')
  const [payment, ordinal] = accountOf(latchkey, 'bip122')?.allAccounts ?? []
  const legacy = await provider?.signMessage({ address: payment?.address ?? '', message: 'Ahoy', protocol: 'ecdsa' })
  expect(Buffer.from(legacy?.signature ?? '', 'base64')).toHaveLength(65)
  const simple = await provider?.signMessage({ address: ordinal?.address ?? '', message: 'Ahoy' })
  expect(Buffer.from(simple?.signature ?? '', 'base64').subarray(0, 2)).toStrictEqual(Buffer.from([1, 64]))
  const script = new Uint8Array([0, 20, ...hash160Of(payment?.address ?? '')])
  const psbt = createPsbt({
    transaction: {
      ...{ version: 2, locktime: 0 },
      inputs: [{ txid: new Uint8Array(32).fill(7), vout: 0, script: new Uint8Array(), sequence: 0xfffffffd }],
      outputs: [{ amount: 9_000n, script }],
    },
    prevouts: [{ amount: 10_000n, script }],
  })
  const inputs = [{ index: 0, address: payment?.address ?? '' }]
  const signed = await provider?.signPsbt({ psbt: Buffer.from(psbt).toString('base64'), inputs })
  const read = decodePsbt(Buffer.from(signed?.psbt ?? '', 'base64'))
  expect([...(read.inputs[0]?.keys() ?? [])]).toContain(`02${payment?.publicKey}`)
})

test('behavior: follows the wallet’s account in all families; the end of one ends all', async () => {
  const { wallet, open, connect } = world()
  const latchkey = open()
  await connect(latchkey)
  await until(() => familiesOf(latchkey).length === 3)
  const before = ['eip155', 'solana', 'bip122'].map((family) => accountOf(latchkey, family)?.address)
  await wallet.setAccount(1)
  await until(() =>
    ['eip155', 'solana', 'bip122'].every((family, at) => accountOf(latchkey, family)?.address !== before[at]),
  )
  await until(() => (accountOf(latchkey, 'bip122')?.allAccounts.length ?? 0) === 2)
  await latchkey.connection.disconnect({ namespace: 'solana' })
  await until(() => wallet.getState().sessions.length === 0 && familiesOf(latchkey).length === 0)
})

test('behavior: all return after a reload, and end when the wallet ends the session', async () => {
  const { wallet, open, connect } = world()
  const before = open()
  await connect(before)
  await until(() => familiesOf(before).length === 3)
  before.destroy()
  const after = open()
  await after.connection.reconnect()
  await until(() => familiesOf(after).length === 3)
  expect(familiesOf(after)[0]).toBe('eip155')
  await wallet.disconnect()
  await until(() => familiesOf(after).length === 0)
})

test('behavior: switches between networks of the session, and to no other', async () => {
  const { open, connect } = world({ families: ['solana'] })
  const latchkey = open()
  await connect(latchkey)
  await until(() => accountOf(latchkey, 'solana') !== undefined)
  latchkey.connection.select({ connectorId: 'solana:walletConnect' })
  await latchkey.networks.switchNetwork({ chainId: solanaNetworks.localnetTwo })
  expect(accountOf(latchkey, 'solana')).toMatchObject({ chainId: solanaNetworks.localnetTwo })
  // A wallet without Bitcoin can still connect.
  expect(familiesOf(latchkey)).toStrictEqual(['solana', 'eip155'])
})

test('behavior: requests only the family for which Connect was opened', async () => {
  const { wallet, open, connect } = world()
  const latchkey = open()
  latchkey.modal.open({ view: 'Connect', data: { namespace: 'solana' } })
  expect(await connect(latchkey)).toMatchObject({ namespace: 'solana' })
  expect(Object.keys(wallet.getState().sessions[0]?.namespaces ?? {})).toStrictEqual(['solana'])
  expect(familiesOf(latchkey)).toStrictEqual(['solana'])
  latchkey.destroy()
  const after = open()
  await after.connection.reconnect()
  await until(() => familiesOf(after).length === 1)
  after.destroy()
  // The session was requested with fewer networks of the family than the app has now.
  const more = open({ networks: [solanaOf(solanaNetworks.devnet), ...networks] })
  await more.connection.reconnect()
  await until(() => wallet.getState().sessions.length === 0)
  expect(familiesOf(more)).toStrictEqual([])
})

/** Returns the hash in a P2WPKH address of regtest: 20 bytes after the version. */
function hash160Of(address: string): readonly number[] {
  const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const words = [...address.slice('bcrt1q'.length, -6)].map((letter) => alphabet.indexOf(letter))
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('')
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}
