import type { Audit } from '../audit/Audit.ts'
import type { Counters } from '../auth/createCounters.ts'
import type { Logins } from '../auth/createLogins.ts'
import type { News } from '../auth/createNews.ts'
import type { Notify } from '../auth/Notify.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'

/** Dependencies of the services of wallets, devices and passkeys. */
export type VaultPorts = {
  context: Pick<Context, 'config' | 'database' | 'clock'>
  sealer: Sealer
  audit: Audit
  counters: Counters
  notify: Notify
  /** The topic `user:<id>` notifies the user's other devices of changes. */
  news: Pick<News, 'publish'>
  sessions: Pick<Logins, 'end' | 'announce' | 'lock'>
}
