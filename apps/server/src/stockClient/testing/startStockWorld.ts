import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, type DevnetAccount, startDevnet, toChainConfigs } from '@latchkey/devnet'
import { type CardProcessor, startCardProcessor } from '@latchkey/devnet/cards'
import { type AccountId, type ChainId, type EvmAddress, nativeEvmAddress, toAccountId } from '@latchkey/protocol'
import type { ErrorBody } from '@latchkey/protocol/api'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../../../../scripts/lib/freePort.mjs'
import { createIndexer } from '../../indexer/createIndexer.ts'
import { listen } from '../../platform/http/listen.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'

const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))

/** Local One and Local Two. */
export const one: ChainId = 'eip155:31337'
export const two: ChainId = 'eip155:31338'
/** The page in which the client runs. */
export const origin = 'http://localhost:5190'
/** Parameters that the client adds to every query. */
const sdk = { st: 'appkit', sv: 'react-wagmi-1.8.0' }

/** Reply of an endpoint. */
export type Reply<Body> = { status: number; headers: Headers; body: Body & Partial<ErrorBody> }

/** A running server on real local chains, called over real HTTP like the stock client. */
export type StockWorld = {
  url: string
  devnet: Devnet
  context: TestContext
  cards: CardProcessor
  reader: PublicClient<HttpTransport>
  /** Calls with the client's query. A project of null is omitted. */
  get: <Body>(path: string, options?: Options) => Promise<Reply<Body>>
  post: <Body>(path: string, body: unknown, options?: Options) => Promise<Reply<Body>>
  person: (index: number) => DevnetAccount
  /** Returns a token's address by its symbol. `ETH` is the native token. */
  address: (symbol: string) => EvmAddress
  /** CAIP-10 on Local One. */
  id: (symbol: string) => AccountId
  balance: (symbol: string, account: string) => Promise<bigint>
  /** Sends a transaction on Local One and waits for it. */
  send: (from: DevnetAccount, call: { to: string; data?: string; value?: bigint; gas?: bigint }) => Promise<Hex>
  /** Waits until all networks are indexed, Local One up to its newest block. */
  synced: () => Promise<void>
  stop: () => Promise<void>
}

type Options = { projectId?: string | null; headers?: Record<string, string> }

/** Starts it with swaps, names, an onramp with an age to confirm, smart accounts and telemetry. */
async function startStockWorld(): Promise<StockWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-stock-'))
  const key = 'sandbox-card-key-of-the-tests'
  const [devnet, cards, port] = await Promise.all([
    startDevnet({ folder, bakeFolder }),
    startCardProcessor({ key, pendingFor: 300, webhookPauses: [100, 200] }),
    freePort(0),
  ])
  const address: StockWorld['address'] = (symbol) => {
    if (symbol === 'ETH') return nativeEvmAddress
    const token = devnet.tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`there is no token ${symbol}`)
    return token.address
  }
  const context = await createTestContext({
    config: {
      http: { port, publicUrl: `http://127.0.0.1:${port}` },
      projects: [{ id: testProjectId, name: 'Stock', origins: ['http://localhost:*'], telemetry: { enabled: true } }],
      limits: { readPerMinute: 100_000, rpcPerMinute: 100_000 },
      wallet: { publicUrl: 'http://wallet.localhost:7102', folder, keyFile: join(folder, 'server.key') },
      smartAccounts: { executor: { privateKey: devnet.executor.privateKey } },
      names: { zone: devnet.names.zone, signer: { privateKey: devnet.names.signer.privateKey } },
      onramp: {
        treasury: {
          eip155: { privateKey: devnet.treasury.privateKey },
          assets: [one, two].flatMap((chainId) =>
            [nativeEvmAddress, address('USDL')].map((token) => toAccountId({ chainId, address: token })),
          ),
          priceSpread: 50,
        },
        sandbox: { url: cards.url, key: { secret: key } },
        gate: { minimumAge: 18 },
      },
      chains: toChainConfigs(devnet).map((chain) => ({
        ...chain,
        indexer: { ...chain.indexer, pollInterval: 50 },
        smartAccounts: {},
      })),
    },
  })
  const services = await createTestApp({ context })
  const indexer = createIndexer(context, { rpc: services.rpc })
  indexer.start()
  services.treasury?.start()
  services.onramp?.start()
  context.shutdown.add('treasury', async () => services.treasury?.stop())
  context.shutdown.add('onramp', async () => services.onramp?.stop())
  const { url } = await listen({ app: services.app, upgrades: services.app.upgrades, context })
  await devnet.setNameGateway({ url: `${url}/v1/names/ccip/{sender}/{data}.json` })

  const [local] = devnet.chains
  if (!local) throw new Error('there is no local chain')
  const chain = defineChain({
    ...{ id: 31337, name: 'Local One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [local.rpcUrl] } },
    contracts: { ensUniversalResolver: { address: devnet.names.universalResolver } },
  })
  const reader = createPublicClient({ chain, transport: http(), pollingInterval: 20 })
  const ask = async <Body>(path: string, { projectId = testProjectId, headers }: Options, init: RequestInit) => {
    const query = new URLSearchParams({ ...sdk, ...(projectId === null ? {} : { projectId }) })
    const response = await fetch(`${url}${path}${path.includes('?') ? '&' : '?'}${query}`, {
      ...init,
      headers: { origin, ...(init.body ? { 'content-type': 'application/json' } : {}), ...headers },
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Reply<Body>['body'] }
  }

  return {
    ...{ url, devnet, context, cards, reader, address },
    get: (path, options = {}) => ask(path, options, {}),
    post: (path, body, options = {}) => ask(path, options, { method: 'POST', body: JSON.stringify(body) }),
    person: (index) => {
      const account = devnet.accounts[index]
      if (!account) throw new Error(`there is no person ${index}`)
      return account
    },
    id: (symbol) => `${one}:${address(symbol)}`,
    balance: async (symbol, account) => {
      const owner = account as EvmAddress
      if (symbol === 'ETH') return reader.getBalance({ address: owner })
      return reader.readContract({
        ...{ abi: erc20Abi, address: address(symbol), functionName: 'balanceOf' },
        args: [owner],
      })
    },
    send: async ({ privateKey }, { to, data, value = 0n, gas }) => {
      const wallet = createWalletClient({ chain, transport: http(), account: privateKeyToAccount(privateKey) })
      const hash = await wallet.sendTransaction({
        ...{ to: to as EvmAddress, value },
        ...(data === undefined ? {} : { data: data as Hex }),
        ...(gas === undefined ? {} : { gas }),
      })
      const { status } = await reader.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`the chain refused ${hash}`)
      return hash
    },
    synced: async () => {
      const head = Number(await reader.getBlockNumber({ cacheTime: 0 }))
      await until(
        () => {
          const status = indexer.status()
          const { indexed } = status.find(({ chainId }) => chainId === one) ?? {}
          return status.every(({ state }) => state === 'live') && (indexed ?? -1) >= head
        },
        { timeout: 60_000 },
      )
    },
    stop: async () => {
      await indexer.stop()
      await context.stop()
      await cards.stop()
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts it before the tests of a file and stops it after them. */
export function useStockWorld(): StockWorld {
  const world = {} as StockWorld
  let started: StockWorld | undefined
  beforeAll(async () => {
    started = await startStockWorld()
    Object.assign(world, started)
    await world.synced()
  })
  afterAll(() => started?.stop())
  return world
}
