import type { AccountId, ChainId } from '@latchkey/protocol'
import type { SiwxAccount, SiwxDevice } from '@latchkey/protocol/api'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'

/** Data of a request about its browser, for every endpoint with `cookies`. */
export type CookieCall = {
  project: ProjectConfig
  /** Origin of the page, allowed by the project. Undefined for servers and scripts. */
  origin: string | undefined
  readHeader: (name: string) => string | undefined
  /** Sets a response header: the new cookie of a sign-in. */
  header: (name: string, value: string) => void
}

/** A signed-in account, for other capabilities. */
export type SignedIn = {
  sessionId: string
  projectId: string
  /** The origin of the page of the sign-in. */
  origin: string
  /** Exactly as in the message. */
  account: AccountId
  address: string
  chainId: ChainId
  proof: SignatureProof
  /** Owner under which other capabilities store data (`toOwner`). */
  owner: string
  issuedAt: Date
  expiresAt: Date
}

/** Sign-in with any wallet (CAIP-122). */
export type SiwxService = {
  createNonce: (call: CookieCall & { ip: string }) => Promise<{ nonce: string; issuedAt: string; expiresAt: string }>
  /** @throws ServiceError as listed for `verifySiwx` of the protocol */
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
   * Returns the account for which other capabilities store data. Without `account` it is the last one to sign in, in this browser.
   *
   * @param account CAIP-10, or the address of a signed-in account
   * @throws ServiceError `siwx_session_required`
   */
  require: (call: CookieCall, account?: string) => Promise<SignedIn>
  /** Returns all accounts that are signed in, in this browser. Can be empty. */
  readSignedIn: (call: CookieCall) => Promise<readonly SignedIn[]>
  /** Returns the counts for the operator's page. */
  count: () => Promise<{ accounts: number; devices: number }>
}
