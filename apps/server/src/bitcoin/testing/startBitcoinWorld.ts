import { fileURLToPath } from 'node:url'
import { type LocalBitcoin, startBitcoin } from '@latchkey/devnet/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { type BitcoinChainConfig, serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import type { DatabaseConnection } from '../../platform/db/Database.ts'
import { createShutdown } from '../../platform/shutdown/createShutdown.ts'
import { answerJsonRpc } from '../../rpc/answerJsonRpc.ts'
import { createRpcService, type RpcServiceWithUpstreams } from '../../rpc/createRpcService.ts'
import type { RpcMetrics } from '../../rpc/rpcMetrics.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { createTestDatabase } from '../../testing/createTestDatabase.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { createBitcoinRpc } from '../createBitcoinRpc.ts'

/** Folder in which tests share the seeded history; ignored by git. */
const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))

/** The whole application with the upstreams of a test. */
export type BitcoinApp = {
  services: TestApp
  context: TestContext
  get: <Body>(path: string) => Promise<{ status: number; body: Body }>
}

/** The gateway without a database. */
export type BitcoinGateway = {
  rpc: RpcServiceWithUpstreams
  metrics: Registry
  /** Sends a call. Returns its reply, or the code of the service's refusal. */
  call: (method: string, params?: readonly unknown[]) => Promise<{ result?: unknown; error?: Refusal; code?: string }>
}

type Refusal = { code: number; message: string; data?: unknown }

/** A local Bitcoin chain, and applications that read it. */
export type BitcoinWorld = {
  bitcoin: LocalBitcoin
  /** The first upstream is preferred: its weight is a million times that of the next. */
  appOn: (urls: readonly string[]) => Promise<BitcoinApp>
  gatewayOn: (urls: readonly string[]) => Promise<BitcoinGateway>
  stop: () => Promise<void>
}

export async function startBitcoinWorld(): Promise<BitcoinWorld> {
  const bitcoin = await startBitcoin({ bakeFolder })
  const { chainId, name } = bitcoin
  let connection: DatabaseConnection | undefined
  const ends: (() => Promise<unknown>)[] = []
  const chainsOn = (urls: readonly string[]) => {
    const upstreams = urls.map((url, index) => ({ url, weight: 1_000_000 ** (urls.length - index) }))
    return [{ chainId, name, testnet: true, upstreams }]
  }
  /** Probes all upstreams before the first call, so that only the weights decide. */
  const probe = (rpc: RpcServiceWithUpstreams) =>
    Promise.all(rpc.chains.get(chainId)?.upstreams.map((upstream) => upstream.probe()) ?? [])
  return {
    bitcoin,
    async appOn(urls) {
      connection ??= await createTestDatabase()
      const context = await createTestContext({ connection, config: { chains: chainsOn(urls), http: { port: 0 } } })
      ends.push(context.stop)
      const services = await createTestApp({ context })
      await probe(services.rpc)
      return {
        ...{ services, context },
        async get<Body>(path: string) {
          const url = `${path}${path.includes('?') ? '&' : '?'}projectId=${testProjectId}`
          const response = await services.app.request(url)
          return { status: response.status, body: (await response.json()) as Body }
        },
      }
    },
    async gatewayOn(urls) {
      const log = pino({ level: 'silent' })
      const config = serverConfigSchema.parse({ chains: chainsOn(urls) })
      const context = { config, log, metrics: new Registry(), shutdown: createShutdown({ log }) }
      ends.push(() => context.shutdown.run('the test ended'))
      const own = ({ chain, metrics }: { chain: BitcoinChainConfig; metrics: RpcMetrics }) =>
        createBitcoinRpc({ chain, context, metrics })
      const rpc = createRpcService({ context, own })
      await probe(rpc)
      return {
        ...{ rpc, metrics: context.metrics },
        async call(method, params = []) {
          try {
            const message = { jsonrpc: '2.0', id: 1, method, params }
            return (await answerJsonRpc({ message, chainId, rpc })) as { result?: unknown; error?: Refusal }
          } catch (error) {
            if (error instanceof ServiceError) return { code: error.code }
            throw error
          }
        },
      }
    },
    async stop() {
      await Promise.all(ends.map((end) => end()))
      await connection?.close()
      await bitcoin.stop()
    },
  }
}
