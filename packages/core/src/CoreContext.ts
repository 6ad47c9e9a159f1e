import type { ChainId } from '@latchkey/protocol'
import type { Environment } from './environment/Environment.ts'
import type { OnRefusal } from './http/OnRefusal.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'
import type { LatchkeyEvent } from './LatchkeyEvent.ts'

/** Dependencies that every feature gets. */
export type CoreContext = {
  config: LatchkeyConfig
  environment: Environment
  /** Sends an event to the kit's subscribers. */
  report: (event: LatchkeyEvent) => void
  /** Loads a chunk of code. @throws LatchkeyError `network_request_failed` if it cannot be fetched; the errors of `chunk` */
  load: <Chunk>(chunk: () => Promise<Chunk>) => Promise<Chunk>
  /** Replaces the server's own list of supported networks. */
  serves?: ((chainId: ChainId) => Promise<boolean>) | undefined
  /** Called with the errors of servers, because a wrong configuration of the app may cause them. */
  onRefusal?: OnRefusal | undefined
}
