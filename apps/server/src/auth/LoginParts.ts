import type { Audit } from '../audit/Audit.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { Projects } from '../projects/createProjects.ts'
import type { News } from './createNews.ts'
import type { Sessions } from './createSessions.ts'
import type { LoginLimits } from './loginLimits.ts'
import type { Notify } from './Notify.ts'

/** What the steps of a login share. */
export type LoginParts = {
  context: Context
  /** The wallet's own origin, for links in mails. */
  walletOrigin: string
  sealer: Sealer
  audit: Audit
  mailer: Mailer
  notify: Notify
  limits: LoginLimits
  news: News
  sessions: Sessions
  projects: Projects
  findAccount: FindAccount
}

/**
 * The account that a login leads to on one device.
 *
 * @param options.userId where it leads on a device that holds no wallet of it
 * @param options.jkt thumbprint of the device's key
 */
export type FindAccount = (
  tx: Transaction,
  options: { identityId: string; userId: string; jkt: string },
) => Promise<string>
