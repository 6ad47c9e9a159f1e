import type { OperationAccount } from '../operations/Operations.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { SessionBook } from './createSessionBook.ts'

/** A request about permissions, as the host sent it: its shape is not checked yet. */
export type PermissionRequest = {
  params: readonly unknown[]
  network: ApprovalNetwork
  /** The account in use. */
  account: OperationAccount
  /** All accounts of the visitor on this network: a request may name another one. */
  accounts: readonly OperationAccount[]
  signal: AbortSignal
  /** Called when it cannot be taken back any more. */
  hold: () => void
}

/** What answers `wallet_grantPermissions` and `wallet_revokePermissions` (ERC-7715). */
export type PermissionRequests = {
  /**
   * Shows what the app may do, and after the approval makes a session that the chain and the server know.
   *
   * @returns `GrantedPermissions`
   * @throws LatchkeyError `request_refused`, `permissions_invalid` with the reason, `user_rejected`; `transaction_uncertain` when nobody
   * can tell what became of the operation: the same request asks again, and grants nothing twice
   */
  grant: (request: PermissionRequest) => Promise<unknown>
  /**
   * Shows what ends, and after the approval ends it: at the server, so that it is over at once, then on the chain.
   *
   * @returns the account's signature over `revokeSessionMessage`
   * @throws LatchkeyError `session_unknown`; `session_half_revoked` when only one of both is done
   */
  revoke: (request: PermissionRequest) => Promise<unknown>
  /** Finishes what an earlier page began; never asks anybody. */
  resume: () => Promise<void>
  /** The visitor's sessions, for the security window. */
  book: SessionBook
}
