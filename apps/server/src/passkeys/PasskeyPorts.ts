import type { Audit } from '../audit/Audit.ts'
import type { Counters } from '../auth/createCounters.ts'
import type { Sessions } from '../auth/createSessions.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Projects } from '../projects/createProjects.ts'

/** What the service of passkeys works with. */
export type PasskeyPorts = {
  context: Pick<Context, 'config' | 'database' | 'clock'>
  sealer: Sealer
  audit: Audit
  counters: Counters
  sessions: Pick<Sessions, 'issue' | 'refreshAuthTime' | 'announce'>
  projects: Projects
}
