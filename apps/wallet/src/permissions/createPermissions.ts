import { createGranting } from './createGranting.ts'
import { createGrants } from './createGrants.ts'
import { createPermissionTools, type PermissionPorts } from './createPermissionTools.ts'
import { createRevoking } from './createRevoking.ts'
import type { PermissionRequests } from './PermissionRequests.ts'

/** Makes {@link PermissionRequests}. */
export function createPermissions(ports: PermissionPorts): PermissionRequests {
  const tools = createPermissionTools(ports)
  const grants = createGrants({ ...tools, history: ports.operations })
  return { grant: createGranting({ tools, grants }), revoke: createRevoking({ tools }), resume: grants.resume }
}
