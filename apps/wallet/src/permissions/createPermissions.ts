import { createGranting } from './createGranting.ts'
import { createGrants } from './createGrants.ts'
import { createPermissionTools, type PermissionPorts } from './createPermissionTools.ts'
import { createRevoking } from './createRevoking.ts'
import { createSessionBook } from './createSessionBook.ts'
import { createSessionEnd } from './createSessionEnd.ts'
import type { PermissionRequests } from './PermissionRequests.ts'

/** Creates {@link PermissionRequests}. */
export function createPermissions(ports: PermissionPorts): PermissionRequests {
  const tools = createPermissionTools(ports)
  const grants = createGrants({ ...tools, history: ports.operations })
  const ending = createSessionEnd({ tools })
  return {
    grant: createGranting({ tools, grants }),
    revoke: createRevoking({ tools, ending }),
    resume: grants.resume,
    book: createSessionBook({ tools, ending }),
  }
}
