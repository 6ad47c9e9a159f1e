import { announceVirtualWallet, createVirtualWallet, type VirtualWalletParameters } from '@latchkey/testkit'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLatchkey } from './createLatchkey.ts'
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
function create() {
  const latchkey = createLatchkey({
    projectId: '0'.repeat(32),
    apiUrl: 'http://127.0.0.1:1',
    networks: [localOne, localTwo],
    metadata: { name: 'Test', url: location.origin },
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
  expect(JSON.parse(localStorage.getItem(connectionRecordKey) ?? '')).toMatchObject({ connectorId: rdns })

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

test('behavior: another tab’s disconnect is followed', async () => {
  announce()
  const latchkey = create()
  await latchkey.connection.connect({ connectorId: rdns })
  // A frame of the same origin is to storage what another tab is.
  const frame = document.createElement('iframe')
  document.body.append(frame)
  cleanUp.push(() => frame.remove())
  frame.contentWindow?.localStorage.setItem(connectionRecordKey, '{"version":1,"recentConnectorIds":[]}')
  await vi.waitFor(() => expect(latchkey.connection.getState().status).toBe('disconnected'))
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

test('error: the visitor declines, or gives up while the wallet asks', async () => {
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

test('error: without a server the balances say so, and the page hears of it once', async () => {
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
