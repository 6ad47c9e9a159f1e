import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Bus } from './bus/Bus.ts'
import type { Clock } from './clock/Clock.ts'
import type { ServerConfig } from './config/ServerConfig.ts'
import type { Database } from './db/Database.ts'
import type { Kv } from './kv/Kv.ts'
import type { Shutdown } from './shutdown/Shutdown.ts'

/** Dependencies of every capability. There are no module-level singletons. */
export type Context = {
  config: ServerConfig
  database: Database
  bus: Bus
  kv: Kv
  log: Logger
  metrics: Registry
  clock: Clock
  shutdown: Shutdown
}
