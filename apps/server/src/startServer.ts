import { createApp } from './app.ts'
import { createServices } from './createServices.ts'
import { listIcons } from './directory/listIcons.ts'
import { createIndexer } from './indexer/createIndexer.ts'
import { createKeyRotation } from './keyRotation/createKeyRotation.ts'
import type { ServerConfig } from './platform/config/ServerConfig.ts'
import { createContext } from './platform/createContext.ts'
import { reportSecp256k1 } from './platform/crypto/secp256k1/reportSecp256k1.ts'
import type { HealthCheck } from './platform/health/HealthCheck.ts'
import { listen } from './platform/http/listen.ts'
import { registerProcessMetrics } from './platform/metrics/registerProcessMetrics.ts'
import { serveMetrics } from './platform/metrics/serveMetrics.ts'
import { readVersion } from './platform/readVersion.ts'
import type { Shutdown } from './platform/shutdown/Shutdown.ts'
import { createRpcChecks } from './rpc/createRpcChecks.ts'
import { openSealers } from './sealing/openSealers.ts'
import { openWalletOrigin } from './walletOrigin/openWalletOrigin.ts'

/** A running server. */
export type RunningServer = {
  url: string
  metricsUrl: string
  /** The wallet's own origin; undefined without one in the configuration. */
  walletUrl: string | undefined
  shutdown: Shutdown
}

/**
 * Starts the whole server in this process; it answers when this resolves.
 *
 * @param options.onProgress told what is happening, in short sentences
 * @param options.onLost told when a part that everything needs broke down for good; the process must end then
 * @throws LatchkeyError `data_folder_locked`; Error with a sentence when a port is taken. Nothing stays open then.
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
  onProgress(config.database.url ? 'Connecting to the database' : 'Opening the embedded database')
  const { context, connection } = await createContext({ config: listIcons(config), onLost })
  const { shutdown } = context
  try {
    registerProcessMetrics({ context, connection })
    reportSecp256k1({ context })
    const rotation = createKeyRotation({ context, sealers: await openSealers({ context }) })
    await rotation.requireKeys()
    const services = await createServices({ context })
    const { rpc, hub, relay, names, smartAccounts, treasury, onramp } = services
    const indexer = createIndexer(context, { rpc })
    const checks: HealthCheck[] = [
      { name: 'database', check: connection.ping },
      { name: 'bus', check: context.bus.ping },
      { name: 'key-value store', check: context.kv.ping },
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
    const metrics = await serveMetrics({ context })
    // Only now: what it announces finds the stream listening.
    shutdown.add('indexer', indexer.stop)
    indexer.start()
    smartAccounts?.bundler.start()
    if (treasury) shutdown.add('treasury', treasury.stop)
    treasury?.start()
    // It stops before the treasury does: what it owes then waits in the database.
    if (onramp) shutdown.add('onramp', onramp.stop)
    onramp?.start()
    const wallet = await openWalletOrigin({ context, services, version: readVersion() })
    rotation.start()
    const app = await createApp({ context, services, checks: [...checks, ...(wallet?.checks ?? [])], wallet })
    const { url } = await listen({ app, upgrades: app.upgrades, context })
    // Streams last for ever: they are ended first, so that the server can drain.
    shutdown.add('event stream', hub.close)
    if (relay) {
      relay.answersAt(url)
      shutdown.add('relay', relay.close)
    }
    return { url, metricsUrl: metrics.url, walletUrl: wallet?.url, shutdown }
  } catch (error) {
    await shutdown.run('a part did not start')
    throw error
  }
}
