import type { SiwxDevice } from '@latchkey/protocol/api'
import type { Siwx } from './Siwx.ts'

/** Options of `createServerSiwx`. */
export type ServerSiwxParameters = {
  /** The Latchkey server and the project, as in the kit's configuration. */
  apiUrl: string
  projectId: string
  /** One sentence that the wallet shows above the fields. */
  statement?: string
  /** Domain and URI that the wallet shows. Default: those of the page; the server accepts no others. */
  domain?: string
  uri?: string
  /** Whether accounts without a sign-in are disconnected. Default false. */
  required?: boolean
  /** Whether the kit asks for a sign-in right after the connection. If false, the app asks when it needs one. Default true. */
  asksOnConnect?: boolean
  /**
   * Scope of a sign-in: `network` is the network on which the account signed; `account` is all networks of the family, if a key signed. A
   * contract, such as a smart account, always signs in on one network. Default `network`.
   */
  scope?: 'network' | 'account'
  /** Whether a disconnect also ends the sign-ins. Default true. */
  signOutOnDisconnect?: boolean
  fetch?: typeof fetch
}

/** A token for a backend of the site. */
export type SiwxToken = {
  token: string
  /** ISO 8601. */
  expiresAt: string
  /** Prefix of the token in the header: `Authorization: Bearer …`. */
  tokenType: 'Bearer' | 'DPoP'
}

/** Sign-ins that the Latchkey server stores, with its additional functions. */
export type ServerSiwx = Required<Siwx> & {
  /**
   * Creates a token (JWT) that proves the sign-in to a backend. It is valid for minutes.
   *
   * @param options.audience the backend, as in the server's configuration; default: the page's origin
   * @param options.address of the account, or CAIP-10; default: the newest sign-in
   * @throws LatchkeyError `siwx_session_required`, `siwx_audience_unknown`
   */
  createToken: (options?: { audience?: string; address?: string }) => Promise<SiwxToken>
  /** Lists the browsers in which this browser's accounts are signed in, newest first. @throws LatchkeyError `siwx_session_required` */
  listDevices: () => Promise<readonly SiwxDevice[]>
  /** Signs out this browser's accounts in another browser. @throws LatchkeyError `siwx_session_required`, `siwx_device_unknown` */
  revokeDevice: (options: { id: string }) => Promise<void>
}
