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

/** What a test configuration has when it names nothing else: one project, one chain whose node does not answer. */
const defaults: ServerConfigInput = {
  log: { level: 'silent' },
  projects: [{ id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] }],
  // Several contexts may stand on one database, and the relay's mailboxes have one keeper.
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
 * Gives a test file everything that the server's parts need, with a database of its own: PostgreSQL when `DATABASE_URL`
 * is set (a fresh database there, dropped by `stop`), else PGlite in memory.
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
  /** A database that is there already, and stays: for test files that need several contexts. */
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
