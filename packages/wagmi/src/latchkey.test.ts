import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createLatchkey, type Latchkey } from '@latchkey/core'
import { defineNetwork } from '@latchkey/core/networks'
import {
  announceVirtualWallet,
  createVirtualWallet,
  type VirtualWallet,
  type VirtualWalletParameters,
} from '@latchkey/testkit'
import { build, type Rollup } from 'vite'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as wagmi3 from 'wagmi'
import * as actions3 from 'wagmi/actions'
import * as wagmi2 from 'wagmi-2'
import * as actions2 from 'wagmi-2/actions'
import { type LatchkeyConnectorParameters, latchkey } from './latchkey.ts'
import type { WagmiProvider } from './WagmiConnector.ts'

// Public keys of the development accounts in local nodes.
const keys = [
  { privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
  { privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d' },
] as const
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const toChain = (id: number, name: string) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
})
const one = toChain(31_337, 'One')
const two = toChain(31_338, 'Two')
const stranger = toChain(7_777, 'Stranger')
const transports = {
  [one.id]: wagmi3.http(),
  [two.id]: wagmi3.http(),
  [stranger.id]: wagmi3.http(),
}

/** Configuration and actions of each major version, with the same calls. */
const majors = [
  {
    name: 'wagmi 2',
    // The actions of both major versions have the same calls. The tests check their results.
    actions: actions2 as unknown as typeof actions3,
    configure: (
      parameters: LatchkeyConnectorParameters,
      { storage = new Map<string, string>(), discovery = false } = {},
    ) =>
      wagmi2.createConfig({
        chains: [one, two, stranger],
        connectors: [latchkey(parameters)],
        storage: wagmi2.createStorage({ storage: toStorage(storage) }),
        multiInjectedProviderDiscovery: discovery,
        transports,
      }) as unknown as wagmi3.Config,
  },
  {
    name: 'wagmi 3',
    actions: actions3,
    configure: (
      parameters: LatchkeyConnectorParameters,
      { storage = new Map<string, string>(), discovery = false } = {},
    ) =>
      wagmi3.createConfig({
        chains: [one, two, stranger],
        connectors: [latchkey(parameters)],
        storage: wagmi3.createStorage({ storage: toStorage(storage) }),
        multiInjectedProviderDiscovery: discovery,
        transports,
      }) as unknown as wagmi3.Config,
  },
]

const toStorage = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  return () => vi.unstubAllGlobals()
})

const announce = (parameters: Partial<VirtualWalletParameters> = {}): VirtualWallet => {
  const wallet = createVirtualWallet({
    accounts: keys,
    chains: { 31337: 'http://127.0.0.1:9', 31338: 'http://127.0.0.1:9' },
    ...parameters,
  })
  onTestFinished(announceVirtualWallet({ wallet, target: page }))
  return wallet
}

const createKit = ({ stored = new Map<string, string>(), wallet = false } = {}): Latchkey => {
  const kit = createLatchkey({
    projectId: '0'.repeat(32),
    apiUrl: 'http://127.0.0.1:9',
    networks: [defineNetwork(one), defineNetwork(two)],
    metadata: { name: 'Test', url: 'https://site.test' },
    storage: toStorage(stored),
    ...(wallet ? { wallet: { url: 'http://127.0.0.1:9' } } : {}),
  })
  onTestFinished(() => kit.destroy())
  return kit
}

const connectorId = 'dev.latchkey.virtual'

describe.each(majors)('$name', ({ configure, actions }) => {
  /** Creates a wallet, a kit, and a configuration of wagmi. */
  const start = (parameters: Partial<LatchkeyConnectorParameters> = {}) => {
    const wallet = announce()
    const kit = createKit()
    const config = configure({ latchkey: kit, ...parameters })
    const [connector] = config.connectors
    if (!connector) throw new Error('wagmi made no connector')
    const connection = () => {
      const { address, chainId, status, connector: used } = actions.getAccount(config)
      return { status, address, chainId, connector: used?.id }
    }
    return { wallet, kit, config, connector, connection }
  }
  const disconnected = { status: 'disconnected', address: undefined, chainId: undefined, connector: undefined }

  test('default: connecting opens the modal, and returns the account that the visitor connects there', async () => {
    const { kit, config, connector, connection } = start()
    const connecting = actions.connect(config, { connector: connector })
    await vi.waitFor(() => expect(kit.modal.getState().open).toBe(true))
    expect(kit.modal.getState().history).toEqual([{ name: 'Connect', data: { namespace: 'eip155' } }])
    expect(connection().status).toBe('connecting')
    await kit.connection.connect({ connectorId })
    expect(await connecting).toEqual({ accounts: [ada], chainId: one.id })
    expect(connection()).toEqual({ status: 'connected', address: ada, chainId: one.id, connector: 'latchkey' })
    expect(kit.modal.getState().open).toBe(false)
  })

  test("behavior: sends a batch, reads the wallet's capabilities, and reads the status (EIP-5792)", async () => {
    const { wallet, config, connector } = start({ connectorId })
    await actions.connect(config, { connector: connector })
    const asked: { method: string; params: unknown }[] = []
    const { request } = wallet.provider
    const hash = `0x${'5a'.repeat(32)}`
    // Like the embedded wallet for its smart account.
    const answers: Record<string, unknown> = {
      wallet_getCapabilities: {
        '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
      },
      wallet_sendCalls: { id: '0xabc' },
      wallet_getCallsStatus: {
        ...{ version: '2.0.0', id: '0xabc', chainId: '0x7a69', status: 200, atomic: true },
        receipts: [
          { logs: [], status: '0x1', blockHash: hash, blockNumber: '0x7', gasUsed: '0x5208', transactionHash: hash },
        ],
      },
      wallet_showCallsStatus: null,
    }
    wallet.provider.request = async (args) => {
      if (!(args.method in answers)) return request(args)
      asked.push({ method: args.method, params: args.params })
      return answers[args.method]
    }
    const capabilities = await actions.getCapabilities(config, { chainId: one.id })
    expect(capabilities).toMatchObject({ atomic: { status: 'supported' }, paymasterService: { supported: true } })
    const { id } = await actions.sendCalls(config, {
      calls: [
        { to: bob, value: 5n },
        { to: bob, data: '0x01' },
      ],
    })
    expect(id).toBe('0xabc')
    expect(asked.at(-1)).toMatchObject({
      method: 'wallet_sendCalls',
      params: [
        {
          from: ada,
          chainId: '0x7a69',
          version: '2.0.0',
          calls: [
            { to: bob, value: '0x5' },
            { to: bob, data: '0x01' },
          ],
        },
      ],
    })
    await expect(actions.getCallsStatus(config, { id })).resolves.toMatchObject({
      status: 'success',
      atomic: true,
      receipts: [{ transactionHash: hash, blockNumber: 7n }],
    })
    await actions.showCallsStatus(config, { id })
    expect(asked.at(-1)).toMatchObject({ method: 'wallet_showCallsStatus', params: ['0xabc'] })
  })

  test('behavior: the answer can contain capabilities', async () => {
    const { config, connector } = start({ connectorId })
    const answer = await actions.connect(config, { connector: connector, withCapabilities: true })
    expect(answer).toEqual({ accounts: [{ address: ada, capabilities: {} }], chainId: one.id })
  })

  test('error: closing the modal is a rejection with a code of EIP-1193', async () => {
    const { kit, config, connector, connection } = start()
    const connecting = actions.connect(config, { connector: connector })
    const ending = expect(connecting).rejects.toMatchObject({ code: 4001, name: 'UserRejectedRequestError' })
    await vi.waitFor(() => expect(kit.modal.getState().open).toBe(true))
    kit.modal.close()
    await ending
    expect(connection()).toEqual(disconnected)
  })

  test('behavior: a given wallet is asked without the modal; its refusal is a rejection', async () => {
    const { wallet, kit, config, connector, connection } = start({ connectorId, name: 'Mine', icon: 'data:,' })
    expect(connector).toMatchObject({ id: `latchkey:${connectorId}`, name: 'Mine', icon: 'data:,', type: 'latchkey' })
    wallet.setPolicy('reject')
    await expect(actions.connect(config, { connector: connector })).rejects.toMatchObject({
      code: 4001,
    })
    expect(connection()).toEqual(disconnected)
    wallet.setPolicy('approve')
    await actions.connect(config, { connector: connector, chainId: two.id })
    expect(connection()).toMatchObject({ status: 'connected', address: ada, chainId: two.id })
    expect(kit.modal.getState().open).toBe(false)
  })

  test("error: an app's listener that throws does not affect wagmi", async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => reported.mockRestore())
    const { kit, wallet, connector, connection } = start()
    await kit.connection.connect({ connectorId })
    await vi.waitFor(() => expect(connection().address).toBe(ada))
    const provider = (await connector.getProvider()) as WagmiProvider
    const told: unknown[] = []
    for (const event of ['connect', 'disconnect', 'accountsChanged'])
      provider.on(event, () => {
        throw new Error('the app’s own')
      })
    provider.on('disconnect', () => told.push('disconnect'))
    wallet.setAccount(1)
    await kit.connection.disconnect()
    await vi.waitFor(() => expect(connection()).toEqual(disconnected))
    expect(told).toEqual(['disconnect'])
    expect(reported).toHaveBeenCalled()
  })

  test('behavior: a connection or disconnection in the kit also applies to wagmi', async () => {
    const { kit, connection } = start()
    await kit.connection.connect({ connectorId })
    expect(connection()).toEqual({ status: 'connected', address: ada, chainId: one.id, connector: 'latchkey' })
    await kit.connection.disconnect()
    expect(connection()).toEqual(disconnected)
    await kit.connection.connect({ connectorId })
    expect(connection().status).toBe('connected')
  })

  test('behavior: a disconnection in wagmi also applies to the kit, and it can connect again', async () => {
    const { kit, config, connector, connection } = start({ connectorId })
    await actions.connect(config, { connector: connector })
    await actions.disconnect(config)
    expect(connection()).toEqual(disconnected)
    expect(kit.connection.getState().status).toBe('disconnected')
    await actions.connect(config, { connector: connector })
    expect(connection().status).toBe('connected')
    expect(kit.connection.getState().status).toBe('connected')
  })

  test('behavior: a wallet that connects while wagmi asks another is announced once wagmi listens again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { kit, config, connection } = start()
    let refuse = () => {}
    const other: wagmi3.CreateConnectorFn = () =>
      ({
        id: 'other',
        name: 'Other',
        type: 'other',
        connect: () => new Promise((_, reject) => (refuse = () => reject(new Error('No')))),
        disconnect: async () => {},
        getAccounts: async () => [],
        getChainId: async () => one.id,
        getProvider: async () => ({}),
        isAuthorized: async () => false,
        onAccountsChanged: () => {},
        onChainChanged: () => {},
        onDisconnect: () => {},
      }) as unknown as ReturnType<wagmi3.CreateConnectorFn>
    const connecting = actions.connect(config, { connector: other }).catch(() => {})
    await kit.connection.connect({ connectorId })
    expect(connection()).not.toMatchObject({ address: ada })
    refuse()
    await connecting
    await vi.advanceTimersByTimeAsync(1000)
    expect(connection()).toMatchObject({ status: 'connected', address: ada })
  })

  test('behavior: accounts and networks follow the wallet', async () => {
    const { wallet, kit, connection } = start()
    await kit.connection.connect({ connectorId })
    wallet.setAccount(1)
    await vi.waitFor(() => expect(connection().address).toBe(bob))
    wallet.setChain(two.id)
    await vi.waitFor(() => expect(connection().chainId).toBe(two.id))
    wallet.revoke()
    await vi.waitFor(() => expect(connection()).toEqual(disconnected))
  })

  test('behavior: wagmi switches the kit and its wallet to another network', async () => {
    const { kit, wallet, config, connection } = start()
    await kit.connection.connect({ connectorId })
    const chain = await actions.switchChain(config, { chainId: two.id })
    expect(chain).toMatchObject({ id: two.id, name: 'Two' })
    expect(connection().chainId).toBe(two.id)
    expect(kit.networks.getState().active?.name).toBe('Two')
    expect(wallet.getState().chain).toBe(two.id)
  })

  test('error: a network that the kit does not have, and a visitor who declines', async () => {
    const { kit, wallet, config, connection } = start()
    await kit.connection.connect({ connectorId })
    await expect(actions.switchChain(config, { chainId: stranger.id })).rejects.toMatchObject({
      code: 4902,
      name: 'SwitchChainError',
    })
    wallet.setPolicy('reject')
    await expect(actions.switchChain(config, { chainId: two.id })).rejects.toMatchObject({
      code: 4001,
      name: 'UserRejectedRequestError',
    })
    expect(connection().chainId).toBe(one.id)
  })

  test('behavior: signatures use the provider of the active wallet', async () => {
    const { kit, wallet, config } = start()
    await kit.connection.connect({ connectorId })
    expect(await actions.signMessage(config, { message: 'Hello' })).toMatch(/^0x[0-9a-f]{130}$/)
    expect(wallet.requests().at(-1)?.method).toBe('personal_sign')
  })

  test('behavior: one provider serves each active wallet, with its events', async () => {
    const { kit, wallet, connector, connection } = start()
    const second = announce({ name: 'Second', rdns: 'test.second', accounts: [keys[1]], chain: two.id })
    const provider = (await connector.getProvider()) as {
      request: (args: { method: string }) => Promise<unknown>
      on: (event: string, listener: (value: unknown) => void) => unknown
      removeListener: (event: string, listener: (value: unknown) => void) => unknown
    }
    const heard: unknown[] = []
    const hear = (accounts: unknown) => void heard.push(accounts)
    provider.on('accountsChanged', hear)
    provider.on('chainChanged', hear)
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
    await kit.connection.connect({ connectorId })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ada])
    await kit.connection.connect({ connectorId: 'test.second' })
    expect(connection()).toMatchObject({ address: bob, chainId: two.id })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([bob])
    expect(wallet.getState().permitted).toBe(true)
    expect(second.requests().at(-1)?.method).toBe('eth_accounts')
    expect(heard).toEqual([[ada], '0x7a69', [bob], '0x7a6a'])
    provider.removeListener('accountsChanged', hear)
    await kit.connection.disconnect({ namespace: 'eip155' })
    expect(heard).toHaveLength(4)
    expect(connection()).toEqual(disconnected)
  })

  test('behavior: a reload reconnects silently, and does nothing after a disconnect', async () => {
    const wallet = announce()
    const stored = { kit: new Map<string, string>(), wagmi: new Map<string, string>() }
    const visit = () => {
      const kit = createKit({ stored: stored.kit })
      const config = configure({ latchkey: kit }, { storage: stored.wagmi })
      return { kit, config }
    }
    const first = visit()
    expect(await actions.reconnect(first.config)).toEqual([])
    await first.kit.connection.connect({ connectorId })
    first.kit.destroy()

    wallet.setPolicy('reject')
    const second = visit()
    // The kit's provider also reconnects, at the same moment.
    const [restored] = await Promise.all([actions.reconnect(second.config), second.kit.connection.reconnect()])
    expect(restored).toMatchObject([{ accounts: [ada], chainId: one.id }])
    expect(actions.getAccount(second.config)).toMatchObject({ status: 'connected', address: ada })
    expect(second.kit.modal.getState().open).toBe(false)
    await actions.disconnect(second.config)
    second.kit.destroy()

    const third = visit()
    expect(await actions.reconnect(third.config)).toEqual([])
    expect(third.kit.connection.getState().status).toBe('disconnected')
  })

  test('behavior: a reload shows only the account that was active before', async () => {
    const stored = new Map<string, string>()
    const slow = announce()
    announce({ name: 'Second', rdns: 'test.second', accounts: [keys[1]] })
    const first = createKit({ stored })
    await first.connection.connect({ connectorId: 'test.second' })
    await first.connection.connect({ connectorId })
    first.destroy()

    let answer = () => {}
    const late = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { request } = slow.provider
    const provider: Pick<typeof slow.provider, 'request'> = slow.provider
    provider.request = (async (args: never) => {
      await late
      return request(args)
    }) as typeof request
    const kit = createKit({ stored })
    const config = configure({ latchkey: kit })
    const told: unknown[] = []
    config.subscribe(
      (state) => state.current && state.connections.get(state.current)?.accounts[0],
      (address) => void (address && told.push(address)),
    )
    const restoring = kit.connection.reconnect()
    await vi.waitFor(() => expect(kit.connection.getState().connections).toHaveLength(1))
    answer()
    await restoring
    await vi.waitFor(() => expect(told).toContain(ada))
    expect(told).toEqual([ada])
  })

  test('behavior: the embedded wallet, which announces itself, is not listed beside the connector', async () => {
    announce()
    const heard: string[] = []
    page.addEventListener('eip6963:announceProvider', (event) =>
      heard.push((event as CustomEvent<{ info: { rdns: string } }>).detail.info.rdns),
    )
    const kit = createKit({ wallet: true })
    await kit.connection.reconnect()
    const config = configure({ latchkey: kit }, { discovery: true })
    expect(heard).toContain('dev.latchkey.wallet')
    const [connector] = config.connectors
    expect(heard).toContain(connector?.rdns)
    expect(config.connectors.map(({ id }) => id)).toEqual(['latchkey', connectorId])
  })
})

test('behavior: its types fit both major versions without a cast', () => {
  const connectors = [latchkey({ latchkey: createKit() })]
  const two: readonly wagmi2.CreateConnectorFn[] = connectors
  const three: readonly wagmi3.CreateConnectorFn[] = connectors
  expect(two).toBe(three)
})

test('behavior: it is under 2 kB of gzip, without dependencies', async () => {
  const input = fileURLToPath(new URL('./exports/index.ts', import.meta.url))
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput
  expect(output).toHaveLength(1)
  expect(gzipSync(output[0].code).length).toBeLessThan(2000)
}, 30_000)
