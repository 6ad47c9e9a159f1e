import type { OperationAccount } from '../operations/Operations.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'

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
  grant: (request: PermissionRequest) => Promise<unknown>
  revoke: (request: PermissionRequest) => Promise<unknown>
}
