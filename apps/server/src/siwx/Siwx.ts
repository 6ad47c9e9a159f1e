import type { AccountId, ChainId } from '@latchkey/protocol'
import type { SiwxAccount, SiwxDevice } from '@latchkey/protocol/api'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'

/** What a request says about the browser that it comes from; every endpoint with `cookies` has it. */
export type CookieCall = {
  project: ProjectConfig
  /** Of the page, one of the project's; undefined for servers and scripts. */
  origin: string | undefined
  readHeader: (name: string) => string | undefined
  /** Sets a response header: the session's cookie, where it is a new one. */
  header: (name: string, value: string) => void
}

/** Somebody who is signed in, as other capabilities see it. */
export type SignedIn = {
  sessionId: string
  projectId: string
  /** The origin of the page on which they signed in. */
  origin: string
  /** As it stands in the message. */
  account: AccountId
  address: string
  chainId: ChainId
  proof: SignatureProof
  /** Whose things these are (`toOwner`): what is kept for somebody is kept under it. */
  owner: string
  issuedAt: Date
  expiresAt: Date
}

/** Sign in with any wallet (CAIP-122). */
export type SiwxService = {
  createNonce: (call: CookieCall & { ip: string }) => Promise<{ nonce: string; issuedAt: string; expiresAt: string }>
  /** @throws ServiceError as `verifySiwx` of the protocol lists it */
  verify: (
    call: CookieCall & { ip: string; userAgent: string },
    signed: { message: string; signature: string; address: AccountId },
  ) => Promise<Omit<SiwxAccount, 'message' | 'signature' | 'issuedAt'>>
  list: (call: CookieCall) => Promise<readonly SiwxAccount[]>
  revoke: (call: CookieCall, what: { address?: string | undefined; chainId?: ChainId | undefined }) => Promise<void>
  /** @throws ServiceError `siwx_session_required` */
  listDevices: (call: CookieCall) => Promise<readonly SiwxDevice[]>
  /** @throws ServiceError `siwx_session_required`, `siwx_device_unknown` */
  revokeDevice: (call: CookieCall, id: string) => Promise<void>
  /**
   * Who asks, for what other capabilities keep for them. Without `account` it is the account that signed in last in this browser.
   *
   * @param account CAIP-10, or an address of those that are signed in
   * @throws ServiceError `siwx_session_required`
   */
  require: (call: CookieCall, account?: string) => Promise<SignedIn>
  /** Everybody who is signed in in this browser; nobody is an empty list. */
  readSignedIn: (call: CookieCall) => Promise<readonly SignedIn[]>
  /** For the operator's page. */
  count: () => Promise<{ accounts: number; devices: number }>
}
