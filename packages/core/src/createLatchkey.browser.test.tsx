import {
  announceStandardWallet,
  announceVirtualWallet,
  createVirtualBitcoinWallet,
  createVirtualSolanaWallet,
  createVirtualWallet,
  installBitcoinProvider,
  type VirtualWalletParameters,
} from '@latchkey/testkit'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLatchkey } from './createLatchkey.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'
import { bitcoin, solana } from './networks/presets.ts'
import { connectionRecordKey } from './storage/createConnectionStorage.ts'
import { localOne, localTwo } from './testing/testNetworks.ts'

const rdns = 'dev.latchkey.virtual'
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const second = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

function announce(parameters: Partial<VirtualWalletParameters> = {}) {
  const wallet = createVirtualWallet({
    accounts: [{ privateKey }, { privateKey: second }],
    chains: { 31337: 'http://127.0.0.1:1', 31338: 'http://127.0.0.1:1' },
    ...parameters,
  })
  cleanUp.push(announceVirtualWallet({ wallet }))
  return wallet
}
function create(config: Partial<LatchkeyConfig> = {}) {
  const latchkey = createLatchkey({
    projectId: '0'.repeat(32),
    apiUrl: 'http://127.0.0.1:1',
    networks: [localOne, localTwo],
    metadata: { name: 'Test', url: location.origin },
    ...config,
  })
  cleanUp.push(latchkey.destroy)
  return latchkey
}

const cleanUp: (() => void)[] = []
beforeEach(() => {
  localStorage.clear()
  return () => {
    for (const stop of cleanUp.splice(0)) stop()
  }
})

test('default', async () => {
  const wallet = announce({ storage: localStorage })
  const latchkey = create()
  latchkey.wallets.discover()
  expect(latchkey.wallets.getState().installed).toMatchObject([{ id: rdns, name: 'Virtual Wallet', recent: false }])
  const opened = latchkey.modal.open()
  const account = await latchkey.connection.connect({ connectorId: rdns })
  await expect(opened).resolves.toStrictEqual({ type: 'connected', address: account.address })
  expect(JSON.parse(localStorage.getItem(connectionRecordKey) ?? '')).toMatchObject({
    connections: [{ connectorId: rdns, namespace: 'eip155' }],
  })

  await latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
  latchkey.destroy()
  const after = create()
  await after.connection.reconnect()
  expect(after.connection.getState()).toMatchObject({ status: 'connected', account: { address: account.address } })
  expect(after.networks.getState().active?.id).toBe(31338)
  wallet.setAccount(1)
  expect(after.connection.getState()).toMatchObject({ account: { address: wallet.getState().accounts[1]?.address } })

  await after.connection.disconnect()
  const last = create()
  await last.connection.reconnect()
  expect(last.connection.getState().status).toBe('disconnected')
  expect(wallet.getState().permitted).toBe(false)
})

test('behavior: follows a disconnect in another tab', async () => {
  announce()
  const latchkey = create()
  await latchkey.connection.connect({ connectorId: rdns })
  // A frame of the same origin has the same storage events as another tab.
  const frame = document.createElement('iframe')
  document.body.append(frame)
  cleanUp.push(() => frame.remove())
  frame.contentWindow?.localStorage.setItem(connectionRecordKey, '{"version":1,"recentConnectorIds":[]}')
  await vi.waitFor(() => expect(latchkey.connection.getState().status).toBe('disconnected'))
})

test('behavior: wallets of three families at once, each restored independently', async () => {
  const sun = createVirtualSolanaWallet({ accounts: [{ privateKey }], storage: localStorage })
  const coin = createVirtualBitcoinWallet({ accounts: [{ privateKey }], storage: localStorage })
  const evm = announce({ storage: localStorage })
  cleanUp.push(announceStandardWallet({ wallet: sun }), installBitcoinProvider({ wallet: coin }))
  const networks = [localOne, solana, bitcoin] as const
  const first = create({ networks })
  first.wallets.discover()
  await vi.waitFor(() => expect(first.wallets.getState().installed).toHaveLength(3))
  const ids = [rdns, 'solana:Virtual Solana Wallet', 'bip122:Virtual Bitcoin Wallet']
  for (const connectorId of ids) await first.connection.connect({ connectorId })
  const live = ({ connection }: Pick<typeof first, 'connection'>) =>
    ids.flatMap(
      (id) =>
        connection.getState().connections.find(({ account }) => account.connector.id === id)?.account.address ?? [],
    )
  const addresses = [evm.getState().accounts[0]?.address, sun.addresses[0], coin.addresses[0]?.payment]
  expect(live(first)).toStrictEqual(addresses)
  const message = new TextEncoder().encode('Hello')
  const { signature } = (await first.connection.getProvider('solana')?.signMessage({
    address: sun.addresses[0] ?? '',
    message,
  })) ?? { signature: new Uint8Array() }
  expect(signature).toHaveLength(64)
  first.destroy()

  sun.setPolicy('hang')
  const second = create({ networks })
  await second.connection.reconnect()
  expect(live(second)).toStrictEqual(addresses)
  expect(second.connection.getState()).toMatchObject({ status: 'connected', account: { namespace: 'bip122' } })
  await second.connection.disconnect({ connectorId: 'bip122:Virtual Bitcoin Wallet' })
  expect(coin.getState().permitted).toBe(false)
  second.destroy()

  const third = create({ networks })
  await third.connection.reconnect()
  expect(live(third)).toStrictEqual(addresses.slice(0, 2))
})

test('behavior: a wallet that only sets window.ethereum can be connected', async () => {
  const wallet = createVirtualWallet({ accounts: [{ privateKey }], chains: { 31337: 'http://127.0.0.1:1' } })
  Object.assign(window, { ethereum: wallet.provider })
  cleanUp.push(() => Reflect.deleteProperty(window, 'ethereum'))
  const latchkey = create()
  latchkey.wallets.discover()
  expect(latchkey.wallets.getState().installed).toMatchObject([{ id: 'injected', icon: null }])
  await expect(latchkey.connection.connect({ connectorId: 'injected' })).resolves.toMatchObject({
    address: wallet.getState().accounts[0]?.address,
  })
})

test('error: the visitor declines, or cancels during the wallet request', async () => {
  const wallet = announce({ policy: 'reject' })
  const latchkey = create()
  await expect(latchkey.connection.connect({ connectorId: rdns })).rejects.toMatchObject({ code: 'user_rejected' })
  wallet.setPolicy('ask')
  const connecting = latchkey.connection.connect({ connectorId: rdns })
  const refusal = expect(connecting).rejects.toMatchObject({ code: 'user_rejected' })
  await vi.waitFor(() => expect(wallet.getState().approvals).toHaveLength(1))
  latchkey.connection.cancel()
  await refusal
  await wallet.approve()
  expect(latchkey.connection.getState()).toMatchObject({ status: 'disconnected', failure: undefined, connections: [] })
})

test('error: without a server, the balances report it, and the page gets one event', async () => {
  announce()
  const latchkey = create()
  await latchkey.connection.connect({ connectorId: rdns })
  await latchkey.balances.refresh()
  expect(latchkey.balances.getState()).toMatchObject({
    status: 'failed',
    data: undefined,
    total: undefined,
    error: { code: 'network_request_failed', message: 'Token Balance Unavailable' },
  })
  expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'error', message: 'Token Balance Unavailable' })
})
