import type { Gateway } from '../gateway/createGateway.ts'
import { createOperations, type OperationHistory, type OperationPorts } from '../operations/createOperations.ts'
import type { Operations } from '../operations/Operations.ts'
import { createPermissions } from '../permissions/createPermissions.ts'
import type { PermissionRequests } from '../permissions/PermissionRequests.ts'
import { type ApprovalPorts, type Approvals, createApprovals } from './createApprovals.ts'
import { type CallRequests, createCallRequests } from './createCallRequests.ts'

/** Everything that a person is asked for by a site's request. */
export type WalletRequests = {
  approvals: Approvals
  operations: Operations & OperationHistory
  calls: CallRequests
  permissions: PermissionRequests
}

/** What {@link createRequests} needs. */
export type RequestPorts = ApprovalPorts &
  Omit<OperationPorts, 'server'> & {
    /** Asks the server about calls, and its bundler. */
    services: { calls: Gateway }
    fetch: typeof fetch
  }

/** Makes {@link WalletRequests}; it comes with the page's second script. */
export function createRequests({ services, ...ports }: RequestPorts): WalletRequests {
  const approvals = createApprovals(ports)
  const operations = createOperations({ ...ports, server: services.calls })
  const shared = { ...ports, reviews: approvals, operations }
  return {
    approvals,
    operations,
    calls: createCallRequests(shared),
    permissions: createPermissions(shared),
  }
}
