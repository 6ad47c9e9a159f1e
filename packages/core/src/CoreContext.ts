import type { ChainId } from '@latchkey/protocol'
import type { Environment } from './environment/Environment.ts'
import type { OnRefusal } from './http/OnRefusal.ts'
import type { LatchkeyConfig } from './LatchkeyConfig.ts'
import type { LatchkeyEvent } from './LatchkeyEvent.ts'

/** What every feature is given. */
export type CoreContext = {
  config: LatchkeyConfig
  environment: Environment
  /** Tells the kit's subscribers. */
  report: (event: LatchkeyEvent) => void
  /** Loads a chunk of code. @throws LatchkeyError `network_request_failed` when it cannot be fetched; what `chunk` throws of its own */
  load: <Chunk>(chunk: () => Promise<Chunk>) => Promise<Chunk>
  /** In the place of the server's own list of the networks that it serves. */
  serves?: ((chainId: ChainId) => Promise<boolean>) | undefined
  /** Given to whatever asks servers: a refusal may say that the app's set-up is wrong. */
  onRefusal?: OnRefusal | undefined
}
