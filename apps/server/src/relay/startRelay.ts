import { Registry } from 'prom-client'
import { systemClock } from '../platform/clock/Clock.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import { createDatabase } from '../platform/db/createDatabase.ts'
import { createDependencyReader } from '../platform/health/createDependencyReader.ts'
import { registerHealthRoutes } from '../platform/health/registerHealthRoutes.ts'
import { createHttpApp } from '../platform/http/createHttpApp.ts'
import { createRateLimits } from '../platform/http/createRateLimits.ts'
import { createUpgrades } from '../platform/http/createUpgrades.ts'
import { listen } from '../platform/http/listen.ts'
import { createLog } from '../platform/log/createLog.ts'
import { registerProcessMetrics } from '../platform/metrics/registerProcessMetrics.ts'
import { serveMetrics } from '../platform/metrics/serveMetrics.ts'
import { readVersion } from '../platform/readVersion.ts'
import { createShutdown } from '../platform/shutdown/createShutdown.ts'
import type { Shutdown } from '../platform/shutdown/Shutdown.ts'
import { createAdmission } from '../projects/createAdmission.ts'
import { openRelay } from './openRelay.ts'
import { registerRelayRoutes } from './registerRelayRoutes.ts'
import { relayStoreKind } from './relayStoreKind.ts'

/** A running relay. */
export type RunningRelay = { url: string; metricsUrl: string; shutdown: Shutdown }

/**
 * Starts only the relay in this process, with the configuration of the whole server. Several processes on one Redis can share the load. It
 * opens only the parts that the relay needs, and no database if the mailboxes are on Redis.
 *
 * @param options.onProgress called with short sentences about the progress
 * @param options.onLost called when a required part breaks down permanently; the process must end then
 * @throws LatchkeyError `data_folder_locked`; Error with a sentence if a port is taken. Nothing stays open then.
 */
export async function startRelay({
  config: given,
  onProgress = () => {},
  onLost,
}: {
  config: ServerConfig
  onProgress?: (message: string) => void
  onLost?: (error: Error) => void
}): Promise<RunningRelay> {
  // Enable the relay, because the configuration may disable it for the main server.
  const config = { ...given, relay: { ...given.relay, enabled: true } }
  const log = createLog({ config })
  const shutdown = createShutdown({ log })
  const context = { config, log, metrics: new Registry(), clock: systemClock, shutdown }
  try {
    onProgress('Opening the mailboxes')
    const connection = relayStoreKind(config) === 'database' ? await createDatabase({ config, onLost }) : undefined
    if (connection) shutdown.add('database', connection.close)
    registerProcessMetrics({ context, connection })
    const relay = await openRelay({ context: { ...context, database: connection?.database } })
    if (!relay) throw new Error('The relay was not opened')

    onProgress('Opening the ports')
    const metrics = await serveMetrics({ context })
    const limits = await createRateLimits({ config, log })
    shutdown.add('rate limits', limits.close)
    const app = createHttpApp({ context, admit: createAdmission({ config, limits }) })
    const upgrades = createUpgrades({ app })
    const checks = [...(connection ? [{ name: 'database', check: connection.ping }] : []), ...relay.checks()]
    registerHealthRoutes({ app, version: readVersion(), readDependencies: createDependencyReader({ checks }) })
    registerRelayRoutes({ app, upgrades, relay })
    const { url } = await listen({ app, upgrades, context })
    relay.answersAt(url)
    shutdown.add('relay', relay.close)
    return { url, metricsUrl: metrics.url, shutdown }
  } catch (error) {
    await shutdown.run('a part did not start')
    throw error
  }
}
