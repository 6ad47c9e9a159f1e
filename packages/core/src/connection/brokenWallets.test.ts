import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Connector } from '../connectors/Connector.ts'
import type { PairingClient } from '../connectors/PairingClient.ts'
import type { LatchkeyEvent } from '../LatchkeyEvent.ts'
import { connectionRecordKey, createConnectionStorage } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, settle, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { awaitTimeout } from './createConnectionEngine.ts'

const rdns = 'dev.latchkey.virtual'

/** A kit with a connector of the app and an injected wallet. */
function setUp(own: Partial<Connector>) {
  const environment = createTestEnvironment()
  const wallet = createTestWallet({ page: environment.page() })
  const connector: Connector = {
    info: { id: 'walletConnect', namespace: 'eip155', name: 'Own', icon: null, rdns: null, type: 'walletConnect' },
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'eoa' }],
      chainId: 'eip155:31337',
    }),
    disconnect: async () => {},
    getProvider: () => ({ request: async () => null }),
    subscribe: () => () => {},
    ...own,
  }
  const client: PairingClient = {
    connector,
    pair: () => Promise.reject(new Error('Not here')),
  }
  const latchkey = createTestKit({ environment, config: { connectors: { walletConnect: async () => client } } })
  onTestFinished(() => latchkey.destroy())
  const live = () => latchkey.connection.getState().connections.map(({ account }) => account.connector.id)
  return { environment, wallet, latchkey, connection: latchkey.connection, live }
}
const boom = () => {
  throw new Error('boom')
}

describe('a wallet that throws synchronously', () => {
  test('error: in connect: the attempt ends', async () => {
    const { connection } = setUp({ connect: boom })
    await expect(connection.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({ code: 'wallet_failed' })
    expect(connection.getState()).toMatchObject({ status: 'disconnected', asking: undefined })
  })

  test('error: in subscribe: it is not connected, and not asked again', async () => {
    const { connection } = setUp({ subscribe: boom })
    await expect(connection.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({ code: 'wallet_failed' })
    expect(connection.getState()).toMatchObject({ status: 'disconnected', asking: undefined, connections: [] })
  })

  test('error: in disconnect: the others disconnect, and the error has a code (spec 8.15)', async () => {
    const { connection, wallet, live } = setUp({ disconnect: boom })
    await connection.connect({ connectorId: 'walletConnect' })
    await connection.connect({ connectorId: rdns })
    await expect(connection.disconnect()).rejects.toMatchObject({ code: 'disconnect_failed' })
    expect(live()).toStrictEqual([])
    expect(wallet.requests().map(({ method }) => method)).toContain('wallet_revokePermissions')
  })

  test('error: when its listeners are removed: it is still disconnected', async () => {
    const { environment, connection, live } = setUp({ subscribe: () => boom })
    await connection.connect({ connectorId: 'walletConnect' })
    await connection.connect({ connectorId: rdns })
    await connection.disconnect({ connectorId: 'walletConnect' })
    expect(live()).toStrictEqual([rdns])
    expect(environment.storage.getItem(connectionRecordKey)).not.toContain('"connectorId":"walletConnect"')
  })

  test('error: in window.ethereum: wallets that announce themselves are found', async () => {
    const { environment, connection } = setUp({})
    Object.defineProperty(environment.page(), 'ethereum', { get: boom })
    await expect(connection.connect({ connectorId: rdns })).resolves.toMatchObject({ connector: { id: rdns } })
  })
})

describe('a wallet with invalid results', () => {
  test.each([
    ['a network of another family', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'chain_required'],
    [
      'an account of another family',
      {
        accounts: [{ namespace: 'solana', address: 'So11111111111111111111111111111111111111112', type: 'eoa' }],
      },
      'wallet_failed',
    ],
  ] as const)('error: %s', async (_name, wrong, code) => {
    const { connection, live } = setUp({
      connect: async () => ({
        accounts: [{ namespace: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'eoa' }],
        chainId: 'eip155:31337',
        ...wrong,
      }),
    })
    await expect(connection.connect({ connectorId: 'walletConnect' })).rejects.toMatchObject({ code })
    expect(live()).toStrictEqual([])
  })
})

describe('an app with a throwing listener', () => {
  test('error: all other listeners are called', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => reported.mockRestore())
    const { connection, latchkey } = setUp({})
    connection.subscribe(boom)
    latchkey.subscribe(boom)
    const told: string[] = []
    connection.subscribe(({ status }) => told.push(status))
    await connection.connect({ connectorId: rdns })
    expect(told.at(-1)).toBe('connected')
    expect(reported).toHaveBeenCalled()
  })
})

test('behavior: a change of the selected wallet is reported, after a choice and after a disconnect', async () => {
  const { connection, latchkey } = setUp({})
  await connection.connect({ connectorId: 'walletConnect' })
  await connection.connect({ connectorId: rdns })
  const events: LatchkeyEvent[] = []
  latchkey.subscribe((event) => events.push(event))
  const first = 'eip155:31337:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  connection.select({ connectorId: 'walletConnect' })
  expect(events).toStrictEqual([{ type: 'accountChanged', account: first }])
  connection.select({ connectorId: rdns })
  events.length = 0
  await connection.disconnect({ connectorId: rdns })
  expect(events).toStrictEqual([
    { type: 'disconnected', connectorId: rdns },
    { type: 'accountChanged', account: first },
  ])
})

test('behavior: if the kit is destroyed while the code loads, no wallet is asked', async () => {
  const { environment, latchkey, wallet } = setUp({})
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  createConnectionStorage(environment).remember({ connectorId: rdns, namespace: 'eip155' })
  const before = wallet.requests().length
  const restoring = latchkey.connection.reconnect()
  latchkey.destroy()
  await restoring
  await settle()
  expect(wallet.requests()).toHaveLength(before)
  expect(environment.timers()).toBe(0)
})

test('behavior: the record keeps twenty connections', () => {
  const record = createConnectionStorage(createTestEnvironment())
  for (let number = 0; number < 50; number++) record.remember({ connectorId: `dev.w${number}`, namespace: 'eip155' })
  expect(record.read().connections).toHaveLength(20)
  expect(record.read().connections[0]?.connectorId).toBe('dev.w49')
})

test('behavior: a toast after the kit was destroyed leaves no timer', () => {
  const { environment, latchkey } = setUp({})
  latchkey.destroy()
  latchkey.modal.toast({ kind: 'success', message: 'Late' })
  expect([latchkey.modal.getState().toast, environment.timers()]).toStrictEqual([undefined, 0])
})

test('behavior: a wallet of the last visit that returns late does not replace the shown one', async () => {
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { environment, connection, wallet, live } = setUp({
    connect: async () => {
      await late
      return {
        accounts: [{ namespace: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'eoa' }],
        chainId: 'eip155:31337',
      }
    },
  })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const record = createConnectionStorage(environment)
  record.remember({ connectorId: rdns, namespace: 'eip155' })
  record.remember({ connectorId: 'walletConnect', namespace: 'eip155' })
  const restoring = connection.reconnect()
  await until(() => live().length === 1)
  await environment.advance(awaitTimeout)
  expect(connection.getState()).toMatchObject({ status: 'connected', account: { connector: { id: rdns } } })
  answer()
  await restoring
  expect(live()).toStrictEqual([rdns, 'walletConnect'])
  expect(connection.getProvider()).toBe(wallet.provider)
})
