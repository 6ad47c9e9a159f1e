import { readConnectionRecord } from '@latchkey/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Connector } from '../connectors/Connector.ts'
import type { Latchkey } from '../Latchkey.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, createTestTabs, type TestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { awaitTimeout } from './createConnectionEngine.ts'

const nobody = { status: 'disconnected', connections: [], asking: undefined, failure: undefined }

/** The connectors that the next visit restores, the selected one first. */
const storedIds = (environment: TestEnvironment) =>
  readConnectionRecord(environment.storage.getItem(connectionRecordKey))?.connections.map(
    ({ connectorId }) => connectorId,
  ) ?? []

beforeAll(() => Promise.all([import('../chains/eip155/checksumAddress.ts'), import('./createConnectionEngine.ts')]))

describe('several wallets', () => {
  async function two() {
    const environment = createTestEnvironment()
    const wallets = {
      first: createTestWallet({ page: environment.page(), rdns: 'dev.first' }),
      second: createTestWallet({ page: environment.page(), rdns: 'dev.second' }),
    }
    const latchkey = createTestKit({ environment })
    const { connection } = latchkey
    await connection.connect({ connectorId: 'dev.first' })
    await connection.connect({ connectorId: 'dev.second' })
    const live = () => connection.getState().connections.map(({ account }) => account.connector.id)
    return { environment, wallets, latchkey, connection, live }
  }
  const inUse = (kit: Latchkey) => {
    const state = kit.connection.getState()
    return state.status === 'connected' ? state.account.connector.id : state.status
  }

  test('behavior: the second is selected, the first stays connected', async () => {
    const { environment, wallets, latchkey, connection, live } = await two()
    expect(live()).toStrictEqual(['dev.second', 'dev.first'])
    expect(connection.getState().connections.map(({ active }) => active)).toStrictEqual([true, false])
    expect(connection.getProvider()).toBe(wallets.second.provider)
    expect(storedIds(environment)).toStrictEqual(['dev.second', 'dev.first'])
    connection.select({ connectorId: 'dev.first' })
    expect(inUse(latchkey)).toBe('dev.first')
    expect(connection.getProvider()).toBe(wallets.first.provider)
    expect(storedIds(environment)).toStrictEqual(['dev.first', 'dev.second'])
  })

  test('behavior: while one is selected, a request to another changes no status', async () => {
    const { environment, latchkey, connection } = await two()
    const third = createTestWallet({ page: environment.page(), rdns: 'dev.third', policy: 'ask' })
    const states: string[] = []
    connection.subscribe(({ status }) => states.push(status))
    const connecting = connection.connect({ connectorId: 'dev.third' })
    expect(connection.getState()).toMatchObject({ status: 'connected', asking: { id: 'dev.third' } })
    await until(() => third.getState().approvals.length > 0)
    await third.reject()
    await expect(connecting).rejects.toMatchObject({ code: 'user_rejected' })
    expect(connection.getState()).toMatchObject({ asking: undefined, failure: { connectorId: 'dev.third' } })
    expect(inUse(latchkey)).toBe('dev.second')
    expect(new Set(states)).toStrictEqual(new Set(['connected']))
  })

  test('behavior: the selected one ends, and the other replaces it', async () => {
    const { environment, wallets, latchkey, connection, live } = await two()
    wallets.second.revoke()
    expect(live()).toStrictEqual(['dev.first'])
    expect(inUse(latchkey)).toBe('dev.first')
    expect(storedIds(environment)).toStrictEqual(['dev.first'])
    await connection.disconnect({ connectorId: 'dev.first' })
    expect(connection.getState()).toStrictEqual(nobody)
  })

  test('behavior: a disconnect of one leaves the other; a disconnect of all leaves none', async () => {
    const { environment, wallets, connection, live } = await two()
    await connection.disconnect({ connectorId: 'dev.first' })
    expect(live()).toStrictEqual(['dev.second'])
    expect(wallets.first.getState().permitted).toBe(false)
    expect(wallets.second.getState().permitted).toBe(true)
    await connection.connect({ connectorId: 'dev.first' })
    await connection.disconnect({ namespace: 'solana' })
    expect(live()).toHaveLength(2)
    await connection.disconnect()
    expect(connection.getState()).toStrictEqual(nobody)
    expect(storedIds(environment)).toStrictEqual([])
  })

  test('behavior: a reload restores both without a prompt, the selected one first', async () => {
    const tabs = createTestTabs()
    const permission = new Map<string, string>()
    const open = (ids: readonly string[]) => {
      const environment = tabs.open()
      for (const id of ids)
        createTestWallet({
          page: environment.page(),
          rdns: id,
          storage: {
            getItem: (key) => permission.get(id + key) ?? null,
            setItem: (key, value) => void permission.set(id + key, value),
          },
        })
      return { environment, latchkey: createTestKit({ environment }) }
    }
    const before = open(['dev.first', 'dev.second'])
    await before.latchkey.connection.connect({ connectorId: 'dev.first' })
    await before.latchkey.connection.connect({ connectorId: 'dev.second' })
    before.latchkey.destroy()

    const { latchkey } = open(['dev.first', 'dev.second'])
    await latchkey.connection.reconnect()
    expect(inUse(latchkey)).toBe('dev.second')
    expect(latchkey.connection.getState().connections).toHaveLength(2)
    latchkey.destroy()

    // The selected wallet is gone. The other one is restored immediately, and selected after a short wait.
    const { environment, latchkey: alone } = open(['dev.first'])
    const back = alone.connection.reconnect()
    await until(() => alone.connection.getState().connections.length === 1)
    expect(alone.connection.getState()).toMatchObject({ status: 'reconnecting', connectorId: 'dev.second' })
    expect(alone.connection.getProvider()).toBeDefined()
    await environment.advance(awaitTimeout)
    await back
    expect(inUse(alone)).toBe('dev.first')
  })
})

test('error: a destroyed kit reports that (spec 8.14 and 8.26)', async () => {
  const kit = createTestKit({ environment: createTestEnvironment() })
  kit.destroy()
  await expect(kit.connection.connect({ connectorId: 'dev.first' })).rejects.toMatchObject({
    message: 'No ConnectionController client found',
  })
  await expect(kit.networks.switchNetwork({ chainId: 'eip155:31338' })).rejects.toMatchObject({
    message: 'NetworkController client not set',
  })
})

test('error: a connector of the app that returns no network (spec 8.27)', async () => {
  const connector = {
    info: { id: 'walletConnect', namespace: 'eip155', name: 'Own', icon: null, rdns: null, type: 'walletConnect' },
    connect: async () => ({ accounts: [{ namespace: 'eip155', address: '0xA', type: 'eoa' }], chainId: undefined }),
    disconnect: async () => {},
    getProvider: () => ({ request: async () => null }),
    subscribe: () => () => {},
  } as unknown as Connector
  const kit = createTestKit({
    environment: createTestEnvironment(),
    config: { connectors: { walletConnect: async () => ({ connector, pair: () => new Promise(() => {}) }) } },
  })
  await expect(kit.connection.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({
    code: 'chain_required',
    message: 'Chain is required to update chain account data',
  })
})
