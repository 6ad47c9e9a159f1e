import type { MailContents, MailTemplate } from '../mail/Mailer.ts'
import type { Transaction } from '../platform/db/Database.ts'

/** Tells a user by mail what happened to the account, in the same transaction as what it reports. Users without an address get none. */
export type Notify = <Template extends MailTemplate>(
  tx: Transaction,
  notice: { userId: string; language: string; template: Template; contents: MailContents[Template] },
) => Promise<void>
