import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { WebSocket } from 'ws'
import { type Clock, systemClock } from '../../platform/clock/Clock.ts'
import { type ServerConfig, type ServerConfigInput, serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { createUpgrades } from '../../platform/http/createUpgrades.ts'
import { listen } from '../../platform/http/listen.ts'
import { createShutdown } from '../../platform/shutdown/createShutdown.ts'
import { createRelay } from '../createRelay.ts'
import type { RelayStore } from '../RelayStore.ts'
import { registerRelayRoutes } from '../registerRelayRoutes.ts'
import { createMemoryRelayStore } from '../store/createMemoryRelayStore.ts'

/** The project of test relays, which allows every origin of localhost. */
export const testRelayProjectId = '0123456789abcdef0123456789abcdef'

/** A relay in this process. */
export type TestRelay = {
  /** `ws://127.0.0.1:<port>/relay` */
  url: string
  projectId: string
  metrics: () => Registry
  /** Closes the relay and its port. The store stays open unless the relay created it. */
  stop: () => Promise<void>
  /** Closes the relay with all its sockets, and starts it again on the same port with the same store. */
  restart: () => Promise<void>
  /** Ends every socket and the port at once, as if the process died. {@link TestRelay.restart} starts it again. */
  kill: () => Promise<void>
}

const chain = {
  chainId: 'eip155:31337' as const,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9' }],
}

/**
 * Starts a relay on a free local port.
 *
 * @param options.store storage of waiting messages; default: in memory
 * @param options.limits overrides of `relay.limits`
 * @param options.projects default: {@link testRelayProjectId}, with every origin of localhost
 * @example
 * const relay = await startTestRelay()
 * const socket = new WebSocket(`${relay.url}?projectId=${relay.projectId}&auth=${token}`)
 * await relay.stop()
 */
export async function startTestRelay({
  store: given,
  limits = {},
  projects = [{ id: testRelayProjectId, name: 'Test', origins: ['http://localhost:*', 'http://127.0.0.1:*'] }],
  clock = systemClock,
  heartbeat,
  staleAfter,
}: {
  store?: RelayStore
  limits?: Partial<ServerConfig['relay']['limits']>
  projects?: ServerConfigInput['projects']
  clock?: Clock
  heartbeat?: number
  staleAfter?: number
} = {}): Promise<TestRelay> {
  const parse = (port: number) =>
    serverConfigSchema.parse({
      http: { port },
      log: { level: 'silent' },
      limits: {
        socketsPerAddress: 10_000,
        connectionsPerAddress: 100_000,
        intakeBytesPerAddress: 2 ** 30,
        intakeBytes: 2 ** 30,
      },
      chains: [chain],
      projects,
      // Tests open connections faster than real clients.
      relay: { limits: { connectionsPerMinute: 100_000, ...limits } },
    } satisfies ServerConfigInput)
  const store = given ?? createMemoryRelayStore({ limits: parse(0).relay.limits, clock })

  const start = async (port: number) => {
    const config = parse(port)
    const log = pino({ level: config.log.level })
    const metrics = new Registry()
    const shutdown = createShutdown({ log })
    const app = createHttpApp({ context: { config, log, metrics }, admit: async () => undefined })
    const upgrades = createUpgrades({ app })
    const relay = createRelay({
      context: { config, clock, log, metrics },
      store,
      ...(heartbeat === undefined ? {} : { heartbeat }),
      ...(staleAfter === undefined ? {} : { staleAfter }),
    })
    const sockets = new Set<WebSocket>()
    const admit: typeof relay.admit = (applicant) => {
      const serve = relay.admit(applicant)
      return (socket, connection) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        serve(socket, connection)
      }
    }
    registerRelayRoutes({ app, upgrades, relay: { ...relay, admit } })
    const { url } = await listen({ app, upgrades, context: { config, log, shutdown } })
    relay.answersAt(url)
    return { url, relay, metrics, shutdown, sockets }
  }

  let running = await start(0)
  const { url } = running
  let isRunning = true

  const stop = async (drains: boolean) => {
    if (!isRunning) return
    isRunning = false
    if (drains) running.shutdown.add('relay', running.relay.close)
    else for (const socket of running.sockets) socket.terminate()
    await running.shutdown.run('the test ended')
    if (!drains) await running.relay.close()
  }

  return {
    url: `${url.replace('http', 'ws')}/relay`,
    projectId: projects[0]?.id ?? '',
    metrics: () => running.metrics,
    stop: async () => {
      await stop(true)
      if (!given) await store.close()
    },
    restart: async () => {
      await stop(true)
      running = await start(Number(new URL(url).port))
      isRunning = true
    },
    kill: () => stop(false),
  }
}
