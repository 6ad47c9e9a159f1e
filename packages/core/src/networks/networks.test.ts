import type { VirtualWallet } from '@latchkey/testkit'
import { arbitrum, base, blast, bsc, linea, mainnet, sepolia, xLayer } from 'viem/chains'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, createTestTabs, settle, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { localOne, localTwo } from '../testing/testNetworks.ts'
import { defineNetwork } from './defineNetwork.ts'
import { switchTimeout } from './moveWallet.ts'
import * as presets from './presets.ts'
import { isUnknownChain } from './switchWalletNetwork.ts'

const rdns = 'dev.latchkey.virtual'

beforeAll(() => Promise.all([import('../chains/eip155/checksumAddress.ts'), import('./switchWalletNetwork.ts')]))

async function connected(parameters: Partial<Parameters<typeof createTestWallet>[0]> = {}) {
  const environment = createTestEnvironment()
  const wallet = createTestWallet({ page: environment.page(), ...parameters })
  const latchkey = createTestKit({ environment })
  await latchkey.connection.connect({ connectorId: rdns })
  return { environment, wallet, latchkey }
}

/** Overrides the wallet's answer to a method. */
function override(wallet: VirtualWallet, method: string, answer: () => Promise<unknown>) {
  const { request } = wallet.provider
  wallet.provider.request = (args) => (args.method === method ? answer() : request(args))
}

describe('while disconnected', () => {
  test('behavior: a switch sets the network and survives a reload', async () => {
    const tabs = createTestTabs()
    const first = createTestKit({ environment: tabs.open() })
    expect(first.networks.getState().active).toBe(localOne)
    await first.networks.switchNetwork({ chainId: 'eip155:31338' })
    expect(first.networks.getState()).toMatchObject({ active: localTwo, switchingTo: undefined })

    const second = createTestKit({ environment: tabs.open() })
    expect(second.networks.getState().active).toBe(localOne)
    await second.connection.reconnect()
    expect(second.networks.getState().active).toBe(localTwo)
  })

  test('behavior: the default network is the configured one', () => {
    const latchkey = createTestKit({ environment: createTestEnvironment(), config: { defaultNetwork: 'eip155:31338' } })
    expect(latchkey.networks.getState().active).toBe(localTwo)
  })

  test('error: a network that the app does not list (spec 8.19)', async () => {
    const latchkey = createTestKit({ environment: createTestEnvironment() })
    await expect(latchkey.networks.switchNetwork({ chainId: 'eip155:1' })).rejects.toMatchObject({
      code: 'network_not_found',
      message: 'Network not found',
    })
  })
})

test.each([
  [{}, true],
  [{ allowUnsupportedChain: true }, false],
  [{ enableNetworkSwitch: false }, false],
  [{ basic: true }, false],
] as const)('behavior: with %o, whether an unsupported network has to be left is %s (spec 4.17)', (config, leaves) => {
  const latchkey = createTestKit({ environment: createTestEnvironment(), config })
  expect(latchkey.networks.leavesUnsupported).toBe(leaves)
})

describe('while connected', () => {
  test('default', async () => {
    const { wallet, latchkey } = await connected()
    const events: unknown[] = []
    latchkey.subscribe((event) => events.push(event))
    const switching = latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    expect(latchkey.networks.getState()).toMatchObject({ active: localOne, switchingTo: 'eip155:31338' })
    await switching
    expect(latchkey.networks.getState()).toMatchObject({ active: localTwo, switchingTo: undefined })
    expect(wallet.getState().chain).toBe(31338)
    expect(events).toStrictEqual([{ type: 'networkChanged', chainId: 'eip155:31338' }])
  })

  test('behavior: follows the wallet, and never shows an unsupported network as one of the app’s', async () => {
    const { environment, wallet, latchkey } = await connected({
      chains: { 31337: 'http://127.0.0.1:1', 31338: 'http://127.0.0.1:1', 99999: 'http://127.0.0.1:1' },
    })
    wallet.setChain(31338)
    expect(latchkey.networks.getState().active).toBe(localTwo)
    wallet.setChain(99_999)
    expect(latchkey.networks.getState()).toMatchObject({ active: undefined, unsupportedChainId: 'eip155:99999' })
    expect(JSON.parse(environment.storage.getItem(connectionRecordKey) ?? '{}')).toMatchObject({
      chainIds: { eip155: 'eip155:31338' },
    })
    wallet.setChain(31337)
    expect(latchkey.networks.getState()).toMatchObject({ active: localOne, unsupportedChainId: undefined })
  })

  test('behavior: a disconnect returns to the default network', async () => {
    const { wallet, latchkey } = await connected()
    wallet.setChain(31338)
    await latchkey.connection.disconnect()
    expect(latchkey.networks.getState().active).toBe(localOne)
  })

  test('error: declined', async () => {
    const { wallet, latchkey } = await connected()
    wallet.setPolicy('reject')
    await expect(latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })).rejects.toMatchObject({
      code: 'user_rejected',
    })
    expect(latchkey.networks.getState()).toMatchObject({ active: localOne, switchingTo: undefined })
  })

  test('error: the wallet never answers', async () => {
    const { environment, wallet, latchkey } = await connected()
    wallet.setPolicy('hang')
    const switching = latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    const refusal = expect(switching).rejects.toMatchObject({ code: 'wallet_timeout' })
    await until(() => wallet.getState().approvals.length > 0)
    await environment.advance(switchTimeout)
    await refusal
    expect(latchkey.networks.getState().switchingTo).toBeUndefined()
  })

  test('error: the wallet agrees but does not switch', async () => {
    const { environment, wallet, latchkey } = await connected()
    override(wallet, 'wallet_switchEthereumChain', async () => null)
    const switching = latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    const refusal = expect(switching).rejects.toMatchObject({ code: 'wallet_failed' })
    await settle()
    await environment.advance(5_000)
    await refusal
    expect(latchkey.networks.getState().active).toBe(localOne)
  })

  test('behavior: waits for a wallet that agrees first and switches later', async () => {
    const { wallet, latchkey } = await connected()
    override(wallet, 'wallet_switchEthereumChain', async () => null)
    const switching = latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    await settle()
    wallet.setChain(31338)
    await switching
    expect(latchkey.networks.getState().active).toBe(localTwo)
  })
})

describe('a network that the wallet does not know', () => {
  const answer = (url: string) => async () =>
    new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result: url.endsWith('8546') ? '0x7a6a' : '0x1' }))

  test('behavior: the wallet is asked to add it with the public RPC URL', async () => {
    const { wallet, latchkey } = await connected({
      chains: { 31337: 'http://127.0.0.1:1' },
      fetch: (input) => answer(String(input))(),
    })
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    const added = wallet.requests().find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toStrictEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Local Two',
        nativeCurrency: { name: 'Local Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://127.0.0.1:8546'],
      },
    ])
    expect(latchkey.networks.getState().active).toBe(localTwo)
  })

  test('error: an RPC URL with a project ID is never offered', async () => {
    const environment = createTestEnvironment()
    const wallet = createTestWallet({ page: environment.page(), chains: { 31337: 'http://127.0.0.1:1' } })
    const own = { ...localTwo, rpcUrls: { default: { http: ['https://rpc.example/v1?chainId=1&projectId=abc'] } } }
    const latchkey = createTestKit({ environment, config: { networks: [localOne, own] } })
    await latchkey.connection.connect({ connectorId: rdns })
    await expect(latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })).rejects.toMatchObject({
      code: 'wallet_failed',
    })
    expect(wallet.requests().map(({ method }) => method)).not.toContain('wallet_addEthereumChain')
  })

  test.each([
    [{ code: 4902 }, true],
    [{ code: -32603, data: { originalError: { code: 4902 } } }, true],
    [{ code: -32603, message: 'Unrecognized chain ID "0x7a6a". Try adding the chain' }, true],
    [{ message: 'chain 31338 not added' }, false],
    [{ message: 'Chain is not supported' }, true],
    [{ code: 4001, message: 'User rejected' }, false],
    [{ code: -32602, message: 'Invalid parameters' }, false],
  ])('behavior: %o → %s', (error, unknown) => expect(isUnknownChain(error)).toBe(unknown))
})

describe('spec 1.15: presets', () => {
  test.each([
    [presets.ethereum, mainnet],
    [presets.sepolia, sepolia],
    [presets.xLayer, xLayer],
    [presets.bsc, bsc],
    [presets.arbitrum, arbitrum],
    [presets.linea, linea],
    [presets.base, base],
    [presets.blast, blast],
  ])('default %# (spec 3.5)', (preset, chain) => {
    const fromViem = defineNetwork(chain)
    expect(preset).toMatchObject({
      id: fromViem.id,
      caipNetworkId: `eip155:${chain.id}`,
      chainNamespace: 'eip155',
      nativeCurrency: { symbol: fromViem.nativeCurrency.symbol, decimals: 18 },
      testnet: fromViem.testnet,
    })
    expect(preset.rpcUrls.default.http.every((url) => url.startsWith('https://') && !url.includes('?'))).toBe(true)
  })
})
