import {
  announceStandardWallet,
  announceVirtualWallet,
  createVirtualMultiWallet,
  createVirtualSolanaWallet,
  createVirtualWallet,
} from '@latchkey/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Latchkey } from '../Latchkey.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import {
  createTestEnvironment,
  createTestTabs,
  settle,
  type TestEnvironment,
  until,
} from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { localOne } from '../testing/testNetworks.ts'
import { allNetworks } from '../testing/walletKinds.ts'
import { createConnectorRegistry } from './createConnectorRegistry.ts'

const accounts = [
  { privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
  { privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d' },
] as const
const chains = { 31337: 'http://127.0.0.1:1' }

function createKit(environment: TestEnvironment, config: Partial<LatchkeyConfig> = {}): Latchkey {
  const latchkey = createTestKit({ environment, config: { networks: allNetworks, ...config } })
  onTestFinished(() => latchkey.destroy())
  return latchkey
}
/** Records the discovery events of a page. */
function hear(page: EventTarget): string[] {
  const heard: string[] = []
  for (const name of ['eip6963:requestProvider', 'wallet-standard:app-ready'])
    page.addEventListener(name, () => heard.push(name))
  return heard
}
const installed = (latchkey: Latchkey) => latchkey.wallets.getState().installed.map(({ name }) => name)
const live = ({ connection }: Latchkey) =>
  connection.getState().connections.map(({ account }) => [account.connector.id, account.address])
const solana = () => createVirtualSolanaWallet({ accounts })

describe('when code is loaded', () => {
  test('behavior: a page that loads asks EVM wallets only; a search asks all', async () => {
    const environment = createTestEnvironment()
    const heard = hear(environment.page())
    const latchkey = createKit(environment)
    await latchkey.connection.reconnect()
    await settle()
    expect(heard).toStrictEqual(['eip6963:requestProvider'])
    latchkey.wallets.discover()
    await until(() => heard.includes('wallet-standard:app-ready'))
  })

  test('behavior: a stored connection of a family loads its code', async () => {
    const environment = createTestEnvironment()
    environment.storage.setItem(
      connectionRecordKey,
      JSON.stringify({
        version: 2,
        connections: [{ connectorId: 'solana:Virtual Solana Wallet', namespace: 'solana' }],
        chainIds: {},
        recentConnectorIds: [],
      }),
    )
    const wallet = solana()
    announceStandardWallet({ wallet, target: environment.page() })
    const connect = wallet.standard.features['standard:connect']?.connect as (() => Promise<unknown>) | undefined
    await connect?.()
    const latchkey = createKit(environment)
    await latchkey.connection.reconnect()
    expect(live(latchkey)).toStrictEqual([['solana:Virtual Solana Wallet', wallet.addresses[0]]])
  })

  test('behavior: an app with EVM networks only never asks other families', async () => {
    const environment = createTestEnvironment()
    const heard = hear(environment.page())
    const latchkey = createKit(environment, { networks: [localOne] })
    latchkey.wallets.discover()
    await settle()
    expect(heard).toStrictEqual(['eip6963:requestProvider'])
  })

  test('error: code that cannot be loaded hides no other wallet, and is reported to a caller that connects', async () => {
    const environment = createTestEnvironment()
    const wallet = createVirtualWallet({ accounts, chains })
    announceVirtualWallet({ wallet, target: environment.page() })
    const load = () => Promise.reject(new Error('offline'))
    const registry = createConnectorRegistry({
      context: {
        environment,
        load,
        config: { projectId: '', apiUrl: '', networks: allNetworks, metadata: { name: '', url: '' } },
      },
      embedded: undefined,
    })
    registry.discover()
    await settle()
    expect(registry.getState()).toHaveLength(1)
    const { signal } = new AbortController()
    await expect(registry.waitFor({ id: 'solana:X', milliseconds: 10, signal })).rejects.toThrow('offline')
    registry.destroy()
  })
})

describe('the list', () => {
  test('behavior: one entry for a wallet of three families, each connectable', async () => {
    const environment = createTestEnvironment()
    const wallet = createVirtualMultiWallet({
      eip155: { accounts, chains },
      solana: { accounts },
      bip122: { accounts },
    })
    wallet.announce({ target: environment.page() })
    const latchkey = createKit(environment)
    latchkey.wallets.discover()
    await until(() => latchkey.wallets.getState().installed[0]?.connectors.length === 3)
    const [entry] = latchkey.wallets.getState().installed
    expect(latchkey.wallets.getState().installed).toHaveLength(1)
    for (const { id } of entry?.connectors ?? []) await latchkey.connection.connect({ connectorId: id })
    expect(live(latchkey).map(([id]) => id)).toStrictEqual([
      'bip122:Virtual Multichain Wallet',
      'solana:Virtual Multichain Wallet',
      'dev.latchkey.multichain',
    ])
  })

  test('behavior: a wallet of three families has them all after the search', async () => {
    const environment = createTestEnvironment()
    const latchkey = createKit(environment)
    const wallet = createVirtualMultiWallet({
      eip155: { accounts, chains },
      solana: { accounts },
      bip122: { accounts },
    })
    wallet.announce({ target: environment.page() })
    expect(latchkey.wallets.looking()).toBeUndefined()
    latchkey.wallets.discover()
    expect(latchkey.wallets.getState().installed[0]?.connectors).toHaveLength(1)
    await latchkey.wallets.looking()
    expect(latchkey.wallets.getState().installed[0]?.connectors).toHaveLength(3)
    await settle()
    expect(latchkey.wallets.looking()).toBeUndefined()
  })

  test('behavior: in the order of their announcements, across families', async () => {
    const environment = createTestEnvironment()
    const page = environment.page()
    const evm = (name: string) =>
      announceVirtualWallet({
        wallet: createVirtualWallet({ accounts, chains, name, rdns: `dev.${name}` }),
        target: page,
      })
    const latchkey = createKit(environment)
    evm('b')
    latchkey.wallets.discover()
    announceStandardWallet({ wallet: createVirtualSolanaWallet({ accounts, name: 'a' }), target: page })
    await until(() => installed(latchkey).length === 2)
    evm('c')
    expect(installed(latchkey)).toStrictEqual(['b', 'a', 'c'])
  })

  test('behavior: an older wallet keeps its name, unless it announces itself or shares its provider with one that does', async () => {
    const environment = createTestEnvironment()
    const page = environment.page()
    const wallet = createVirtualWallet({ accounts, chains, rdns: 'io.rabby', name: 'Rabby' })
    const marked = { ...wallet.provider, isRabby: true }
    const trust = { ...wallet.provider, isTrust: true }
    Object.assign(page, { ethereum: { ...wallet.provider, providers: [marked, trust] } })
    const latchkey = createKit(environment, { networks: [localOne] })
    latchkey.wallets.discover()
    await until(() => installed(latchkey).length === 2)
    expect(installed(latchkey)).toStrictEqual(['Rabby Wallet', 'Trust Wallet'])
    await expect(latchkey.connection.connect({ connectorId: 'com.trustwallet.app' })).resolves.toBeDefined()
    announceVirtualWallet({ wallet, target: page })
    announceVirtualWallet({
      wallet: { ...wallet, info: { ...wallet.info, name: 'Other', rdns: 'dev.other' }, provider: trust },
      target: page,
    })
    expect(new Set(installed(latchkey))).toStrictEqual(new Set(['Rabby', 'Other']))
  })

  test('behavior: a wallet that replaces another at window.ethereum, or loads late, is found', async () => {
    const environment = createTestEnvironment()
    const page = environment.page()
    const { provider } = createVirtualWallet({ accounts, chains })
    const latchkey = createKit(environment)
    latchkey.wallets.discover()
    Object.assign(page, { ethereum: { ...provider, isPhantom: true, isMetaMask: true } })
    page.dispatchEvent(new Event('ethereum#initialized'))
    latchkey.wallets.discover()
    await until(() => installed(latchkey).includes('Phantom'))
    expect(installed(latchkey)).toStrictEqual(['Phantom'])
  })

  test.each([{ basic: true }, { connectors: { injected: false } }])('behavior: none with %o', async (config) => {
    const environment = createTestEnvironment()
    const page = environment.page()
    const heard = hear(page)
    announceVirtualWallet({ wallet: createVirtualWallet({ accounts, chains }), target: page })
    announceStandardWallet({ wallet: solana(), target: page })
    const latchkey = createKit(environment, config)
    latchkey.wallets.discover()
    await settle()
    expect(installed(latchkey)).toStrictEqual([])
    expect(heard).toStrictEqual([])
    const connecting = latchkey.connection.connect({ connectorId: 'solana:Virtual Solana Wallet' })
    const refusal = expect(connecting).rejects.toMatchObject({ code: 'wallet_not_found' })
    await settle()
    await environment.advance(2_000)
    await refusal
  })

  test("behavior: the smart wallet of the app's configuration", async () => {
    const environment = createTestEnvironment()
    const latchkey = createKit(environment, { connectors: { smartWallet: { name: 'Pass', url: 'https://pass.test' } } })
    latchkey.wallets.discover()
    await until(() => installed(latchkey).includes('Pass'))
  })
})

describe('two families at once', () => {
  test('default', async () => {
    const tabs = createTestTabs()
    const evm = createVirtualWallet({ accounts, chains })
    const sun = solana()
    const open = () => {
      const environment = tabs.open()
      announceVirtualWallet({ wallet: evm, target: environment.page() })
      announceStandardWallet({ wallet: sun, target: environment.page() })
      return { environment, latchkey: createKit(environment) }
    }
    const { latchkey: first } = open()
    await first.connection.connect({ connectorId: 'dev.latchkey.virtual' })
    await first.connection.connect({ connectorId: 'solana:Virtual Solana Wallet' })
    const both = [
      ['solana:Virtual Solana Wallet', sun.addresses[0]],
      ['dev.latchkey.virtual', evm.getState().accounts[0]?.address],
    ]
    expect(live(first)).toStrictEqual(both)
    expect(first.networks.getState().active?.chainNamespace).toBe('solana')
    await first.networks.switchNetwork({ chainId: 'eip155:31337' })
    expect(first.connection.getState()).toMatchObject({ account: { namespace: 'eip155' } })
    await first.connection.select({ connectorId: 'solana:Virtual Solana Wallet' })
    first.destroy()

    const { latchkey: second } = open()
    await second.connection.reconnect()
    expect(live(second)).toStrictEqual(both)
    sun.revoke()
    await until(() => live(second).length === 1)
    expect(second.connection.getState()).toMatchObject({ status: 'connected', account: { namespace: 'eip155' } })
    await second.connection.connect({ connectorId: 'solana:Virtual Solana Wallet' })
    await second.connection.disconnect({ namespace: 'eip155' })
    second.destroy()

    const { latchkey: third } = open()
    await third.connection.reconnect()
    expect(live(third)).toStrictEqual([['solana:Virtual Solana Wallet', sun.addresses[0]]])
  })
})
