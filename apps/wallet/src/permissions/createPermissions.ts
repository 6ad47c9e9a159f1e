import { ServiceError } from '@latchkey/protocol/errors'
import type { Operations } from '../operations/Operations.ts'
import type { ApprovalPorts } from '../rpc/createApprovals.ts'
import type { PermissionRequests } from './PermissionRequests.ts'

/** What permissions are worked out with: all that approvals have, and operations. */
export type PermissionPorts = ApprovalPorts & { operations: Operations; fetch: typeof fetch; now: () => number }

/** Makes {@link PermissionRequests}. */
export function createPermissions(_ports: PermissionPorts): PermissionRequests {
  const refuse = async () => {
    throw new ServiceError('smart_account_unavailable')
  }
  return { grant: refuse, revoke: refuse }
}
