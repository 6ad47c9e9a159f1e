import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createMemoryBus } from '../platform/bus/createMemoryBus.ts'
import type { Clock } from '../platform/clock/Clock.ts'
import { systemClock } from '../platform/clock/Clock.ts'
import { type ServerConfig, type ServerConfigInput, serverConfigSchema } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createMemoryKv } from '../platform/kv/createMemoryKv.ts'
import { createShutdown } from '../platform/shutdown/createShutdown.ts'
import { createTestDatabase } from './createTestDatabase.ts'
import { testProjectId } from './testProjectId.ts'

/** A context for one test file. */
export type TestContext = Context & { connection: DatabaseConnection; stop: () => Promise<void> }

/** Default configuration of tests: one project, and one chain with an unreachable node. */
const defaults: ServerConfigInput = {
  log: { level: 'silent' },
  projects: [{ id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] }],
  // Several contexts can use one database, but the relay's mailboxes have only one keeper.
  relay: { store: 'memory' },
  chains: [
    {
      chainId: 'eip155:31337',
      name: 'Local One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      upstreams: [{ url: 'http://127.0.0.1:9' }],
    },
  ],
}

/**
 * Creates the dependencies of the server's parts for a test file, with a separate database. With `DATABASE_URL` that is a new PostgreSQL
 * database, which `stop` drops, else PGlite in memory.
 *
 * @example
 * const context = await createTestContext({ config: { chains: […] } })
 * afterAll(() => context.stop())
 */
export async function createTestContext({
  config,
  engine,
  clock = systemClock,
  connection: given,
}: {
  config?: Partial<ServerConfigInput>
  engine?: 'pglite' | 'postgres'
  clock?: Clock
  /** An existing database, which stays open. For test files that need several contexts. */
  connection?: DatabaseConnection
} = {}): Promise<TestContext> {
  const parsed: ServerConfig = serverConfigSchema.parse({ ...defaults, ...config })
  const log = pino({ level: parsed.log.level })
  const shutdown = createShutdown({ log })
  const connection = given ?? (await createTestDatabase(engine ? { engine } : {}))
  if (!given) shutdown.add('database', connection.close)
  const bus = createMemoryBus()
  shutdown.add('bus', bus.close)
  const kv = createMemoryKv({ clock })
  shutdown.add('key-value store', kv.close)
  return {
    config: parsed,
    database: connection.database,
    bus,
    kv,
    log,
    metrics: new Registry(),
    clock,
    shutdown,
    connection,
    stop: () => shutdown.run('the test ended'),
  }
}
