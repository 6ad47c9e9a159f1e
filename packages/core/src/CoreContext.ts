import type { Environment } from './environment/Environment.ts'
import type { LatchkeyEvent } from './Latchkey.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'

/** What every feature is given. */
export type CoreContext = {
  config: LatchkeyConfig
  environment: Environment
  /** Tells the kit's subscribers. */
  report: (event: LatchkeyEvent) => void
  /** Loads a chunk of code. @throws LatchkeyError `network_request_failed` when it cannot be fetched */
  load: <Chunk>(chunk: () => Promise<Chunk>) => Promise<Chunk>
}
