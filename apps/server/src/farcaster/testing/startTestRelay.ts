import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { createMemoryBus } from '../../platform/bus/createMemoryBus.ts'
import { type Clock, systemClock } from '../../platform/clock/Clock.ts'
import { serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { createRateLimits } from '../../platform/http/createRateLimits.ts'
import { listen } from '../../platform/http/listen.ts'
import { createMemoryKv } from '../../platform/kv/createMemoryKv.ts'
import { createShutdown } from '../../platform/shutdown/createShutdown.ts'
import { createAdmission } from '../../projects/createAdmission.ts'
import { type ChannelRelay, createChannelRelay } from '../createChannelRelay.ts'
import { registerChannelRoutes } from '../registerChannelRoutes.ts'

/** Target of test channels' links. */
export const testApp = 'https://app.example/sign-in?from=test'

/** Stores that the processes of one server share. */
export type SharedParts = Pick<Parameters<typeof createChannelRelay>[0]['context'], 'kv' | 'bus'>

/** A relay in this process, on a separate port. */
export type TestRelay = {
  /** Without `/v1`. */
  url: string
  relay: ChannelRelay
  context: SharedParts & { clock: Clock; log: Logger }
  /** Calls a route like an app. */
  call: (
    method: 'GET' | 'POST',
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<{ status: number; json: unknown; headers: Headers }>
  stop: () => Promise<void>
}

/**
 * Starts a relay.
 *
 * @param options.shared stores of another relay, to run as a second process of the same server
 */
export async function startTestRelay({
  clock = systemClock,
  log = pino({ level: 'silent' }),
  shared = { kv: createMemoryKv({ clock }), bus: createMemoryBus() },
}: {
  clock?: Clock
  log?: Logger
  shared?: SharedParts
} = {}): Promise<TestRelay> {
  const config = serverConfigSchema.parse({
    http: { port: 0 },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
      },
    ],
  })
  const shutdown = createShutdown({ log })
  const context = { ...shared, config, clock, log, shutdown, metrics: new Registry() }
  const relay = await createChannelRelay({ context, app: testApp })
  const app = createHttpApp({
    context,
    admit: createAdmission({ config, limits: await createRateLimits({ config, log }) }),
  })
  registerChannelRoutes({ app, kv: shared.kv, relay })
  const { url } = await listen({ app, context })
  return {
    url: `${url}/farcaster`,
    relay,
    context,
    call: async (method, path, { token, body, headers = {} } = {}) => {
      const response = await fetch(`${url}/farcaster/v1/channel${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, json: JSON.parse(await response.text()), headers: response.headers }
    },
    stop: () => shutdown.run('the test ended'),
  }
}
