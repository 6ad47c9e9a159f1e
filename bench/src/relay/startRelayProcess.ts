import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../../../scripts/lib/child.mjs'

/** The project of the load. */
export const projectId = '10ca1000000000000000000000000000'

/** A relay in a separate process. */
export type RelayProcess = { url: string; pid: number; stop: () => Promise<void>; exited: Promise<unknown> }

/**
 * Starts the server's relay alone, with limits out of the way.
 *
 * @param options.store where messages wait: `memory`, `redis://…` or `postgres://…`
 * @param options.port 0: any
 */
export async function startRelayProcess({
  folder,
  name,
  store,
  port = 0,
  limits = {},
  addresses = [],
}: {
  folder: string
  name: string
  store: string
  port?: number
  limits?: object
  /** Further addresses that it answers to. */
  addresses?: readonly string[]
}): Promise<RelayProcess> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.json`)
  const [kind] = store.split(':')
  const much = 1_000_000_000
  writeFileSync(
    file,
    JSON.stringify({
      http: { port },
      metrics: { port: 0 },
      dataFolder: join(folder, name),
      projects: [{ id: projectId, name: 'Load', origins: [] }],
      chains: [
        {
          chainId: 'eip155:31337',
          name: 'None',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: 'http://127.0.0.1:9' }],
          indexer: { enabled: false },
        },
      ],
      ...(kind === 'redis' ? { redis: { url: store } } : {}),
      ...(kind === 'postgres' || kind === 'postgresql' ? { database: { url: store } } : {}),
      limits: {
        socketsPerAddress: much,
        sockets: much,
        connectionsPerAddress: much,
        connections: much,
        intakeBytesPerAddress: 2 ** 30,
        intakeBytes: 2 ** 30,
      },
      relay: {
        addresses,
        store: kind === 'postgres' || kind === 'postgresql' ? 'database' : kind,
        limits: {
          messagesPerSecond: much,
          burst: much,
          connectionsPerMinute: much,
          messagesPerTopic: much,
          bytesPerTopic: much,
          ...limits,
        },
      },
    }),
  )
  const child = startChild({
    name,
    file: 'apps/server/src/relay/main.ts',
    env: { LATCHKEY_CONFIG: file, LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    logFile: join(folder, `${name}.log`),
  })
  const ready = (await child.ready) as { url: string; relayUrl?: string }
  return {
    url: ready.relayUrl ?? `${ready.url.replace(/^http/, 'ws')}/relay`,
    pid: child.pid ?? 0,
    stop: child.stop,
    exited: child.exited,
  }
}
