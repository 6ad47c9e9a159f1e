import { join } from 'node:path'
import { type Devnet, type DevnetToken, startDevnet } from '@latchkey/devnet'
import type { Balance } from '@latchkey/protocol/api'
import {
  announceVirtualWallet,
  createVirtualWallet,
  type VirtualWallet,
  type VirtualWalletParameters,
} from '@latchkey/testkit'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Connector } from '../connectors/Connector.ts'
import type { PairingClient } from '../connectors/PairingClient.ts'
import type { Latchkey } from '../Latchkey.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { defineNetwork } from '../networks/defineNetwork.ts'
import { answerAsServer, type ChainServer } from './createChainServer.ts'
import {
  createTestEnvironment,
  settle,
  type TestEnvironment,
  type TestEnvironmentOptions,
  until,
} from './createTestEnvironment.ts'
import { createTestKit } from './createTestKit.ts'

const rdns = 'dev.latchkey.virtual'

/** The native token as a row of the balances. */
export const nativeRow: Balance = {
  name: 'Local Ether',
  symbol: 'ETH',
  chainId: 'eip155:31337',
  value: 2000,
  price: 2000,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: null,
}
/** Returns a token as a row of the balances. */
export const rowOf = (token: DevnetToken): Balance => ({
  name: token.name,
  symbol: token.symbol,
  chainId: 'eip155:31337',
  address: `eip155:31337:${token.address}`,
  value: null,
  price: null,
  quantity: { decimals: String(token.decimals), numeric: '1' },
  iconUrl: null,
})

/** A kit with a wallet on a local chain, ready to send. */
export type SendSetting = {
  environment: TestEnvironment
  latchkey: Latchkey
  wallet: VirtualWallet
  server: ChainServer
  events: { type: string }[]
}

/** Options of the setup. */
export type SetUpOptions = {
  storage?: TestEnvironment['storage']
  /** Opens a tab. Default: a separate page. */
  open?: (options: TestEnvironmentOptions) => TestEnvironment
  wallet?: VirtualWallet
  /** The wallet's connector claims to accept a given nonce. */
  takesNonce?: boolean
  config?: Partial<LatchkeyConfig>
}

/** Creates a paired wallet that accepts a given nonce. */
function numberedClient(wallet: VirtualWallet): PairingClient {
  const connector: Connector = {
    info: {
      ...{ id: 'walletConnect', namespace: 'eip155', name: 'Numbered', icon: null, rdns: null },
      ...{ type: 'walletConnect', takesNonce: true },
    },
    connect: async () => {
      const address = wallet.getState().accounts[wallet.getState().account]?.address ?? ''
      await wallet.provider.request({ method: 'eth_requestAccounts' })
      return { accounts: [{ namespace: 'eip155', address, type: 'eoa' }], chainId: 'eip155:31337' }
    },
    disconnect: async () => {},
    getProvider: () => wallet.provider,
    subscribe: () => () => {},
  }
  return { connector, pair: () => Promise.reject(new Error('Not here')) }
}

/** Resolves when the wallet asks the visitor. */
export const untilAsked = (wallet: VirtualWallet) => until(() => wallet.getState().approvals.length > 0)

/** Starts local chains for a file of send tests. They are reset after each test, and stopped after all. */
export function sendOnDevnet() {
  let devnet: Devnet

  beforeAll(async () => {
    devnet = await startDevnet({
      folder: join(process.cwd(), '.latchkey', 'test'),
      bakeFolder: join(process.cwd(), '.latchkey', 'test-bake'),
      chains: [31337, 31338],
    })
  }, 120_000)
  afterAll(() => devnet?.stop())

  const chain = (id = 31337) => {
    const found = devnet.chains.find((candidate) => candidate.id === id)
    if (!found) throw new Error(`No chain ${id}`)
    return found
  }
  const account = (index: number) => {
    const found = devnet.accounts[index]
    if (!found) throw new Error(`No account ${index}`)
    return found
  }
  const rpc = async <T>(method: string, params: unknown[] = [], id = 31337): Promise<T> => {
    const response = await fetch(chain(id).rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: T }).result
  }
  const tokenBalance = async (token: DevnetToken, address: string) =>
    BigInt(
      await rpc<string>('eth_call', [
        { to: token.address, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
        'latest',
      ]),
    )
  const tokenOf = (kind: DevnetToken['kind']) => {
    const found = devnet.tokens.find((token) => token.kind === kind)
    if (!found) throw new Error(`No ${kind} token`)
    return found
  }
  const createWallet = (options?: Partial<VirtualWalletParameters>) =>
    createVirtualWallet({
      accounts: [account(0), account(1)],
      chains: { 31337: chain(31337).rpcUrl, 31338: chain(31338).rpcUrl },
      ...options,
    })
  async function setUp({
    storage,
    open = createTestEnvironment,
    wallet = createWallet(),
    takesNonce = false,
    config = {},
  }: SetUpOptions = {}): Promise<SendSetting> {
    const server: ChainServer = {
      nodes: { 'eip155:31337': chain(31337).rpcUrl, 'eip155:31338': chain(31338).rpcUrl },
      balances: [nativeRow],
      history: [],
      intercept: () => undefined,
    }
    const environment = open({ fetch: answerAsServer(server), ...(storage ? { storage } : {}) })
    announceVirtualWallet({ wallet, target: environment.page() })
    const toNetwork = (id: number) =>
      defineNetwork({
        id,
        name: chain(id).name,
        nativeCurrency: { name: 'Local Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [chain(id).rpcUrl] } },
      })
    const numbered = takesNonce ? { connectors: { walletConnect: async () => numberedClient(wallet) } } : {}
    const networks = [toNetwork(31337), toNetwork(31338)] as const
    const latchkey = createTestKit({ environment, config: { networks, ...numbered, ...config } })
    await latchkey.connection.connect({ connectorId: takesNonce ? 'walletConnect' : rdns })
    const events: { type: string }[] = []
    latchkey.subscribe((event) => events.push(event))
    return { environment, latchkey, wallet, server, events }
  }

  /** Advances the time until a condition is true. The kit polls receipts once per second of test time. */
  async function pass(environment: TestEnvironment, isSo: () => boolean) {
    for (let second = 0; second < 60 && !isSo(); second++) {
      await environment.advance(1000)
      await environment.idle()
      // Wallets ask nodes in real time. After this answer, the nodes have answered all earlier requests.
      await rpc('eth_blockNumber')
      await settle()
    }
  }

  /** The test mines all blocks until its end. */
  let isByHand = false
  async function mineByHand() {
    isByHand = true
    await rpc('evm_setAutomine', [false])
  }

  const walletSends = (wallet: VirtualWallet) =>
    wallet.requests().filter(({ method }) => method === 'eth_sendTransaction')

  let snapshot: string
  beforeEach(async () => {
    snapshot = await rpc<string>('evm_snapshot')
    return async () => {
      // Pending transactions go into a block that is reverted with the rest.
      if (isByHand) await rpc('evm_setAutomine', [true])
      isByHand = false
      await rpc('evm_revert', [snapshot])
    }
  })

  const contracts = () => devnet.contracts

  return { account, rpc, contracts, tokenBalance, tokenOf, createWallet, setUp, pass, mineByHand, walletSends }
}
