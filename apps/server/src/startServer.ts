import { createApp } from './app.ts'
import { createServices, createWalletProcessServices } from './createServices.ts'
import { listIcons } from './directory/listIcons.ts'
import { createIndexer } from './indexer/createIndexer.ts'
import { createKeyRotation } from './keyRotation/createKeyRotation.ts'
import { isPublicServer } from './platform/config/isPublicServer.ts'
import type { ServerConfig } from './platform/config/ServerConfig.ts'
import { createContext, type ServerContext } from './platform/createContext.ts'
import { reportSecp256k1 } from './platform/crypto/secp256k1/reportSecp256k1.ts'
import { createDependencyReader } from './platform/health/createDependencyReader.ts'
import type { HealthCheck } from './platform/health/HealthCheck.ts'
import { listen } from './platform/http/listen.ts'
import { registerProcessMetrics } from './platform/metrics/registerProcessMetrics.ts'
import { serveMetrics } from './platform/metrics/serveMetrics.ts'
import { readVersion } from './platform/readVersion.ts'
import type { Shutdown } from './platform/shutdown/Shutdown.ts'
import { createRpcChecks } from './rpc/createRpcChecks.ts'
import { openSealers } from './sealing/openSealers.ts'
import { openWalletOrigin } from './walletOrigin/openWalletOrigin.ts'
import { readWalletBuild, type WalletBuild } from './walletOrigin/readWalletBuild.ts'

/** A running server. */
export type RunningServer = {
  /** URL of its API, or of the wallet's origin for a process with the role `wallet`. */
  url: string
  metricsUrl: string
  /** Origin of the wallet. Undefined without one in the configuration, and with the role `api`. */
  walletUrl: string | undefined
  shutdown: Shutdown
}

/**
 * Starts the parts for this process's `role`: the whole server, the wallet's origin or the API. The server answers once this resolves.
 *
 * @param options.onProgress called with short sentences about the progress
 * @param options.onLost called when a required part breaks down permanently; the process must end then
 * @throws LatchkeyError `data_folder_locked`; Error with a sentence if a port is in use. Nothing stays open then.
 */
export async function startServer({
  config,
  onProgress = () => {},
  onLost,
}: {
  config: ServerConfig
  onProgress?: (message: string) => void
  onLost?: (error: Error) => void
}): Promise<RunningServer> {
  // The next steps write rows and a key file, so refuse missing pages before them.
  const build = config.wallet && config.role !== 'api' ? await readWalletBuild(config.wallet) : undefined
  onProgress(config.database.url ? 'Connecting to the database' : 'Opening the embedded database')
  const server = await createContext({ config: listIcons(config), onLost })
  const { context, connection } = server
  try {
    registerProcessMetrics({ context, connection })
    reportSecp256k1({ context })
    if (!config.database.url && isPublicServer(config))
      context.log.warn(
        { dataFolder: config.dataFolder },
        'A public server uses the embedded database, which loses data in a power failure: set DATABASE_URL (or database.url) to PostgreSQL',
      )
    return await (config.role === 'wallet'
      ? startWallet(server, { build, onProgress })
      : startApi(server, { build, onProgress }))
  } catch (error) {
    await context.shutdown.run('a part did not start')
    throw error
  }
}

type StartOptions = { build: WalletBuild | undefined; onProgress: (message: string) => void }

async function startApi({ context, connection }: ServerContext, { build, onProgress }: StartOptions) {
  const { config, shutdown } = context
  const rotation = await openRotation(context)
  const services = await createServices({ context })
  const { rpc, hub, relay, names, smartAccounts, treasury, onramp } = services
  const indexer = createIndexer(context, { rpc, isWatched: () => hub.size() > 0 })
  const checks: HealthCheck[] = [
    ...commonChecks({ context, connection }),
    ...(relay?.checks() ?? []),
    ...createRpcChecks({ rpc }),
    ...(smartAccounts?.checks() ?? []),
    ...names.checks(),
    ...(treasury?.checks() ?? []),
    ...(onramp?.checks() ?? []),
    ...indexer.checks(),
    ...rotation.checks(),
  ]

  onProgress('Opening the ports')
  const metrics = await serveMetrics({ context, readDependencies: createDependencyReader({ checks }) })
  // Start it last, so that the stream receives its announcements.
  shutdown.add('indexer', indexer.stop)
  indexer.start()
  smartAccounts?.bundler.start()
  if (treasury) shutdown.add('treasury', treasury.stop)
  treasury?.start()
  // It stops before the treasury. Outstanding payouts then wait in the database.
  if (onramp) shutdown.add('onramp', onramp.stop)
  onramp?.start()
  const wallet =
    config.role === 'all' ? await openWalletOrigin({ context, services, build, version: readVersion() }) : undefined
  checks.push(...(wallet?.checks ?? []))
  rotation.start()
  const app = await createApp({ context, services, checks, wallet })
  const { url } = await listen({ app, upgrades: app.upgrades, context })
  // Streams never end on their own, so close them first to let the server drain.
  shutdown.add('event stream', hub.close)
  if (relay) {
    relay.answersAt(url)
    shutdown.add('relay', relay.close)
  }
  return { url, metricsUrl: metrics.url, walletUrl: wallet?.url, shutdown }
}

/** Starts the wallet's origin, without payments, indexes and the relay. */
async function startWallet({ context, connection }: ServerContext, { build, onProgress }: StartOptions) {
  const rotation = await openRotation(context)
  const services = await createWalletProcessServices({ context })
  const checks: HealthCheck[] = [
    ...commonChecks({ context, connection }),
    ...createRpcChecks({ rpc: services.rpc }),
    ...(services.smartAccounts?.checks() ?? []),
    ...rotation.checks(),
  ]
  onProgress('Opening the ports')
  const metrics = await serveMetrics({ context, readDependencies: createDependencyReader({ checks }) })
  services.smartAccounts?.bundler.start()
  const wallet = await openWalletOrigin({ context, services, build, version: readVersion() })
  if (!wallet) throw new Error('A wallet process needs `wallet` in the configuration')
  checks.push(...wallet.checks)
  rotation.start()
  return { url: wallet.url, metricsUrl: metrics.url, walletUrl: wallet.url, shutdown: context.shutdown }
}

/** Refuses to start if rows need a key that this process does not have. */
async function openRotation(context: ServerContext['context']) {
  const rotation = createKeyRotation({ context, sealers: await openSealers({ context }) })
  await rotation.requireKeys()
  return rotation
}

function commonChecks({ context, connection }: ServerContext): HealthCheck[] {
  return [
    { name: 'database', check: connection.ping },
    { name: 'bus', check: context.bus.ping },
    { name: 'key-value store', check: context.kv.ping },
  ]
}
