import type { MailContents, MailTemplate } from '../mail/Mailer.ts'
import type { Transaction } from '../platform/db/Database.ts'

/**
 * Notifies a user by email of a change to the account, in the same transaction as the change. Does nothing for users without an address.
 */
export type Notify = <Template extends MailTemplate>(
  tx: Transaction,
  notice: { userId: string; language: string; template: Template; contents: MailContents[Template] },
) => Promise<void>
