import { readConnectionRecord } from '@latchkey/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import {
  createTestEnvironment,
  createTestTabs,
  settle,
  type TestEnvironment,
  until,
} from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { announcementTimeout, connectTimeout, silentTimeout } from './createConnectionEngine.ts'

const rdns = 'dev.latchkey.virtual'
const read = (environment: TestEnvironment) => readConnectionRecord(environment.storage.getItem(connectionRecordKey))

beforeAll(() => Promise.all([import('../chains/eip155/checksumAddress.ts'), import('./createConnectionEngine.ts')]))

/** The connectors that the next visit restores, the selected one first. */
const storedIds = (environment: TestEnvironment) =>
  read(environment)?.connections.map(({ connectorId }) => connectorId) ?? []

function announceProvider({ page, id, provider }: { page: EventTarget; id: string; provider: Eip1193Provider }) {
  page.addEventListener('eip6963:requestProvider', () => {
    const detail = { info: { uuid: id, name: id, rdns: id, icon: '' }, provider }
    page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  })
}

const nobody = { status: 'disconnected', connections: [], asking: undefined, failure: undefined }

describe('connect', () => {
  test('default (spec 4.1)', async () => {
    const environment = createTestEnvironment()
    const wallet = createTestWallet({ page: environment.page() })
    const latchkey = createTestKit({ environment })
    const events: unknown[] = []
    latchkey.subscribe((event) => events.push(event))

    const connecting = latchkey.connection.connect({ connectorId: rdns })
    expect(latchkey.connection.getState().status).toBe('connecting')
    const account = await connecting

    expect(account.address).toBe(wallet.getState().accounts[0]?.address)
    expect(account.caipAddress).toBe(`eip155:31337:${account.address}`)
    expect(latchkey.connection.getState()).toMatchObject({ status: 'connected', account })
    expect(read(environment)).toStrictEqual({
      version: 2,
      connections: [{ connectorId: rdns, namespace: 'eip155' }],
      namespace: 'eip155',
      chainIds: { eip155: 'eip155:31337' },
      recentConnectorIds: [rdns],
    })
    expect(events).toStrictEqual([{ type: 'connected', account: account.caipAddress, connectorId: rdns }])
    expect(latchkey.connection.getProvider()).toBe(wallet.provider)
  })

  test('behavior: an address without a checksum gets one', async () => {
    const environment = createTestEnvironment()
    const provider = {
      request: async ({ method }: { method: string }) =>
        method === 'eth_chainId' ? '0x7a69' : ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
    }
    announceProvider({ page: environment.page(), id: 'dev.plain', provider })
    const { connection } = createTestKit({ environment })
    const account = await connection.connect({ connectorId: 'dev.plain' })
    expect(account.address).toBe('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  })

  test('behavior: waits for a wallet that announces itself late', async () => {
    const environment = createTestEnvironment()
    const { connection } = createTestKit({ environment })
    const connecting = connection.connect({ connectorId: rdns })
    expect(connection.getState()).toMatchObject({ status: 'connecting', connector: { id: rdns } })
    createTestWallet({ page: environment.page() })
    await expect(connecting).resolves.toMatchObject({ connector: { name: 'Virtual Wallet' } })
  })

  test('error: a missing wallet', async () => {
    const environment = createTestEnvironment()
    const { connection } = createTestKit({ environment })
    const connecting = connection.connect({ connectorId: 'com.example' })
    const refusal = expect(connecting).rejects.toMatchObject({ code: 'wallet_not_found' })
    await settle()
    await environment.advance(announcementTimeout)
    await refusal
    expect(connection.getState()).toMatchObject({ status: 'disconnected', failure: { code: 'wallet_not_found' } })
  })

  test('error: the visitor declines', async () => {
    const environment = createTestEnvironment()
    createTestWallet({ page: environment.page(), policy: 'reject' })
    const { connection } = createTestKit({ environment })
    await expect(connection.connect({ connectorId: rdns })).rejects.toMatchObject({ code: 'user_rejected' })
    expect(connection.getState()).toMatchObject({
      status: 'disconnected',
      failure: { code: 'user_rejected', connectorId: rdns },
    })
    expect(storedIds(environment)[0]).toBeUndefined()
  })

  test.each([
    [{ code: -32002, message: 'Request already pending' }, 'wallet_busy'],
    [{ code: 4001, message: '' }, 'user_rejected'],
    [new Error('MetaMask: User rejected the request'), 'user_rejected'],
    [{ message: 'Connection request reset. Please try again.' }, 'user_rejected'],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, 'user_rejected'],
    [{ code: 4900 }, 'wallet_disconnected'],
    ['out of order', 'wallet_failed'],
    [null, 'wallet_failed'],
  ])('error: the wallet throws %o', async (thrown, code) => {
    const environment = createTestEnvironment()
    announceProvider({
      page: environment.page(),
      id: 'dev.broken',
      provider: { request: () => Promise.reject(thrown) },
    })
    const { connection } = createTestKit({ environment })
    await expect(connection.connect({ connectorId: 'dev.broken' })).rejects.toMatchObject({ code })
  })

  test('error: the wallet returns no chain (spec 8.30)', async () => {
    const environment = createTestEnvironment()
    const provider = {
      request: async ({ method }: { method: string }) =>
        method === 'eth_chainId' ? undefined : [`0x${'1'.repeat(40)}`],
    }
    announceProvider({ page: environment.page(), id: 'dev.lost', provider })
    const { connection } = createTestKit({ environment })
    await expect(connection.connect({ connectorId: 'dev.lost' })).rejects.toMatchObject({
      code: 'chain_not_in_provider',
      message: 'ChainId not found in provider',
    })
  })

  test('error: an attempt with a silent wallet times out, and the late answer is ignored', async () => {
    const environment = createTestEnvironment()
    const wallet = createTestWallet({ page: environment.page(), policy: 'hang' })
    const { connection } = createTestKit({ environment })
    const connecting = connection.connect({ connectorId: rdns })
    const refusal = expect(connecting).rejects.toMatchObject({ code: 'wallet_timeout' })
    await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    await environment.advance(connectTimeout - 1)
    expect(connection.getState().status).toBe('connecting')
    await environment.advance(1)
    await refusal
    await wallet.approve()
    await settle()
    expect(connection.getState()).toMatchObject({ status: 'disconnected', failure: { code: 'wallet_timeout' } })
  })

  test('behavior: cancel ends the attempt, and the late answer is ignored', async () => {
    const environment = createTestEnvironment()
    const wallet = createTestWallet({ page: environment.page(), policy: 'ask' })
    const { connection } = createTestKit({ environment })
    const connecting = connection.connect({ connectorId: rdns })
    const refusal = expect(connecting).rejects.toMatchObject({ code: 'user_rejected' })
    await until(() => wallet.getState().approvals.length > 0)
    connection.cancel()
    expect(connection.getState()).toStrictEqual(nobody)
    await refusal
    await wallet.approve()
    await settle()
    expect(connection.getState().status).toBe('disconnected')
    expect(storedIds(environment)[0]).toBeUndefined()
  })

  test('behavior: a second connect replaces the first', async () => {
    const environment = createTestEnvironment()
    const first = createTestWallet({ page: environment.page(), rdns: 'dev.first', policy: 'ask' })
    createTestWallet({ page: environment.page(), rdns: 'dev.second' })
    const { connection } = createTestKit({ environment })
    const one = expect(connection.connect({ connectorId: 'dev.first' })).rejects.toMatchObject({
      code: 'user_rejected',
    })
    await until(() => first.getState().approvals.length > 0)
    const account = await connection.connect({ connectorId: 'dev.second' })
    await one
    await first.approve()
    await settle()
    expect(account.connector.id).toBe('dev.second')
    expect(connection.getState()).toMatchObject({ status: 'connected', account })
  })

  test('behavior: after a refusal by a second wallet, the first one stays connected', async () => {
    const environment = createTestEnvironment()
    createTestWallet({ page: environment.page(), rdns: 'dev.first' })
    createTestWallet({ page: environment.page(), rdns: 'dev.second', policy: 'reject' })
    const { connection } = createTestKit({ environment })
    const account = await connection.connect({ connectorId: 'dev.first' })
    await expect(connection.connect({ connectorId: 'dev.second' })).rejects.toMatchObject({ code: 'user_rejected' })
    expect(connection.getState()).toMatchObject({ status: 'connected', account })
    expect(storedIds(environment)[0]).toBe('dev.first')
  })

  test('behavior: two recent wallets are kept, newest first (spec 9.19)', async () => {
    const environment = createTestEnvironment()
    const latchkey = createTestKit({ environment })
    for (const id of ['dev.a', 'dev.b', 'dev.c', 'dev.b']) {
      createTestWallet({ page: environment.page(), rdns: id })
      await latchkey.connection.connect({ connectorId: id })
    }
    await latchkey.connection.disconnect()
    expect(read(environment)).toStrictEqual({
      version: 2,
      connections: [],
      chainIds: {},
      recentConnectorIds: ['dev.b', 'dev.c'],
    })
    expect(latchkey.wallets.getState().installed.map(({ id, recent }) => [id, recent])).toStrictEqual([
      ['dev.b', true],
      ['dev.c', true],
      ['dev.a', false],
    ])
  })
})

describe('while connected', () => {
  async function connected() {
    const environment = createTestEnvironment()
    const wallet = createTestWallet({ page: environment.page() })
    const latchkey = createTestKit({ environment })
    await latchkey.connection.connect({ connectorId: rdns })
    const events: { type: string }[] = []
    latchkey.subscribe((event) => events.push(event))
    return { environment, wallet, latchkey, events }
  }

  test('behavior: follows the account', async () => {
    const { wallet, latchkey, events } = await connected()
    wallet.setAccount(1)
    expect(latchkey.connection.getState()).toMatchObject({
      status: 'connected',
      account: { address: wallet.getState().accounts[1]?.address },
    })
    expect(events).toMatchObject([{ type: 'accountChanged' }])
  })

  test('behavior: an empty account list disconnects permanently (spec 4.2)', async () => {
    const { environment, wallet, latchkey, events } = await connected()
    wallet.lock()
    expect(latchkey.connection.getState()).toStrictEqual(nobody)
    expect(latchkey.connection.getProvider()).toBeUndefined()
    expect(storedIds(environment)[0]).toBeUndefined()
    wallet.unlock()
    expect(latchkey.connection.getState().status).toBe('disconnected')
    expect(events).toStrictEqual([{ type: 'disconnected', connectorId: rdns }])
  })

  test('behavior: a wallet that disappears is disconnected (spec 4.2)', async () => {
    const { wallet, latchkey } = await connected()
    wallet.disappear()
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: selects one of the shared addresses', async () => {
    const environment = createTestEnvironment()
    const wallet = createTestWallet({ page: environment.page(), shares: 'all' })
    const { connection } = createTestKit({ environment })
    const account = await connection.connect({ connectorId: rdns })
    const second = wallet.getState().accounts[1]?.address ?? ''
    expect(account.allAccounts).toHaveLength(2)
    connection.selectAddress({ address: second.toLowerCase() })
    expect(connection.getState()).toMatchObject({
      account: { address: second, allAccounts: [{ address: second }, { address: account.address }] },
    })
    connection.selectAddress({ address: `0x${'0'.repeat(40)}` })
    expect(connection.getState()).toMatchObject({ account: { address: second } })
  })

  test('behavior: disconnect asks the wallet to revoke, and ignores its failure', async () => {
    const { environment, wallet, latchkey } = await connected()
    await latchkey.connection.disconnect()
    expect(wallet.requests().map(({ method }) => method)).toContain('wallet_revokePermissions')
    expect(wallet.getState().permitted).toBe(false)
    expect(latchkey.connection.getState().status).toBe('disconnected')
    expect(read(environment)).toStrictEqual({ version: 2, connections: [], chainIds: {}, recentConnectorIds: [rdns] })

    const hanging: Eip1193Provider = {
      request: ({ method }) => {
        if (method === 'wallet_revokePermissions') return new Promise(() => {})
        return Promise.resolve(method === 'eth_chainId' ? '0x7a69' : [`0x${'1'.repeat(40)}`])
      },
    }
    announceProvider({ page: environment.page(), id: 'dev.hanging', provider: hanging })
    await latchkey.connection.connect({ connectorId: 'dev.hanging' })
    const disconnecting = latchkey.connection.disconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
    await environment.advance(silentTimeout)
    await disconnecting
  })
})

describe('reconnect', () => {
  test('default (spec 4.1)', async () => {
    const tabs = createTestTabs()
    const before = tabs.open()
    const wallet = createTestWallet({ page: before.page() })
    await createTestKit({ environment: before }).connection.connect({ connectorId: rdns })

    const environment = tabs.open()
    createTestWallet({ page: environment.page() }).provider.request({ method: 'eth_requestAccounts' })
    const { connection, networks } = createTestKit({ environment })
    const restoring = connection.reconnect()
    expect(connection.getState()).toMatchObject({ status: 'reconnecting', connectorId: rdns })
    await restoring
    expect(connection.getState()).toMatchObject({
      status: 'connected',
      account: { address: wallet.getState().accounts[0]?.address },
    })
    expect(networks.getState().active?.id).toBe(31337)
  })

  test('behavior: never asks the visitor', async () => {
    const environment = createTestEnvironment()
    const record = { version: 1, connectorId: rdns, recentConnectorIds: [] }
    environment.storage.setItem(connectionRecordKey, JSON.stringify(record))
    const wallet = createTestWallet({ page: environment.page(), policy: 'ask' })
    const { connection } = createTestKit({ environment })
    await connection.reconnect()
    expect(connection.getState()).toStrictEqual(nobody)
    expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['eth_accounts'])
  })

  test('behavior: a disconnect during the restore also applies to the restored wallet', async () => {
    const environment = createTestEnvironment()
    const record = { version: 1, connectorId: rdns, recentConnectorIds: [] }
    environment.storage.setItem(connectionRecordKey, JSON.stringify(record))
    const wallet = createTestWallet({ page: environment.page() })
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const { connection } = createTestKit({ environment })
    const restoring = connection.reconnect()
    await connection.disconnect()
    await restoring
    expect(connection.getState()).toStrictEqual(nobody)
    expect(wallet.getState().permitted).toBe(false)
  })

  test('behavior: stays disconnected after a disconnect (spec 4.14)', async () => {
    const tabs = createTestTabs()
    const before = tabs.open()
    createTestWallet({ page: before.page() })
    const first = createTestKit({ environment: before })
    await first.connection.connect({ connectorId: rdns })
    await first.connection.disconnect()

    const environment = tabs.open()
    const wallet = createTestWallet({ page: environment.page() })
    const { connection } = createTestKit({ environment })
    await connection.reconnect()
    expect(connection.getState().status).toBe('disconnected')
    expect(wallet.requests()).toHaveLength(0)
  })

  test('behavior: a missing or silent wallet takes a limited time and blocks no other', async () => {
    const environment = createTestEnvironment()
    const record = { version: 1, connectorId: 'dev.hanging', recentConnectorIds: [] }
    environment.storage.setItem(connectionRecordKey, JSON.stringify(record))
    const { connection } = createTestKit({ environment })
    const absent = connection.reconnect()
    await settle()
    await environment.advance(announcementTimeout)
    await absent
    expect(connection.getState().status).toBe('disconnected')

    announceProvider({
      page: environment.page(),
      id: 'dev.hanging',
      provider: { request: () => new Promise(() => {}) },
    })
    createTestWallet({ page: environment.page() })
    const hanging = connection.reconnect()
    await settle()
    expect(connection.getState().status).toBe('reconnecting')
    await connection.connect({ connectorId: rdns })
    expect(connection.getState()).toMatchObject({ status: 'connected', account: { connector: { id: rdns } } })
    await environment.advance(silentTimeout)
    await hanging
    expect(connection.getState()).toMatchObject({ status: 'connected', account: { connector: { id: rdns } } })
  })

  test.each(['{', '[]', '{"version":2}', '{"version":1,"connectorId":7,"recentConnectorIds":[]}'])(
    'error: the unreadable record %s is dropped',
    async (text) => {
      const environment = createTestEnvironment()
      environment.storage.setItem(connectionRecordKey, text)
      createTestWallet({ page: environment.page() })
      const { connection } = createTestKit({ environment })
      await connection.reconnect()
      expect(connection.getState().status).toBe('disconnected')
      await connection.connect({ connectorId: rdns })
      expect(storedIds(environment)[0]).toBe(rdns)
    },
  )

  test('error: without a working storage, only the reconnect is lost', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const environment = createTestEnvironment({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } })
    createTestWallet({ page: environment.page() })
    const { connection } = createTestKit({ environment })
    await connection.reconnect()
    await connection.connect({ connectorId: rdns })
    expect(connection.getState().status).toBe('connected')
    await connection.disconnect()
  })
})

describe('two tabs', () => {
  test('behavior: each tab follows the other', async () => {
    const tabs = createTestTabs()
    const [left, right] = [tabs.open(), tabs.open()]
    const permission = new Map<string, string>()
    const storage = {
      getItem: (key: string) => permission.get(key) ?? null,
      setItem: (key: string, value: string) => void permission.set(key, value),
    }
    createTestWallet({ page: left.page(), storage })
    const kits = [createTestKit({ environment: left }), createTestKit({ environment: right })] as const
    await Promise.all(kits.map(({ connection }) => connection.reconnect()))

    await kits[0].connection.connect({ connectorId: rdns })
    createTestWallet({ page: right.page(), storage })
    await until(() => kits[1].connection.getState().status === 'connected')
    await kits[0].connection.disconnect()
    expect(kits[1].connection.getState().status).toBe('disconnected')
    expect(kits[0].connection.getState().status).toBe('disconnected')
  })
})
