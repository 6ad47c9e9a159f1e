import { join } from 'node:path'
import { type Devnet, type DevnetToken, startDevnet, toChainConfigs } from '@latchkey/devnet'
import { nativeEvmAddress } from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { announceVirtualWallet, createVirtualWallet, type VirtualWallet } from '@latchkey/testkit'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { startServer } from '../../../../scripts/services/server.mjs'
import type { Connector } from '../connectors/Connector.ts'
import type { Latchkey } from '../Latchkey.ts'
import { defineNetwork } from '../networks/defineNetwork.ts'
import type { SwapForm, SwapPreview } from '../swap/SwapFeature.ts'
import { createTestEnvironment, type TestEnvironment } from './createTestEnvironment.ts'
import { createTestKit } from './createTestKit.ts'

type Call = { method: string; params: unknown[] }

/** A kit with a wallet on a local chain and a real server, ready to swap. */
export type SwapSetting = {
  environment: TestEnvironment
  latchkey: Latchkey
  wallet: VirtualWallet
  /** Called before each request to the server. Its result, if any, replaces the answer. */
  intercept: {
    current: (request: {
      url: URL
      calls: Call[]
      /** Returns the server's answer. */
      forward: () => Promise<Response>
    }) => Response | undefined | Promise<Response | undefined>
  }
  /** Fills in the form and waits for the preview. */
  preview: (form: Partial<SwapForm>) => Promise<SwapPreview>
  /** Confirms the preview, and advances the time until the confirmation ends. */
  confirm: (options?: { acceptImpact?: boolean }) => Promise<void>
  /** Advances the time until a condition is true, up to the test's own time limit. */
  pass: (isSo: () => boolean) => Promise<void>
}

/** Starts local chains and a server for a file of swap tests, and stops them after all. The chain is reset after each test. */
export function swapOnDevnet() {
  let devnet: Devnet
  let server: Awaited<ReturnType<typeof startServer>>
  let tokens: readonly SwappableToken[] = []

  beforeAll(async () => {
    devnet = await startDevnet({
      folder: join(process.cwd(), '.latchkey', 'test'),
      bakeFolder: join(process.cwd(), '.latchkey', 'test-bake'),
      chains: [31337],
    })
    server = await startServer({ chains: toChainConfigs(devnet) })
    const answer = await fetch(`${server.url}/v1/convert/tokens?chainId=eip155:31337&projectId=${'0'.repeat(32)}`)
    tokens = ((await answer.json()) as { tokens: SwappableToken[] }).tokens
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await devnet?.stop()
  })

  const node = () => {
    const [chain] = devnet.chains
    if (!chain) throw new Error('No chain')
    return chain.rpcUrl
  }
  const account = (index: number) => {
    const found = devnet.accounts[index]
    if (!found) throw new Error(`No account ${index}`)
    return found
  }
  const rpc = async <T>(method: string, params: unknown[] = []): Promise<T> => {
    const response = await fetch(node(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  /** Returns a token of the server's list by its kind. */
  const token = (kind: DevnetToken['kind'] | 'native'): SwappableToken => {
    const address =
      kind === 'native'
        ? nativeEvmAddress
        : kind === 'wrapped-native'
          ? devnet.contracts.weth
          : devnet.tokens.find((one) => one.kind === kind)?.address
    const found = tokens.find((one) => one.address.toLowerCase().endsWith(address?.toLowerCase() ?? 'none'))
    if (!found) throw new Error(`The server lists no ${kind} token`)
    return found
  }
  const addressOf = (one: SwappableToken) => one.address.split(':')[2] as `0x${string}`
  const word = (value: string | bigint) =>
    (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
  const balanceOf = async (one: SwappableToken, address: string): Promise<bigint> =>
    addressOf(one).toLowerCase() === nativeEvmAddress
      ? BigInt(await rpc<string>('eth_getBalance', [address, 'latest']))
      : BigInt(await rpc<string>('eth_call', [{ to: addressOf(one), data: `0x70a08231${word(address)}` }, 'latest']))
  const allowanceOf = async (one: SwappableToken, owner: string, spender = devnet.contracts.uniswapSwapRouter02) => {
    const data = `0xdd62ed3e${word(owner)}${word(spender)}`
    return BigInt(await rpc<string>('eth_call', [{ to: addressOf(one), data }, 'latest']))
  }
  /** Sends a call from an account of the chain without its wallet, and waits for its block. With a gas price, it only joins the mempool. */
  const sendAs = async (from: string, call: { to: string; data?: string; value?: string; gasPrice?: string }) => {
    await rpc('anvil_impersonateAccount', [from])
    const hash = await rpc<string>('eth_sendTransaction', [{ from, ...call, gas: '0x2dc6c0' }])
    // The block is created after the answer. Reads in between would see neither state.
    while (call.gasPrice === undefined && (await rpc('eth_getTransactionReceipt', [hash])) === null)
      await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const approve = (
    one: SwappableToken,
    owner: string,
    amount: bigint,
    spender = devnet.contracts.uniswapSwapRouter02,
  ) => sendAs(owner, { to: addressOf(one), data: `0x095ea7b3${word(spender)}${word(amount)}` })

  /** Returns the cost of a transaction in wei. */
  const costOf = async (hash: string | undefined) => {
    const receipt = await rpc<{ gasUsed: string; effectiveGasPrice: string }>('eth_getTransactionReceipt', [hash])
    return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  }
  /** Swaps the native token from another account, which moves the price. */
  const trade = async ({ to, amount, gasPrice }: { to: SwappableToken; amount: bigint; gasPrice?: string }) => {
    const { address } = account(2)
    await rpc('anvil_setBalance', [address, `0x${(amount * 2n).toString(16)}`])
    const answer = await fetch(`${server.url}/v1/convert/build-transaction?projectId=${'0'.repeat(32)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ amount: amount.toString(), from: token('native').address, to: to.address, disableEstimate: true },
        ...{ userAddress: `eip155:31337:${address}`, eip155: { slippage: 50 } },
      }),
    })
    const { tx } = (await answer.json()) as { tx: { to: string; data: string; value: string } }
    const { data, value } = tx
    return sendAs(address, {
      ...{ to: tx.to.split(':')[2] ?? '', data, value: `0x${BigInt(value).toString(16)}` },
      ...(gasPrice ? { gasPrice } : {}),
    })
  }

  async function setUp({
    storage,
    batches = false,
    isSmart = false,
    intercept: first = () => undefined,
    swapRouter,
  }: {
    storage?: TestEnvironment['storage']
    /** Whether the wallet runs several calls as one. */
    batches?: boolean
    /** The account is the embedded wallet's smart account. */
    isSmart?: boolean
    intercept?: SwapSetting['intercept']['current']
    /** The only router that the app allows for swaps. */
    swapRouter?: string
  } = {}): Promise<SwapSetting> {
    const intercept: SwapSetting['intercept'] = { current: first }
    const environment = createTestEnvironment({
      ...(storage ? { storage } : {}),
      fetch: async (address, init) => {
        const url = new URL(address)
        const body = typeof init?.body === 'string' ? init.body : ''
        const parsed: unknown = url.pathname === '/v1' ? JSON.parse(body) : []
        const calls = (Array.isArray(parsed) ? parsed : [parsed]) as Call[]
        const forward = async () => {
          const answer = await fetch(`${server.url}${url.pathname}${url.search}`, init)
          // Read here, so that a test that waits for requests also waits for the body.
          return new Response(await answer.text(), { status: answer.status })
        }
        return (await intercept.current({ url, calls, forward })) ?? forward()
      },
    })
    const wallet = createVirtualWallet({
      accounts: [account(0), account(1)],
      // The second network is only a target for network switches, and gets no requests.
      chains: { 31337: node(), 31338: node() },
      ...(batches ? { batches: { delegate: devnet.contracts.simple7702Account } } : {}),
    })
    announceVirtualWallet({ wallet, target: environment.page() })
    const toNetwork = (id: number) =>
      defineNetwork(
        {
          ...{ id, name: `Local ${id}`, nativeCurrency: { name: 'Local Ether', symbol: 'ETH', decimals: 18 } },
          rpcUrls: { default: { http: [node()] } },
        },
        swapRouter ? { swapRouter } : {},
      )
    const address = account(0).address
    const connector: Connector = {
      info: { id: 'walletConnect', namespace: 'eip155', name: 'Own', icon: null, rdns: null, type: 'embedded' },
      connect: async () => {
        await wallet.provider.request({ method: 'eth_requestAccounts' })
        return { accounts: [{ namespace: 'eip155', address, type: 'smartAccount' }], chainId: 'eip155:31337' }
      },
      disconnect: async () => {},
      getProvider: () => wallet.provider,
      subscribe: () => () => {},
    }
    const smart = async () => ({ connector, pair: () => Promise.reject(new Error('Not here')) })
    const latchkey = createTestKit({
      environment,
      config: {
        networks: [toNetwork(31337), toNetwork(31338)],
        ...(isSmart ? { connectors: { walletConnect: smart } } : {}),
      },
    })
    onTestFinished(() => latchkey.destroy())
    await latchkey.connection.connect({ connectorId: isSmart ? 'walletConnect' : 'dev.latchkey.virtual' })
    const pass = async (isSo: () => boolean) => {
      while (!isSo()) {
        await environment.advance(100)
        await environment.idle()
        // The wallet and its node use real time.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const confirm = async (options?: { acceptImpact?: boolean }) => {
      let done = false
      const confirmed = latchkey.swap.confirm(options).finally(() => {
        done = true
      })
      await pass(() => done)
      await confirmed
    }
    const preview = async (form: Partial<SwapForm>) => {
      latchkey.swap.edit(form)
      await latchkey.swap.prepare()
      const state = latchkey.swap.getState()
      if (state.status === 'preview') return state.preview
      throw new Error(JSON.stringify(state.status === 'failed' ? state.error : state.issues))
    }
    return { environment, latchkey, wallet, intercept, preview, confirm, pass }
  }

  const asked = (wallet: VirtualWallet) =>
    wallet
      .requests()
      .filter(({ method }) => ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls'].includes(method))

  const blockNumber = async () => Number(await rpc<string>('eth_blockNumber'))
  let snapshot: string
  beforeEach(async () => {
    // The baked chain has stopped since its creation, and the test has another clock.
    await rpc('evm_mine')
    snapshot = await rpc<string>('evm_snapshot')
    return async () => {
      const reached = await blockNumber()
      await rpc('evm_revert', [snapshot])
      // A node that goes back looks as if it lagged behind, so the next test starts one block higher. The server reads every block.
      await rpc('anvil_mine', [`0x${(reached - (await blockNumber()) + 1).toString(16)}`])
    }
  })

  return {
    ...{ account, rpc, token, addressOf, balanceOf, allowanceOf, costOf, approve, trade, setUp, asked },
    contracts: () => devnet.contracts,
  }
}
