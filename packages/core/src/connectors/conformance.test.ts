import { readConnectionRecord } from '@latchkey/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Latchkey } from '../Latchkey.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, createTestTabs, type TestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { allNetworks, walletKinds } from '../testing/walletKinds.ts'

function createKit(environment: TestEnvironment): Latchkey {
  const latchkey = createTestKit({ environment, config: { networks: allNetworks } })
  onTestFinished(() => latchkey.destroy())
  return latchkey
}
/** A page with a wallet, and a kit that may find it. */
const openPage = (
  wallet: Pick<ReturnType<(typeof walletKinds)[number]['create']>, 'announce'>,
  environment = createTestEnvironment(),
) => {
  wallet.announce(environment.page())
  return { environment, latchkey: createKit(environment) }
}
const addressOf = ({ connection }: Latchkey) => {
  const state = connection.getState()
  return state.status === 'connected' ? state.account.address : undefined
}

describe.each(walletKinds)('$kind', ({ connectorId, namespace, prompts, create }) => {
  test('default', async () => {
    const wallet = create()
    const { latchkey } = openPage(wallet)
    const account = await latchkey.connection.connect({ connectorId })
    expect(account).toMatchObject({
      address: wallet.addresses[0],
      namespace,
      connector: { id: connectorId, namespace },
    })
    expect(account.caipAddress).toBe(`${account.chainId}:${account.address}`)
    expect(allNetworks.map(({ caipNetworkId }) => caipNetworkId)).toContain(account.chainId)
    expect(latchkey.connection.getProvider(namespace)).toBeDefined()
    await latchkey.connection.disconnect()
    expect(latchkey.connection.getState()).toMatchObject({ status: 'disconnected', connections: [] })
    await until(() => !wallet.isPermitted())
  })

  test('behavior: it is listed once, after a search', async () => {
    const wallet = create()
    const { latchkey } = openPage(wallet)
    expect(latchkey.wallets.getState().installed).toStrictEqual([])
    latchkey.wallets.discover()
    await until(() => latchkey.wallets.getState().installed.length > 0)
    latchkey.wallets.discover()
    expect(latchkey.wallets.getState().installed).toMatchObject([{ connectors: [{ id: connectorId, namespace }] }])
  })

  test('error: the visitor declines', async () => {
    const wallet = create()
    wallet.setPolicy('reject')
    const { latchkey } = openPage(wallet)
    await expect(latchkey.connection.connect({ connectorId })).rejects.toMatchObject({ code: 'user_rejected' })
    expect(latchkey.connection.getState()).toMatchObject({ status: 'disconnected', failure: { code: 'user_rejected' } })
  })

  test('behavior: it announces itself late', async () => {
    const environment = createTestEnvironment()
    const latchkey = createKit(environment)
    const connecting = latchkey.connection.connect({ connectorId })
    const wallet = create()
    wallet.announce(environment.page())
    // A search finds providers that do not announce themselves.
    latchkey.wallets.discover()
    await expect(connecting).resolves.toMatchObject({ address: wallet.addresses[0] })
  })

  test('behavior: a reload restores it without asking', async () => {
    const tabs = createTestTabs()
    const wallet = create()
    const before = openPage(wallet, tabs.open())
    await before.latchkey.connection.connect({ connectorId })
    before.latchkey.destroy()
    const asked = wallet.requests().length
    const { latchkey: after } = openPage(wallet, tabs.open())
    await after.connection.reconnect()
    expect(addressOf(after)).toBe(wallet.addresses[0])
    const since = wallet.requests().slice(asked)
    expect(since.filter(({ method }) => prompts.includes(method))).toStrictEqual([])
    expect(since.filter(({ method }) => method === 'standard:connect')).toStrictEqual(
      since.filter(({ params }) => JSON.stringify(params) === '[{"silent":true}]'),
    )
  })

  test('behavior: a reload never asks a wallet that took its permission back', async () => {
    const tabs = createTestTabs()
    const wallet = create()
    const before = openPage(wallet, tabs.open())
    await before.latchkey.connection.connect({ connectorId })
    before.latchkey.destroy()
    wallet.revoke()
    wallet.setPolicy('hang')
    const { latchkey: after } = openPage(wallet, tabs.open())
    await after.connection.reconnect()
    expect(after.connection.getState().status).toBe('disconnected')
    expect(wallet.isPermitted()).toBe(false)
  })

  test('behavior: its account changes, and its permission ends', async () => {
    const wallet = create()
    const { environment, latchkey } = openPage(wallet)
    await latchkey.connection.connect({ connectorId })
    wallet.setAccount(1)
    await until(() => addressOf(latchkey) === wallet.addresses[1])
    wallet.revoke()
    await until(() => latchkey.connection.getState().status === 'disconnected')
    expect(readConnectionRecord(environment.storage.getItem(connectionRecordKey))?.connections).toStrictEqual([])
  })

  test('behavior: it disappears', async () => {
    const wallet = create()
    const { environment, latchkey } = openPage(wallet)
    await latchkey.connection.connect({ connectorId })
    wallet.disappear()
    await until(() => latchkey.connection.getState().status === 'disconnected')
    await latchkey.connection.disconnect()
    const connecting = latchkey.connection.connect({ connectorId })
    const refusal = expect(connecting).rejects.toMatchObject({ code: expect.stringMatching(/^wallet_/) })
    await environment.advance(2_000)
    await refusal
  })

  test('behavior: broken wallets beside it hide nothing', async () => {
    const environment = createTestEnvironment()
    breakPage(environment.page())
    const wallet = create()
    const { latchkey } = openPage(wallet, environment)
    latchkey.wallets.discover()
    await until(() =>
      latchkey.wallets.getState().installed.some(({ connectors }) => connectors.some(({ id }) => id === connectorId)),
    )
    await expect(latchkey.connection.connect({ connectorId })).resolves.toMatchObject({ address: wallet.addresses[0] })
  })
})

/** Fills a page with objects that throw, lie and never end. */
function breakPage(page: EventTarget): void {
  const fail = () => {
    throw new Error('broken')
  }
  const hostile = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail })
  page.addEventListener('eip6963:requestProvider', () => {
    for (const detail of [hostile, null, { info: hostile, provider: hostile }, { info: null, provider: {} }])
      page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
  })
  page.addEventListener('wallet-standard:app-ready', (event) => {
    const { register } = (event as CustomEvent<{ register: (...wallets: unknown[]) => () => void }>).detail
    const features = { 'standard:connect': hostile, 'solana:signMessage': {}, 'bitcoin:signMessage': {} }
    register(hostile, null, 'wallet', { name: 'No features' }, { name: 'Broken', chains: hostile, features: hostile })
    register({
      name: 'Lies',
      icon: 'https://evil.example/x.png',
      chains: ['solana:mainnet'],
      features,
      accounts: hostile,
    })
    for (const detail of [fail, null, 'x', { register: fail }])
      page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
  })
  Object.assign(page, {
    btc_providers: [hostile, null, { id: '__proto__', name: 'x' }, { id: 'BrokenProvider', name: 'Broken' }],
    BrokenProvider: hostile,
    okxwallet: hostile,
    phantom: null,
  })
  Object.defineProperty(page, 'bitkeep', { get: fail })
}
