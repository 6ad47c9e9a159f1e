import type { Audit } from '../audit/Audit.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { Projects } from '../projects/createProjects.ts'
import type { Logins } from './createLogins.ts'
import type { News } from './createNews.ts'
import type { LoginLimits } from './loginLimits.ts'
import type { Notify } from './Notify.ts'

/** Dependencies of the steps of a login. */
export type LoginParts = {
  context: Context
  /** Origin of the wallet, for links in emails. */
  walletOrigin: string
  sealer: Sealer
  audit: Audit
  mailer: Mailer
  notify: Notify
  limits: LoginLimits
  news: News
  sessions: Logins
  projects: Projects
  findAccount: FindAccount
}

/**
 * Returns the account of a login on one device.
 *
 * @param options.userId account on a device that has none of the login's wallets
 * @param options.jkt thumbprint of the device's key
 */
export type FindAccount = (
  tx: Transaction,
  options: { identityId: string; userId: string; jkt: string },
) => Promise<string>
