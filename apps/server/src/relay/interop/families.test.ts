import { createPublicKey, verify } from 'node:crypto'
import { bitcoinNetworks, decodeBase58, encodeBase58, solanaNetworks } from '@latchkey/protocol'
import { createPairedWallet, createVirtualSolanaWallet } from '@latchkey/testkit'
import { createAppClient } from '@latchkey/walletconnect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardNetwork } from '../../testing/guardNetwork.ts'
import { until } from '../../testing/until.ts'
import { startTestRelay, type TestRelay } from '../testing/startTestRelay.ts'
import { createEventLog } from './testing/createEventLog.ts'
import { nodeEnvironment } from './testing/createOurClients.ts'
import { interopAccounts, interopChains, interopKeys, toMetadata } from './testing/interopWorld.ts'
import {
  createOracleApp,
  createOracleStorage,
  createOracleWallet,
  endOracle,
  type OracleAppVersion,
  type OracleSession,
  type OracleWalletVersion,
} from './testing/oracleModules.ts'

const network = guardNetwork()
const evm = interopChains[0]
const solana = solanaNetworks.localnet
const bitcoin = bitcoinNetworks.regtest
const accounts = [{ privateKey: interopKeys[0] }, { privateKey: interopKeys[1] }] as const
const optionalNamespaces = {
  eip155: { chains: [evm], methods: ['personal_sign'], events: ['accountsChanged'] },
  solana: {
    chains: [solana],
    methods: ['solana_getAccounts', 'solana_signMessage', 'solana_signTransaction'],
    events: ['accountsChanged'],
  },
  bip122: {
    chains: [bitcoin],
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['bip122_addressesChanged'],
  },
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
})
afterAll(async () => {
  await relay?.stop()
  network.release()
  expect(network.attempts).toStrictEqual([])
})

const toOptions = (prefix: string) => ({
  ...{ relayUrl: relay.url, projectId: relay.projectId, prefix, storage: createOracleStorage() },
  metadata: toMetadata(prefix),
})
function isSigned({ address, text, signature }: { address: string; text: string; signature: string }): boolean {
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), decodeBase58(address) ?? Buffer.alloc(0)])
  const read = decodeBase58(signature) ?? new Uint8Array()
  return verify(null, Buffer.from(text), createPublicKey({ key, format: 'der', type: 'spki' }), read)
}

test.concurrent.each<OracleAppVersion>(['2.21.8', '2.17.1'])(
  'behavior: their app %s with our wallet of three families',
  async (version) => {
    const wallet = createPairedWallet({
      ...{ relays: [relay.url], projectId: relay.projectId, accounts, environment: nodeEnvironment() },
      chains: [{ id: 31337, name: 'Local One', rpcUrl: 'http://127.0.0.1:1' }],
      families: {
        solana: { accounts, networks: [{ chain: solana, name: 'Solana', rpcUrl: 'http://127.0.0.1:1' }] },
        bip122: { accounts, networks: [{ chain: bitcoin, name: 'Bitcoin', rpcUrl: 'http://127.0.0.1:1' }] },
      },
    })
    const app = await createOracleApp(version, toOptions(`families-${version}`))
    const log = createEventLog<{ type: string; name?: string; data?: unknown }>({ owner: 'their app' })
    app.on('session_event', ({ params }: { params: { event: { name: string; data: unknown } } }) =>
      log.push({ type: 'event', ...params.event }),
    )
    app.on('session_delete', () => log.push({ type: 'delete' }))
    const { uri, approval } = await app.connect({ optionalNamespaces })
    const [session] = await Promise.all([approval(), wallet.pair(uri)])
    const { topic, namespaces, sessionProperties } = session as OracleSession & {
      sessionProperties: Record<string, string>
    }
    const addressOf = (family: string) => namespaces[family]?.accounts[0]?.split(':')[2] ?? ''
    const ask = (chainId: string, method: string, params: object) =>
      app.request({ topic, chainId, request: { method, params } })
    const of = (family: string) => wallet.getState().accounts.filter((account) => account.family === family)

    expect(addressOf('solana')).toBe(of('solana')[0]?.address)
    expect(await ask(solana, 'solana_getAccounts', {})).toStrictEqual([{ pubkey: addressOf('solana') }])
    const message = encodeBase58(new TextEncoder().encode('Ahoy'))
    const { signature } = (await ask(solana, 'solana_signMessage', { message, pubkey: addressOf('solana') })) as {
      signature: string
    }
    expect(isSigned({ address: addressOf('solana'), text: 'Ahoy', signature })).toBe(true)

    const account = addressOf('bip122')
    const addresses = (await ask(bitcoin, 'getAccountAddresses', { account })) as { intention: string }[]
    expect(addresses.map(({ intention }) => intention)).toStrictEqual(['payment', 'ordinal'])
    expect(JSON.parse(sessionProperties.bip122_getAccountAddresses ?? '')).toStrictEqual(addresses)
    expect(await ask(bitcoin, 'signMessage', { account, message: 'Ahoy' })).toMatchObject({
      ...{ address: account, signature: expect.stringMatching(/^[0-9a-f]{130}$/) },
    })
    await expect(ask(bitcoin, 'signMessage', { account: 'bcrt1q', message: 'Ahoy' })).rejects.toMatchObject({
      code: 4100,
    })

    await wallet.setAccount(1)
    expect(await log.take(({ name }) => name === 'bip122_addressesChanged')).toMatchObject({
      data: [{ address: of('bip122')[1]?.address }, { intention: 'ordinal' }],
    })
    // Their client emits only the first of several events with the same name in one moment. The session has the change in any case.
    const solanaAccount = `${solana}:${of('solana')[1]?.address}`
    await until(() => app.session.getAll()[0]?.namespaces.solana?.accounts[0] === solanaAccount)
    await wallet.disconnect(topic)
    await log.take(({ type }) => type === 'delete')
    wallet.destroy()
    await endOracle(app.core)
  },
)

test.concurrent.each<OracleWalletVersion>(['walletkit 1.2.10', 'web3wallet 1.16.1'])(
  'behavior: our app with their %s of three families',
  async (version) => {
    const app = createAppClient({
      relays: [{ url: relay.url, projectId: relay.projectId }],
      ...{ metadata: toMetadata('our app'), environment: nodeEnvironment() },
    })
    const log = createEventLog<{ type: string; name?: string; data?: unknown }>({ owner: 'our app' })
    app.subscribe((event) => log.push(event))
    const { wallet } = await createOracleWallet(version, toOptions(`families ${version}`))
    const keys = createVirtualSolanaWallet({ accounts })
    const namespaces = {
      eip155: { ...optionalNamespaces.eip155, accounts: [`${evm}:${interopAccounts[0]?.address}`] },
      solana: { ...optionalNamespaces.solana, accounts: [`${solana}:${keys.addresses[0]}`] },
      bip122: { ...optionalNamespaces.bip122, accounts: [`${bitcoin}:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080`] },
    }
    wallet.on('session_proposal', ({ id }: { id: number }) => void wallet.approveSession({ id, namespaces }))
    wallet.on(
      'session_request',
      ({
        id,
        topic,
        params,
      }: {
        id: number
        topic: string
        params: { request: { method: string; params: unknown } }
      }) =>
        // Returns the request's parameters unchanged.
        void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: params.request } }),
    )
    const { uri, approval } = await app.pair({ optionalNamespaces })
    const [{ session }] = await Promise.all([approval, wallet.pair({ uri })])
    const { topic } = session
    expect(session.namespaces).toMatchObject(namespaces)
    for (const [chainId, method, params] of [
      [solana, 'solana_signTransaction', { transaction: 'AQ==', pubkey: keys.addresses[0] }],
      [bitcoin, 'sendTransfer', { account: 'bcrt1q', recipientAddress: 'bcrt1q', amount: '123' }],
      [evm, 'personal_sign', ['0x', '0x']],
    ] as const)
      expect(await app.request({ topic, chainId, method, params })).toMatchObject({ method, params })
    await wallet.emitSessionEvent({
      ...{ topic, chainId: bitcoin },
      event: { name: 'bip122_addressesChanged', data: [{ address: 'bcrt1q' }] },
    })
    expect(await log.take(({ name }) => name === 'bip122_addressesChanged')).toMatchObject({
      ...{ chainId: bitcoin, data: [{ address: 'bcrt1q' }] },
    })
    await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await log.take(({ type }) => type === 'sessionDeleted')
    app.destroy()
    await endOracle(wallet.core)
  },
)
