import { createGranting } from './createGranting.ts'
import { createGrants } from './createGrants.ts'
import { createPermissionStore } from './createPermissionStore.ts'
import { createPermissionTools, type PermissionPorts } from './createPermissionTools.ts'
import { createRevocation } from './createRevocation.ts'
import { createRevoking } from './createRevoking.ts'
import type { PermissionRequests } from './PermissionRequests.ts'

/** Creates {@link PermissionRequests}. */
export function createPermissions(ports: PermissionPorts): PermissionRequests {
  const tools = createPermissionTools(ports)
  const grants = createGrants({ ...tools, history: ports.operations })
  const ending = createRevocation({ tools })
  return {
    grant: createGranting({ tools, grants }),
    revoke: createRevoking({ tools, ending }),
    resume: grants.resume,
    store: createPermissionStore({ tools, ending }),
  }
}
