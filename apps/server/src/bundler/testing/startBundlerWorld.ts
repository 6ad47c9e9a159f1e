import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet, toChainConfigs } from '@latchkey/devnet'
import { createPublicClient, createTestClient, http, type PublicClient, type TestClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import type { EvmChainConfigInput, ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import type { DatabaseConnection } from '../../platform/db/Database.ts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import type { Bundler } from '../Bundler.ts'
import type { BundlerTiming, BundlingStep } from '../ChainScope.ts'
import { createBundler } from '../createBundler.ts'

const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))

export type BundlerSettings = {
  connection?: DatabaseConnection
  alone?: boolean
  timing?: Partial<BundlerTiming>
  onStep?: (step: BundlingStep) => Promise<void> | void
  chain?: Partial<NonNullable<EvmChainConfigInput['smartAccounts']>>
  reorgDepth?: number
  log?: 'silent' | 'debug'
}

/** A bundler on the local chain, by default with its own database. */
export type TestBundler = { bundler: Bundler; context: TestContext; stop: () => Promise<void> }

/** The local chain with bundlers. */
export type BundlerWorld = {
  devnet: Devnet
  client: PublicClient
  node: TestClient
  request: (method: string, params?: readonly unknown[]) => Promise<unknown>
  config: (settings?: BundlerSettings) => Partial<ServerConfigInput>
  startBundler: (settings?: BundlerSettings) => Promise<TestBundler>
  stop: () => Promise<void>
}

/** Starts the local chain, which makes a block per transaction. */
export async function startBundlerWorld(): Promise<BundlerWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bundler-'))
  const devnet = await startDevnet({ folder, bakeFolder, chains: [31337] })
  const [{ rpcUrl } = { rpcUrl: '' }] = devnet.chains
  const transport = http(rpcUrl, { batch: false })
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
  const node = createTestClient({ chain: foundry, transport, mode: 'anvil' })
  // The chain's state may be hours old. The next block has the current time, so that new signatures are valid.
  await node.mine({ blocks: 1 })

  const config = ({ chain, reorgDepth, log = 'silent' }: BundlerSettings = {}): Partial<ServerConfigInput> => ({
    log: { level: log },
    smartAccounts: { executor: { privateKey: devnet.executor.privateKey } },
    chains: toChainConfigs(devnet).map((entry) => ({
      ...entry,
      indexer: { ...entry.indexer, ...(reorgDepth ? { reorgDepth } : {}) },
      smartAccounts: {
        sponsorship: { paymaster: devnet.contracts.paymaster },
        bundleInterval: 0,
        ...chain,
      },
    })),
  })

  return {
    devnet,
    client: client as PublicClient,
    node: node as TestClient,
    config,
    request: (method, params = []) => client.request({ method, params } as never),
    startBundler: async (settings = {}) => {
      const { connection, timing, onStep, alone = true } = settings
      const context = await createTestContext({ config: config(settings), ...(connection ? { connection } : {}) })
      const rpc = createRpcService({ context })
      const executor = privateKeyToAccount(devnet.executor.privateKey)
      const bundler = createBundler(context, {
        rpc,
        executor,
        alone,
        timing: { watch: 20, ...timing },
        ...(onStep ? { onStep } : {}),
      })
      context.shutdown.add('bundler', bundler.stop)
      bundler.start()
      return { bundler, context, stop: context.stop }
    },
    stop: async () => {
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
