import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaceFault } from '../createFaults.ts'
import type { ClientSecret, Endpoints } from '../IdentityProvider.ts'

export type FaceParameters = {
  /** Its own address, without a slash at the end. */
  base: string
  /** The only redirect address that it accepts. */
  redirectUri: string
  clientName: string
  fault: FaceFault
}

/** One provider. */
export type FaceServer<Credentials = ClientSecret> = {
  credentials: Credentials
  /** It publishes an issuer, as providers of OpenID Connect do. */
  isIssuer?: boolean
  /** Its endpoints, below its address. */
  paths: Endpoints
  /** `request.url` is below the face's address. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}
