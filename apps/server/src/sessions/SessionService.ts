import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type {
  activateSession,
  createSession,
  EndpointInput,
  EndpointResponse,
  revokeSession,
  SmartSession,
} from '@latchkey/protocol/api'
import type { Grant, SessionContext } from '@latchkey/smart-account'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'

/** An account as a path names it, and the chain where it names none. */
export type SessionAccount = { address: string; chainId?: ChainId | undefined }

/** A session that may be used at this moment. */
export type LiveSession = SessionContext & {
  pci: string
  chain: ChainId
  account: EvmAddress
  grant: Grant
  /** Base units that were used of each allowance in the period of `at`. */
  spent: readonly bigint[]
  /** Unix seconds: the time that the next operation claims. */
  at: number
  /** Seconds for which an operation must still be valid when it comes to the bundler. */
  leastValidity: number
}

/** Sessions of smart accounts: what apps may do in somebody's name. */
export type SessionService = {
  /** @throws ServiceError `malformed_address`, `unsupported_chain` */
  list: (account: SessionAccount) => Promise<SmartSession[]>
  /** @throws ServiceError `signature_invalid`, `permissions_invalid`, `rate_limited`, and those of {@link SessionService.list} */
  create: (
    account: SessionAccount,
    body: EndpointInput<typeof createSession>['body'],
    by: {
      project: Pick<ProjectConfig, 'id'>
      /** Where whoever asks is counted. */
      caller: string
    },
  ) => Promise<EndpointResponse<typeof createSession>>
  /** @throws ServiceError `session_unknown`, `session_revoked`, `session_expired`, `session_not_granted`, `signature_invalid` */
  activate: (
    account: SessionAccount,
    body: EndpointInput<typeof activateSession>['body'],
    project: Pick<ProjectConfig, 'id'>,
  ) => Promise<void>
  /** The account itself ends it, from whichever project. @throws ServiceError `session_unknown`, `signature_invalid` */
  revoke: (account: SessionAccount, body: EndpointInput<typeof revokeSession>['body']) => Promise<void>
  /**
   * The session that an app shows, if it is the app's, and may act now by the server's word and by the chain's.
   *
   * @throws ServiceError `session_unknown`, `session_revoked`, `session_expired`, `session_not_granted`
   */
  find: (options: { context: string; chainId: ChainId; projectId: string }) => Promise<LiveSession>
  /**
   * Signs beside the app's key, unless the session was revoked meanwhile. The caller has held the operation against the session.
   *
   * @throws ServiceError `session_revoked`
   */
  coSign: (options: { pci: string; hash: `0x${string}` }) => Promise<`0x${string}`>
}
