import type { Audit } from '../audit/Audit.ts'
import type { Counters } from '../auth/createCounters.ts'
import type { Logins } from '../auth/createLogins.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Projects } from '../projects/createProjects.ts'

/** Dependencies of the service of passkeys. */
export type PasskeyPorts = {
  context: Context
  sealer: Sealer
  audit: Audit
  counters: Counters
  /** For the notice of a new device. */
  mailer: Mailer
  /** Origin of the wallet, for links in emails. */
  walletOrigin: string
  sessions: Pick<Logins, 'issue' | 'refreshAuthTime' | 'announce'>
  projects: Projects
}
