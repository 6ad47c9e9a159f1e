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
 * Starts the relay alone in this process, from the same configuration as the whole server: several of them on one Redis carry
 * what one could not. It opens what the relay needs and nothing else; with its mailboxes on Redis no database either.
 *
 * @param options.onProgress told what is happening, in short sentences
 * @param options.onLost told when a part that everything needs broke down for good; the process must end then
 * @throws LatchkeyError `data_folder_locked`; Error with a sentence when a port is taken. Nothing stays open then.
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
  // Whoever starts a relay by itself wants one, also when the server beside it is told to have none.
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
