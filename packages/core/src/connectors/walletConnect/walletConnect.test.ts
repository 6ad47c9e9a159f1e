import { LatchkeyError } from '@latchkey/protocol'
import { WalletConnectError } from '@latchkey/protocol/relay'
import { PeerError } from '@latchkey/walletconnect'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CoreContext } from '../../CoreContext.ts'
import type { Latchkey } from '../../Latchkey.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { createTestAppClient, testAddresses, testSession } from '../../testing/createTestAppClient.ts'
import { createTestEnvironment, settle, type TestEnvironment, until } from '../../testing/createTestEnvironment.ts'
import { createTestKit } from '../../testing/createTestKit.ts'
import { localOne, localTwo } from '../../testing/testNetworks.ts'
import { readSubmitError } from '../../transactions/readSubmitError.ts'
import { createWalletConnectClient } from './createWalletConnectClient.ts'
import { pairedRecordKey } from './pairedRecord.ts'

const [first, second] = testAddresses
const hexOne = '0x7a69'
const hexTwo = '0x7a6a'

/** A kit with its own WalletConnect. The test acts as the wallet. */
function world({
  environment = createTestEnvironment(),
  client = createTestAppClient(),
  config = {},
}: {
  environment?: TestEnvironment
  client?: ReturnType<typeof createTestAppClient>
  config?: Partial<LatchkeyConfig>
} = {}) {
  const refusals: LatchkeyError[] = []
  const base: LatchkeyConfig = {
    ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', networks: [localOne, localTwo] },
    metadata: { name: 'Test', url: 'https://site.test' },
    ...config,
  }
  const context: CoreContext = {
    config: { ...base, connectors: { walletConnect: true } },
    environment,
    report: () => {},
    load: (chunk) => chunk(),
    onRefusal: (error) => refusals.push(error),
  }
  const walletConnect = async () =>
    createWalletConnectClient({ context, createClient: () => client, formatMessage: () => '' })
  const latchkey = createTestKit({ environment, config: { ...base, connectors: { walletConnect } } })
  onTestFinished(() => latchkey.destroy())
  const connect = async (changes?: Parameters<(typeof client.pairings)[number]['approve']>[0]) => {
    const connected = latchkey.pairing.connect()
    await until(() => latchkey.pairing.getState().status === 'waiting')
    client.pairings.at(-1)?.approve(changes)
    return connected
  }
  return { environment, client, latchkey, connect, refusals }
}
const accountOf = ({ connection }: Latchkey) => {
  const state = connection.getState()
  return state.status === 'connected' ? state.account : undefined
}
const providerOf = ({ connection }: Latchkey) => {
  const provider = connection.getProvider()
  if (!provider) throw new Error('No wallet is connected')
  return provider
}

test('default: requests only optional namespaces, and uses the wallet’s first account and chain', async () => {
  const { client, connect, latchkey } = world()
  const account = await connect()
  expect(client.pairings[0]?.options).toMatchObject({
    optionalNamespaces: { eip155: { chains: ['eip155:31337', 'eip155:31338'] } },
  })
  expect(client.pairings[0]?.options.requiredNamespaces).toBeUndefined()
  expect(account).toMatchObject({ address: first, chainId: 'eip155:31337', connector: { type: 'walletConnect' } })
  expect(account.allAccounts.map(({ address }) => address)).toStrictEqual([first, second])
  expect(accountOf(latchkey)).toStrictEqual(account)
})

test('behavior: the account has the wallet’s name from the directory, or the one that the wallet announces', async () => {
  const { connect, latchkey, client } = world()
  const account = await connect()
  expect(account.connector).toStrictEqual({
    ...{ id: 'walletConnect', namespace: 'eip155', type: 'walletConnect', rdns: null, icon: null },
    name: client.sessions()[0]?.peer.name,
    namesRequests: true,
    takesNonce: false,
  })
  await latchkey.connection.disconnect()
  const chosen = { id: 'fern', name: 'Fern', icon: 'data:image/png;base64,AA', rdns: null, recent: false }
  const connected = latchkey.pairing.connect({ wallet: { ...chosen, connectors: [], listing: undefined } })
  await until(() => latchkey.pairing.getState().status === 'waiting')
  client.pairings.at(-1)?.approve()
  expect((await connected).connector).toMatchObject({ id: 'walletConnect', name: 'Fern', icon: chosen.icon })
})

test('behavior: threat 81: the wallet’s announced name is shown without invisible characters', async () => {
  const { connect, client, latchkey } = world()
  const peer = { ...testSession().peer, name: `Fern\u202e\u200b\n Wallet ${'x'.repeat(900)}` }
  const account = await connect({ peer })
  expect(account.connector.name).toBe(`Fern Wallet ${'x'.repeat(28)}`)
  providerOf(latchkey)
    .request({ method: 'personal_sign', params: ['0x00', first] })
    .catch(() => {})
  await until(() => client.asked.length === 1)
  expect(latchkey.pairing.requests.getState()[0]?.wallet.name).toBe(account.connector.name)
})

describe('the provider', () => {
  test('default: signs in the wallet, on the current chain', async () => {
    const { client, connect, latchkey } = world()
    await connect()
    const signing = providerOf(latchkey).request({ method: 'personal_sign', params: ['0x00', first] })
    await until(() => client.asked.length === 1)
    expect(client.asked[0]).toMatchObject({ chainId: 'eip155:31337', method: 'personal_sign', params: ['0x00', first] })
    client.asked[0]?.resolve('0xsigned')
    expect(await signing).toBe('0xsigned')
  })

  test('behavior: read requests go to the gateway, on the current chain', async () => {
    const environment = createTestEnvironment({ fetch: () => Response.json({ jsonrpc: '2.0', id: 0, result: '0x5' }) })
    const { client, connect, latchkey } = world({ environment })
    await connect()
    expect(await providerOf(latchkey).request({ method: 'eth_getBalance', params: [first, 'latest'] })).toBe('0x5')
    expect(environment.requests.at(-1)?.url).toContain('chainId=eip155%3A31337')
    expect(client.asked).toStrictEqual([])
  })

  test('behavior: answers accounts and chain from the session', async () => {
    const { connect, latchkey } = world()
    await connect()
    const { request } = providerOf(latchkey)
    expect(await request({ method: 'eth_accounts' })).toStrictEqual([first, second])
    expect(await request({ method: 'eth_requestAccounts' })).toStrictEqual([first, second])
    expect(await request({ method: 'eth_coinbase' })).toBe(first)
    expect(await request({ method: 'eth_chainId' })).toBe(hexOne)
    expect(await request({ method: 'net_version' })).toBe('31337')
  })

  test('behavior: capabilities that the wallet reported are not requested again', async () => {
    const { client, connect, latchkey } = world()
    const capabilities = JSON.stringify({ [hexOne]: { atomic: { status: 'supported' } }, [hexTwo]: {} })
    await connect({ sessionProperties: { capabilities } })
    const ask = (address: string) =>
      providerOf(latchkey).request({ method: 'wallet_getCapabilities', params: [address, [hexOne]] })
    expect(await ask(first)).toStrictEqual({ [hexOne]: { atomic: { status: 'supported' } } })
    await expect(ask(`0x${'00'.repeat(20)}`)).rejects.toMatchObject({ code: 4100 })
    expect(client.asked).toStrictEqual([])
  })

  test.each<[string, unknown, Record<string, unknown>]>([
    ['declined', new PeerError({ code: 5000, message: 'User rejected.' }), { code: 4001 }],
    ['declined by EIP-1193', new PeerError({ code: 4001, message: 'No' }), { code: 4001 }],
    ['an unknown method', new PeerError({ code: 10_001, message: 'Unsupported' }), { code: 4200 }],
    [
      'the node’s words',
      new PeerError({ code: -32000, message: 'insufficient funds', data: '0x1' }),
      { code: -32000, message: 'insufficient funds', data: '0x1' },
    ],
    ['no answer', new WalletConnectError('session_request_expired'), { code: -32603 }],
    ['gone', new WalletConnectError('session_not_found'), { code: 4100 }],
    ['gone meanwhile', new LatchkeyError('wallet_disconnected'), { code: 4900 }],
    ['the client’s end', new LatchkeyError('request_aborted'), { code: 4900 }],
    ['refused ahead', new WalletConnectError('session_request_not_allowed'), { code: 4200 }],
    ['no relay', new LatchkeyError('relay_unavailable'), { cause: { code: 'relay_unavailable', retryable: true } }],
  ])('error: %s', async (_, error, expected) => {
    const { client, connect, latchkey } = world()
    await connect()
    const answered = expect(
      providerOf(latchkey).request({ method: 'eth_sendTransaction', params: [{}] }),
    ).rejects.toMatchObject(expected)
    await until(() => client.asked.length === 1)
    client.asked[0]?.reject(error)
    await answered
  })

  test.each<[string, unknown, string]>([
    ['no answer', new WalletConnectError('session_request_expired'), 'unknown'],
    ['gone meanwhile', new LatchkeyError('wallet_disconnected'), 'unknown'],
    ['the client’s end', new LatchkeyError('request_aborted'), 'unknown'],
    ['no relay', new LatchkeyError('relay_unavailable'), 'unknown'],
    ['the wallet’s trouble', new PeerError({ code: -32603, message: 'Internal error' }), 'unknown'],
    ['too late', new PeerError({ code: 8000, message: 'Session request expired.' }), 'unknown'],
    ['gone', new WalletConnectError('session_not_found'), 'no'],
    ['declined', new PeerError({ code: 5000, message: 'User rejected.' }), 'no'],
    ['refused ahead', new WalletConnectError('session_request_not_allowed'), 'no'],
  ])('behavior: threat 77: whether money moved after %s', async (_, error, moneyMoved) => {
    const { client, connect, latchkey } = world()
    await connect()
    const answered = providerOf(latchkey)
      .request({ method: 'eth_sendTransaction', params: [{ chainId: hexOne }] })
      .catch(readSubmitError)
    await until(() => client.asked.length === 1)
    client.asked[0]?.reject(error)
    expect(await answered).toMatchObject({ moneyMoved })
  })

  test('error: a transaction for another network than the current one is not sent', async () => {
    const { client, connect, latchkey } = world()
    await connect()
    const { request } = providerOf(latchkey)
    for (const chainId of [hexTwo, 31_338, 'rubbish'])
      await expect(request({ method: 'eth_sendTransaction', params: [{ chainId }] })).rejects.toMatchObject({
        code: -32602,
      })
    expect(client.asked).toStrictEqual([])
  })

  test('error: methods that the wallet did not agree to are not sent', async () => {
    const { client, connect, latchkey } = world()
    await connect()
    const { request } = providerOf(latchkey)
    await expect(request({ method: 'eth_signTypedData_v4', params: [] })).rejects.toMatchObject({ code: 4200 })
    await expect(request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4200 })
    await expect(request({ method: 'wallet_madeUp' })).rejects.toMatchObject({ code: 4200 })
    expect(client.asked).toStrictEqual([])
  })
})

describe('networks', () => {
  test('default: a network of the session is used without a request to the wallet, and again after a reload', async () => {
    const { environment, client, connect, latchkey } = world()
    await connect()
    const heard = vi.fn()
    providerOf(latchkey).on?.('chainChanged', heard)
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    expect(accountOf(latchkey)?.chainId).toBe('eip155:31338')
    expect(heard.mock.calls).toStrictEqual([[hexTwo]])
    expect(client.asked).toStrictEqual([])
    latchkey.destroy()
    const after = world({ environment, client })
    await after.latchkey.connection.reconnect()
    expect(accountOf(after.latchkey)?.chainId).toBe('eip155:31338')
  })

  const partly = (methods: readonly string[]) => ({
    namespaces: {
      eip155: { accounts: [`eip155:31337:${first}`], methods, events: [], chains: ['eip155:31337'] },
    },
  })

  test('behavior: another network is requested, and used once the wallet adds it', async () => {
    const { client, connect, latchkey } = world()
    const methods = ['wallet_switchEthereumChain', 'personal_sign']
    await connect(partly(methods))
    const switching = latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    await until(() => client.asked.length === 1)
    expect(client.asked[0]).toMatchObject({ method: 'wallet_switchEthereumChain', params: [{ chainId: hexTwo }] })
    client.asked[0]?.resolve(null)
    await settle()
    const accounts = [`eip155:31337:${first}`, `eip155:31338:${first}`]
    client.tell({
      type: 'sessionUpdated',
      session: testSession({ namespaces: { eip155: { accounts, methods, events: [] } } }),
    })
    await switching
    expect(accountOf(latchkey)).toMatchObject({ chainId: 'eip155:31338', address: first })
  })

  test('error: a wallet that cannot switch', async () => {
    const { client, connect, latchkey } = world()
    await connect(partly(['personal_sign']))
    await expect(latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })).rejects.toMatchObject({
      code: 'chain_not_on_connector',
    })
    expect(client.asked).toStrictEqual([])
    expect(accountOf(latchkey)?.chainId).toBe('eip155:31337')
  })

  test('error: a wallet that refuses to switch', async () => {
    const { client, connect, latchkey } = world()
    await connect(partly(['wallet_switchEthereumChain']))
    const refused = expect(latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })).rejects.toMatchObject({
      code: 'user_rejected',
    })
    await until(() => client.asked.length === 1)
    client.asked[0]?.reject(new PeerError({ code: 5000, message: 'User rejected.' }))
    await refused
  })
})

describe('events of the wallet', () => {
  test('default: another account, another network, other accounts', async () => {
    const { client, connect, latchkey } = world()
    const { topic } = testSession()
    await connect()
    const event = { type: 'sessionEvent', topic, chainId: 'eip155:31337' } as const
    client.tell({ ...event, name: 'accountsChanged', data: [`eip155:31337:${second}`] })
    expect(accountOf(latchkey)?.address).toBe(second)
    client.tell({ ...event, name: 'accountsChanged', data: [first.toLowerCase()] })
    expect(accountOf(latchkey)?.address).toBe(first)
    client.tell({ ...event, name: 'chainChanged', data: 31338 })
    expect(accountOf(latchkey)?.chainId).toBe('eip155:31338')
    client.tell({ ...event, name: 'chainChanged', data: hexOne })
    expect(accountOf(latchkey)?.chainId).toBe('eip155:31337')
    const accounts = [`eip155:31338:${second}`]
    client.tell({
      type: 'sessionUpdated',
      session: testSession({ namespaces: { eip155: { accounts, methods: [], events: [] } } }),
    })
    expect(accountOf(latchkey)).toMatchObject({ address: second, chainId: 'eip155:31338' })
  })

  test('behavior: a network that it did not agree to is shown, but nothing is signed there', async () => {
    const { client, connect, latchkey } = world()
    await connect()
    const { topic } = testSession()
    client.tell({ type: 'sessionEvent', topic, chainId: 'eip155:31337', name: 'chainChanged', data: 10 })
    expect(latchkey.networks.getState()).toMatchObject({ active: undefined, unsupportedChainId: 'eip155:10' })
    await expect(providerOf(latchkey).request({ method: 'personal_sign', params: [] })).rejects.toThrow()
    expect(client.asked).toStrictEqual([])
  })

  test('behavior: malformed events, and those of another session, change nothing', async () => {
    const { client, connect, latchkey } = world()
    await connect()
    const before = accountOf(latchkey)
    const topic = 'f'.repeat(64)
    client.tell({ type: 'sessionDeleted', topic, reason: undefined })
    client.tell({ type: 'sessionEvent', topic, chainId: 'eip155:1', name: 'chainChanged', data: 31338 })
    const own = { type: 'sessionEvent', topic: testSession().topic, chainId: 'eip155:31337' } as const
    client.tell({ ...own, name: 'chainChanged', data: { no: 1 } })
    client.tell({ ...own, name: 'accountsChanged', data: 'nobody' })
    client.tell({ ...own, name: 'accountsChanged', data: [{}, `0x${'11'.repeat(20)}`] })
    client.tell({ ...own, name: 'custom', data: 1 })
    expect(accountOf(latchkey)).toStrictEqual(before)
  })

  const { topic } = testSession()
  test.each([
    ['it ended the session', { type: 'sessionDeleted', topic, reason: undefined }],
    ['the session’s time is over', { type: 'sessionExpired', topic }],
    ['no account is left', { type: 'sessionUpdated', session: testSession({ namespaces: {} }) }],
    [
      'it shows no account',
      { type: 'sessionEvent', topic, chainId: 'eip155:31337', name: 'accountsChanged', data: [] },
    ],
  ] as const)('behavior: %s: disconnected, and not restored (spec 4.2)', async (_, event) => {
    const { client, connect, latchkey, environment } = world()
    await connect()
    client.tell(event)
    expect(latchkey.connection.getState().status).toBe('disconnected')
    expect(environment.storage.getItem(pairedRecordKey)).toBeNull()
    latchkey.destroy()
    const after = world({ environment, client })
    await after.latchkey.connection.reconnect()
    expect(after.latchkey.connection.getState().status).toBe('disconnected')
  })
})

describe('sessions', () => {
  test('behavior: a stored session returns without a message to a relay or a wallet', async () => {
    const { connect, latchkey, environment, client } = world()
    await connect()
    latchkey.destroy()
    const after = world({ environment, client })
    await after.latchkey.connection.reconnect()
    expect(accountOf(after.latchkey)).toMatchObject({ address: first, connector: { id: 'walletConnect' } })
    expect(client.pairings).toHaveLength(1)
    expect(client.asked).toStrictEqual([])
  })

  test('behavior: a session that was requested with fewer networks than the app has now ends (spec 4.18)', async () => {
    const { connect, latchkey, environment, client } = world({ config: { networks: [localOne] } })
    await connect()
    latchkey.destroy()
    const after = world({ environment, client })
    await after.latchkey.connection.reconnect()
    expect(after.latchkey.connection.getState().status).toBe('disconnected')
    expect(client.ended).toMatchObject([{ topic: testSession().topic, reason: { code: 6000 } }])
    expect(environment.storage.getItem(pairedRecordKey)).toBeNull()
  })

  test('behavior: a disconnect ends it in the wallet too, and removes the record', async () => {
    const { connect, latchkey, environment, client } = world()
    await connect()
    const { on } = providerOf(latchkey)
    const heard = vi.fn()
    on?.('disconnect', heard)
    await latchkey.connection.disconnect()
    expect(client.ended).toMatchObject([{ topic: testSession().topic, reason: { code: 6000 } }])
    expect(environment.storage.getItem(pairedRecordKey)).toBeNull()
    expect(heard).toHaveBeenCalledTimes(1)
    expect(latchkey.pairing.getState()).toStrictEqual({ status: 'idle' })
  })

  test('behavior: another wallet replaces the previous one, whose session ends', async () => {
    const { connect, latchkey, client } = world()
    await connect()
    const topic = 'e'.repeat(64)
    const account = await connect({
      topic,
      namespaces: { eip155: { accounts: [`eip155:31338:${second}`], methods: [], events: [] } },
    })
    expect(account).toMatchObject({ address: second, chainId: 'eip155:31338' })
    expect(client.ended).toMatchObject([{ topic: testSession().topic }])
    // The event in a tab that had the first one.
    client.tell({ type: 'sessionDeleted', topic: testSession().topic, reason: undefined })
    expect(accountOf(latchkey)?.address).toBe(second)
  })

  test('behavior: a tab whose session was replaced in another continues with the new one', async () => {
    const { connect, latchkey, client } = world()
    await connect()
    const topic = 'e'.repeat(64)
    const namespaces = { eip155: { accounts: [`eip155:31338:${second}`], methods: [], events: [] } }
    client.keep([testSession({ topic, namespaces }), testSession()])
    client.tell({ type: 'sessionDeleted', topic: testSession().topic, reason: undefined })
    expect(accountOf(latchkey)).toMatchObject({ address: second, chainId: 'eip155:31338' })
  })

  test('error: connecting without a pairing', async () => {
    const { latchkey } = world()
    await expect(latchkey.connection.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({
      code: 'wallet_disconnected',
    })
  })

  test('error: a client that cannot be loaded does not delay other wallets', async () => {
    const environment = createTestEnvironment()
    const { connect, latchkey } = world({ environment })
    await connect()
    latchkey.destroy()
    const walletConnect = () => Promise.reject(new TypeError('Failed to fetch'))
    const after = createTestKit({ environment, config: { connectors: { walletConnect } } })
    onTestFinished(() => after.destroy())
    await after.connection.reconnect()
    expect(after.connection.getState().status).toBe('disconnected')
  })
})

describe('relays', () => {
  test('behavior: the combined state of the relays', async () => {
    const { client, connect, latchkey } = world()
    await connect()
    const own = 'wss://api.test/relay'
    const other = 'wss://relay.example'
    const tell = (one: 'idle' | 'connecting' | 'connected' | 'waiting' | 'refused', two: typeof one) => {
      client.tell({
        type: 'relaysChanged',
        relays: [
          { url: own, status: one },
          { url: other, status: two },
        ],
      })
      return latchkey.pairing.relay.getState()
    }
    expect(tell('idle', 'idle')).toBe('idle')
    expect(tell('connecting', 'waiting')).toBe('connecting')
    expect(tell('waiting', 'connected')).toBe('connected')
    expect(tell('refused', 'waiting')).toBe('down')
    expect(tell('refused', 'refused')).toBe('refused')
  })

  test('error: a relay that refuses: the visitor sees it if there is no other, and the developer is notified once', async () => {
    const { client, latchkey, refusals } = world()
    client.fail(new WalletConnectError('relay_refused'))
    await expect(latchkey.pairing.connect()).rejects.toMatchObject({ code: 'relay_refused' })
    expect(latchkey.pairing.getState()).toMatchObject({ status: 'failed', failure: { code: 'relay_refused' } })
    const url = 'wss://api.test/relay'
    const tell = (reason?: string) =>
      client.tell({ type: 'relaysChanged', relays: [{ url, status: 'refused', ...(reason ? { reason } : {}) }] })
    tell('Unauthorized: origin not allowed: add https://site.test to projects[0].origins')
    tell()
    expect(refusals).toMatchObject([
      {
        code: 'origin_not_allowed',
        details: expect.stringMatching(/wss:\/\/api\.test\/relay .*add https:\/\/site\.test/),
      },
    ])
  })

  test.each([
    ['an unknown project', 'Unauthorized: no project 00: compare projectId with projects[].id', 'project_unknown'],
    ['no reason', undefined, 'origin_not_allowed'],
  ] as const)('error: %s is reported as such', async (_, reason, code) => {
    const { client, connect, refusals } = world()
    await connect()
    const url = 'wss://api.test/relay'
    client.tell({ type: 'relaysChanged', relays: [{ url, status: 'refused', ...(reason ? { reason } : {}) }] })
    expect(refusals).toMatchObject([{ code, details: expect.stringContaining('0'.repeat(32)) }])
  })
})
