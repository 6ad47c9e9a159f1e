import type { OperationAccount } from '../operations/Operations.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { PermissionStore } from './createPermissionStore.ts'

/** A permission request of the host. Its shape is not checked yet. */
export type PermissionRequest = {
  params: readonly unknown[]
  network: ApprovalNetwork
  /** The account in use. */
  account: OperationAccount
  /** All accounts of the visitor on this network: a request may name another one. */
  accounts: readonly OperationAccount[]
  signal: AbortSignal
  /** Called when it becomes irrevocable. */
  hold: () => void
}

/** Handlers of `wallet_grantPermissions` and `wallet_revokePermissions` (ERC-7715). */
export type PermissionRequests = {
  /**
   * Shows the permissions. After the approval it grants them on the chain and at the server.
   *
   * @returns `GrantedPermissions`
   * @throws LatchkeyError `request_refused`, `permissions_invalid` with the reason, `user_rejected`. `transaction_uncertain` if the
   * outcome of the operation is unknown: repeat the same request, which grants nothing twice
   */
  grant: (request: PermissionRequest) => Promise<unknown>
  /**
   * Shows the permission to revoke. After the approval it revokes it at the server, which is immediate, and then on the chain.
   *
   * @returns the account's signature over `revokeSessionMessage`
   * @throws LatchkeyError `session_unknown`; `session_half_revoked` if only one of both succeeded
   */
  revoke: (request: PermissionRequest) => Promise<unknown>
  /** Completes the grants of an earlier page, without asking the visitor. */
  resume: () => Promise<void>
  /** The visitor's permissions, for the security window. */
  store: PermissionStore
}
