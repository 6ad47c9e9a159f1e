import type { SiwxDevice } from '@latchkey/protocol/api'
import type { Siwx } from './Siwx.ts'

/** What `createServerSiwx` takes. */
export type ServerSiwxParameters = {
  /** The Latchkey server and the project, as the kit's configuration has them. */
  apiUrl: string
  projectId: string
  /** One sentence that the wallet shows above the fields. */
  statement?: string
  /** The site as the wallet shows it; the page's own when left out, and the server takes no other. */
  domain?: string
  uri?: string
  /** Whether an account without a session may not stay connected. Default false. */
  required?: boolean
  /** Whether an account without a session is asked as soon as it is connected. With false the app asks when it needs one. Default true. */
  asksOnConnect?: boolean
  /**
   * What a sign-in counts for: `network`, the one that the account signed on; `account`, all networks of the family, where its key has signed. A
   * contract, such as a smart account, always signs in on one network. Default `network`.
   */
  scope?: 'network' | 'account'
  /** Whether disconnecting also ends the sessions. Default true. */
  signOutOnDisconnect?: boolean
  fetch?: typeof fetch
}

/** A token for a backend of the site. */
export type SiwxToken = {
  token: string
  /** ISO 8601. */
  expiresAt: string
  /** How it is sent: `Authorization: Bearer …`. */
  tokenType: 'Bearer' | 'DPoP'
}

/** A sign-in whose sessions the Latchkey server keeps, and what else it does for who is signed in. */
export type ServerSiwx = Required<Siwx> & {
  /**
   * A token (JWT) that tells a backend who is signed in, good for minutes.
   *
   * @param options.audience the backend, as the server's configuration lists it; default the page's origin
   * @param options.address of the account, or CAIP-10; default the one that signed in last
   * @throws LatchkeyError `siwx_session_required`, `siwx_audience_unknown`
   */
  createToken: (options?: { audience?: string; address?: string }) => Promise<SiwxToken>
  /** The browsers in which the accounts of this one are signed in, newest first. @throws LatchkeyError `siwx_session_required` */
  listDevices: () => Promise<readonly SiwxDevice[]>
  /** Signs the accounts of this browser out in another one. @throws LatchkeyError `siwx_session_required`, `siwx_device_unknown` */
  revokeDevice: (options: { id: string }) => Promise<void>
}
