import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaceFault } from '../createFaults.ts'
import type { FaceConfig } from '../IdentityProvider.ts'

/** What a face is given. */
export type FaceParameters = {
  /** Its own address, without a slash at the end. */
  base: string
  /** The one address that it leads back to. */
  redirectUri: string
  clientName: string
  fault: FaceFault
}

/** One provider. */
export type FaceServer<Config = FaceConfig> = {
  config: Config
  /** Its paths that servers ask; `token` is the one that `slow` holds. */
  backchannel: { token: string; others: readonly string[] }
  /** `request.url` is below the face's address. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}
