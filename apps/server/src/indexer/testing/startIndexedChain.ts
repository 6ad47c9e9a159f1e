import {
  feeOnTransferTokenBytecode,
  keyCollectionBytecode,
  noReturnTokenBytecode,
  permitTokenBytecode,
  spamCollectionBytecode,
  spamTokenBytecode,
  wrappedNativeBytecode,
} from '@latchkey/contracts'
import { waitForReceipt } from '@latchkey/devnet'
import type { EvmAddress } from '@latchkey/protocol'
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  parseEther,
  type WalletClient,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { type Announcement, announcementChannel } from '../../chains/announcement.ts'
import type { EvmChainConfigInput } from '../../platform/config/ServerConfig.ts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../../testing/startAnvil.ts'
import { until } from '../../testing/until.ts'
import { createIndexer, type Indexer } from '../createIndexer.ts'

/** First account of anvil. */
export const rich = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** Creation codes of the contracts that tests deploy. */
export const bytecodes = {
  feeOnTransfer: feeOnTransferTokenBytecode,
  collection: keyCollectionBytecode,
  noReturn: noReturnTokenBytecode,
  token: permitTokenBytecode,
  spamCollection: spamCollectionBytecode,
  spamToken: spamTokenBytecode,
  weth: wrappedNativeBytecode,
} as const

/** A bare anvil with helpers for tests. */
export type TestChain = {
  anvil: TestAnvil
  client: PublicClient
  /** Sends a transaction of the rich account and waits for its block. */
  send: (options: { to?: EvmAddress; data?: Hex; value?: bigint; gas?: bigint }) => Promise<Hex>
  deploy: (options: { abi: Abi; bytecode: Hex; args?: readonly unknown[] }) => Promise<EvmAddress>
  /** Returns a fresh account with 10 native tokens. */
  person: () => Promise<PrivateKeyAccount>
  walletOf: (account: PrivateKeyAccount) => ReturnType<typeof walletFor>
  head: () => Promise<number>
}

function walletFor(
  url: string,
  account: PrivateKeyAccount,
): WalletClient<HttpTransport, typeof foundry, PrivateKeyAccount> {
  return createWalletClient({ account, chain: foundry, transport: http(url), pollingInterval: 20 })
}

/** Starts a chain with one block per transaction. */
export async function startTestChain(options: { port?: number } = {}): Promise<TestChain> {
  const anvil = await startAnvil(options)
  const client: PublicClient = createPublicClient({ chain: foundry, transport: http(anvil.url), pollingInterval: 20 })
  await anvil.request('anvil_setBalance', [rich.address, `0x${parseEther('1000000').toString(16)}`])
  const wallet = walletFor(anvil.url, rich)
  const send: TestChain['send'] = async ({ to, data, value = 0n, gas }) => {
    const hash = await wallet.sendTransaction({
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
      ...(gas ? { gas } : {}),
      value,
    })
    await waitForReceipt({ client, hash })
    return hash
  }
  return {
    anvil,
    client,
    send,
    deploy: async ({ abi, bytecode, args = [] }) => {
      const hash = await send({ data: encodeDeployData({ abi, bytecode, args }) })
      const { contractAddress } = await client.getTransactionReceipt({ hash })
      return (contractAddress as EvmAddress).toLowerCase() as EvmAddress
    },
    person: async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      await send({ to: account.address, value: parseEther('10') })
      return account
    },
    walletOf: (account) => walletFor(anvil.url, account),
    head: async () => Number(await client.getBlockNumber({ cacheTime: 0 })),
  }
}

/** The index of a test chain. */
export type IndexedChain = {
  context: TestContext
  rpc: RpcService
  indexer: Indexer
  announcements: Announcement[]
  /** Waits until the index is at the chain's newest block. */
  synced: () => Promise<void>
  stop: () => Promise<void>
}

type ChainInput = EvmChainConfigInput

/** Indexes a chain in a separate database, from block 0. */
export async function indexChain({
  url,
  config = {},
  wrap = (rpc) => rpc,
}: {
  url: string
  config?: Partial<Omit<ChainInput, 'indexer'>> & { indexer?: ChainInput['indexer'] }
  /** Modifies the responses of the node. */
  wrap?: (rpc: RpcService) => RpcService
}): Promise<IndexedChain> {
  const context = await createTestContext({
    config: {
      chains: [
        {
          chainId: 'eip155:31337',
          name: 'Local One',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url }],
          ...config,
          indexer: { startBlock: 0, pollInterval: 50, ...config.indexer },
        },
      ],
    },
  })
  const announcements: Announcement[] = []
  await context.bus.subscribe(announcementChannel, (message) => {
    announcements.push(JSON.parse(message) as Announcement)
  })
  const rpc = wrap(createRpcService({ context }))
  const indexer = createIndexer(context, { rpc })
  indexer.start()
  const client = createPublicClient({ chain: foundry, transport: http(url) })
  return {
    context,
    rpc,
    indexer,
    announcements,
    synced: async () => {
      const head = await client.getBlock({ blockTag: 'latest' })
      await until(
        async () => {
          const { rows } = await context.database.execute<{ hash: Buffer | null }>('select hash from indexed_chains')
          if (`0x${rows[0]?.hash?.toString('hex')}` !== head.hash) return false
          // Checked last: the indexer may have found a reorganization while the rows were read.
          const [status] = indexer.status()
          return status?.state === 'live' && status.indexed !== null && status.indexed >= Number(head.number)
        },
        { timeout: 40_000 },
      )
    },
    stop: async () => {
      await indexer.stop()
      await context.stop()
    },
  }
}

/** Wraps a node so that it refuses some methods as unknown. */
export function without(...methods: string[]) {
  return (rpc: RpcService): RpcService => ({
    ...rpc,
    batch: async (options) => {
      const allowed = options.calls.filter(({ method }) => !methods.includes(method))
      const answers = allowed.length === 0 ? [] : [...(await rpc.batch({ ...options, calls: allowed }))]
      return options.calls.map(({ method }) =>
        methods.includes(method)
          ? { error: { code: -32601, message: `the method ${method} does not exist/is not available` } }
          : (answers.shift() ?? { error: { code: -32603, message: 'missing' } }),
      )
    },
  })
}
