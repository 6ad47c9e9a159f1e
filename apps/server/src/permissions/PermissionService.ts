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

/** An account from a path, and the chain if the account does not name it. */
export type PermissionAccount = { address: string; chainId?: ChainId | undefined }

/** A permission that is usable now. */
export type LivePermission = SessionContext & {
  pci: string
  chain: ChainId
  account: EvmAddress
  grant: Grant
  /** Used base units of each allowance in the period of `at`. */
  spent: readonly bigint[]
  /** Unix seconds: the time that the next operation claims. */
  at: number
  /** Seconds for which an operation must still be valid when the bundler receives it. */
  leastValidity: number
}

/** Permissions of smart accounts: the actions that apps may take for an account. */
export type PermissionService = {
  /** @throws ServiceError `malformed_address`, `unsupported_chain` */
  list: (account: PermissionAccount) => Promise<SmartSession[]>
  /** @throws ServiceError `signature_invalid`, `permissions_invalid`, `rate_limited`, and those of {@link PermissionService.list} */
  create: (
    account: PermissionAccount,
    body: EndpointInput<typeof createSession>['body'],
    by: {
      project: Pick<ProjectConfig, 'id'>
      /** Key for the caller's rate limit. */
      caller: string
    },
  ) => Promise<EndpointResponse<typeof createSession>>
  /** @throws ServiceError `session_unknown`, `session_revoked`, `session_expired`, `session_not_granted`, `signature_invalid` */
  activate: (
    account: PermissionAccount,
    body: EndpointInput<typeof activateSession>['body'],
    project: Pick<ProjectConfig, 'id'>,
  ) => Promise<void>
  /**
   * Revokes a permission by the account's signature, from any project. @throws ServiceError `session_unknown`,
   * `signature_invalid`
   */
  revoke: (account: PermissionAccount, body: EndpointInput<typeof revokeSession>['body']) => Promise<void>
  /**
   * Finds the permission of a context, if it belongs to the project and is valid according to the server and the chain.
   *
   * @throws ServiceError `session_unknown`, `session_revoked`, `session_expired`, `session_not_granted`
   */
  find: (options: { context: string; chainId: ChainId; projectId: string }) => Promise<LivePermission>
  /**
   * Adds the server's signature to the app's, unless the permission was revoked meanwhile. The caller has checked the
   * operation against the permission.
   *
   * @throws ServiceError `session_revoked`
   */
  coSign: (options: { pci: string; hash: `0x${string}` }) => Promise<`0x${string}`>
}
