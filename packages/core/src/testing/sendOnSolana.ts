import { type Solana, type SolanaAccount, type SolanaToken, startSolana } from '@latchkey/devnet/solana'
import type { Balance } from '@latchkey/protocol/api'
import { signTransaction } from '@latchkey/solana'
import { announceStandardWallet, createVirtualSolanaWallet, type VirtualSolanaWallet } from '@latchkey/testkit'
import { hexToBytes } from '@noble/hashes/utils'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Subject } from '../account/readSubject.ts'
import { createSolanaNode, type SolanaNode } from '../chains/solana/createSolanaNode.ts'
import type { SolanaProvider } from '../connectors/Connector.ts'
import { createGatewayClient, type GatewayClient } from '../http/createGatewayClient.ts'
import { defineSolanaNetwork } from '../networks/defineSolanaNetwork.ts'
import { answerAsServer, type ChainServer } from './createChainServer.ts'
import {
  createTestEnvironment,
  settle,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './createTestEnvironment.ts'
import { createTestKit } from './createTestKit.ts'

/** Starts a local Solana network for a file of send tests, and stops it after all. */
export function sendOnSolana() {
  let solana: Solana
  beforeAll(async () => {
    solana = await startSolana()
  }, 60_000)
  afterAll(() => solana?.stop())

  const network = () => {
    const [found] = solana.networks
    if (!found) throw new Error('No network')
    return found
  }
  const kitNetwork = () =>
    defineSolanaNetwork({
      reference: network().chainId.slice('solana:'.length),
      name: network().name,
      rpcUrls: { default: { http: [network().rpcUrl] } },
    })
  /** Creates a gateway client without a server. Each call goes to the network directly. */
  const gateway = (): GatewayClient =>
    createGatewayClient({
      ...{ apiUrl: 'https://api.test', projectId: '0'.repeat(32), chainId: network().chainId },
      fetch: (_, init) =>
        fetch(network().rpcUrl, { ...init, headers: { 'content-type': 'application/json' } }) as Promise<Response>,
    })
  const node = (): SolanaNode => createSolanaNode({ gateway: gateway() })
  const person = (index: number): SolanaAccount => {
    const found = solana.accounts[index]
    if (!found) throw new Error(`No account ${index}`)
    return found
  }
  const tokenOf = (kind: SolanaToken['kind']): SolanaToken => {
    const found = solana.tokens.find((token) => token.kind === kind)
    if (!found) throw new Error(`No ${kind} token`)
    return found
  }
  const rows = { iconUrl: null, value: null, price: null }
  const nativeRow = (): Balance => ({
    ...{ ...rows, name: 'Solana', symbol: 'SOL', chainId: network().chainId },
    quantity: { decimals: '9', numeric: '1' },
  })
  const rowOf = ({ name, symbol, decimals, address }: SolanaToken): Balance => ({
    ...{ ...rows, name, symbol, chainId: network().chainId, address: `${network().chainId}:${address}` },
    quantity: { decimals: String(decimals), numeric: '1' },
  })
  const subjectOf = ({ address }: { address: string }): Subject => ({
    ...{ accountId: `${network().chainId}:${address}`, address, network: kitNetwork() },
  })
  /** Creates a provider that signs the given transaction, or the one that `change` returns. */
  const providerOf = (
    { privateKey }: { privateKey: `0x${string}` },
    change: (transaction: Uint8Array) => Uint8Array = (transaction) => transaction,
  ): SolanaProvider => ({
    signMessage: () => Promise.reject(new Error('Not here')),
    signTransaction: async ({ transaction }) =>
      signTransaction({ transaction: change(transaction), privateKey: hexToBytes(privateKey.slice(2)) }),
    signAndSendTransaction: () => Promise.reject(new Error('Not here')),
  })
  const request = (method: string, params: readonly unknown[] = []) => gateway().request(method, params)
  const airdrop = (address: string, lamports: number) => request('requestAirdrop', [address, lamports])

  /** Creates a kit with a wallet on the network, ready to send. */
  async function setUp({
    open = createTestEnvironment,
    wallet = createWallet(),
  }: {
    open?: (options: TestEnvironmentOptions) => TestEnvironment
    wallet?: VirtualSolanaWallet
  } = {}) {
    const server: ChainServer = {
      ...{ nodes: { [network().chainId]: network().rpcUrl }, balances: [nativeRow()], history: [] },
      intercept: () => undefined,
    }
    const environment = open({ fetch: answerAsServer(server) })
    announceStandardWallet({ wallet, target: environment.page() })
    const latchkey = createTestKit({ environment, config: { networks: [kitNetwork()] } })
    await latchkey.connection.connect({ connectorId: `solana:${wallet.standard.name}` })
    onTestFinished(() => latchkey.destroy())
    return { environment, latchkey, wallet, server }
  }
  const createWallet = (index = 0) =>
    createVirtualSolanaWallet({
      accounts: [{ privateKey: person(index).privateKey }],
      chains: ['solana:localnet'],
      rpcUrls: { 'solana:localnet': network().rpcUrl },
    })
  /** Advances the time until a condition is true. The kit asks nodes once per second of test time. */
  async function pass(environment: TestEnvironment, isSo: () => boolean) {
    for (let second = 0; second < 60 && !isSo(); second++) {
      await environment.advance(1000)
      await environment.idle()
      await settle()
    }
  }

  return {
    ...{ setUp, createWallet, pass },
    ...{ network, kitNetwork, gateway, node, person, tokenOf, nativeRow, rowOf, subjectOf, providerOf },
    ...{ request, airdrop },
    advance: (slots: number) => solana.advance({ slots }),
  }
}
