import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, type DevnetAccount, startDevnet, toChainConfigs } from '@latchkey/devnet'
import {
  type Chain,
  createPublicClient,
  createWalletClient,
  type HttpTransport,
  http,
  type PublicClient,
  type WalletClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import { createIndexer, type Indexer } from '../createIndexer.ts'

/** Folder in which tests share the baked state; ignored by git. */
const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))

/** A reader and a wallet on one chain. */
type TestClients = { reader: PublicClient; wallet: WalletClient<HttpTransport, Chain, PrivateKeyAccount> }

/** The indexed local world, behind the whole application. */
export type IndexedDevnet = {
  devnet: Devnet
  context: TestContext
  indexer: Indexer
  services: TestApp
  /** Sends a request to the application, with the project ID. */
  get: <Body>(path: string) => Promise<{ status: number; headers: Headers; body: Body }>
  post: <Body>(path: string, body: unknown) => Promise<{ status: number; headers: Headers; body: Body }>
  /** Waits until every running chain is indexed up to its newest block. */
  synced: () => Promise<void>
  /** Sends JSON-RPC directly to a chain's node. */
  node: (id: number, method: string, params?: readonly unknown[]) => Promise<unknown>
  clientsOf: (id: number, account: DevnetAccount) => TestClients
  stop: () => Promise<void>
}

function clientsFor(url: string, id: number, { privateKey }: DevnetAccount): TestClients {
  const chain: Chain = { ...foundry, id }
  const transport = http(url)
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
    wallet: createWalletClient({ chain, transport, account: privateKeyToAccount(privateKey), pollingInterval: 20 }),
  }
}

/** Starts the local world and indexes it. */
export async function startIndexedDevnet(): Promise<IndexedDevnet> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-indexed-'))
  const devnet = await startDevnet({ folder, bakeFolder })
  const chains = toChainConfigs(devnet).map((chain) => ({ ...chain, indexer: { ...chain.indexer, pollInterval: 50 } }))
  const context = await createTestContext({ config: { chains } })
  const services = await createTestApp({ context })
  const indexer = createIndexer(context, { rpc: services.rpc })
  indexer.start()
  const urlOf = (id: number) => devnet.chains.find((chain) => chain.id === id)?.rpcUrl ?? ''
  const node = async (id: number, method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await fetch(urlOf(id), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await reply.json()) as { result: unknown }).result
  }
  const read = async <Body>(response: Response) => {
    const { status, headers } = response
    return { status, headers, body: (await response.json()) as Body }
  }
  return {
    devnet,
    context,
    indexer,
    services,
    get: async <Body>(path: string) => {
      const url = `${path}${path.includes('?') ? '&' : '?'}projectId=${testProjectId}`
      return read<Body>(await services.app.request(url))
    },
    post: async <Body>(path: string, body: unknown) =>
      read<Body>(
        await services.app.request(`${path}?projectId=${testProjectId}`, {
          ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        }),
      ),
    synced: async () => {
      for (const { chainId, id } of devnet.chains) {
        const head = Number(await node(id, 'eth_blockNumber'))
        await until(
          () => {
            const status = indexer.status().find((one) => one.chainId === chainId)
            return status?.state === 'live' && (status.indexed ?? -1) >= head
          },
          { timeout: 60_000 },
        )
      }
    },
    node,
    clientsOf: (id, account) => clientsFor(urlOf(id), id, account),
    stop: async () => {
      await indexer.stop()
      await context.stop()
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
