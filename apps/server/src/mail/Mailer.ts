import type { Transaction } from '../platform/db/Database.ts'

/** Emails of Latchkey, with their values. */
export type MailContents = {
  loginCode: { code: string; app: string; hostOrigin: string; device: string; minutes: number }
  deviceLink: { url: string; app: string; hostOrigin: string; device: string; minutes: number }
  stepUpCode: { code: string; app: string; device: string; minutes: number }
  emailChangeOldCode: { code: string; app: string; newEmail: string; minutes: number }
  emailChangeNewCode: { code: string; app: string; minutes: number }
  emailChanged: { app: string; newEmail: string; undoUrl: string; hours: number }
  /** `count`: number of the try within 24 hours, out of `limit`. */
  passwordTried: { app: string; device: string; hostOrigin: string; count: number; limit: number }
  walletRecovered: { app: string; device: string; hostOrigin: string }
  walletExported: { app: string; device: string; kind: string }
  walletExportedOffline: { app: string; device: string; kind: string }
  recoveryAdded: { app: string; kind: string }
  recoveryRemoved: { app: string; kind: string }
  newDevice: { app: string; hostOrigin: string; device: string; url: string; days: number }
  deviceRevoked: { app: string; device: string }
  walletRotated: { app: string; device: string; undoUrl: string; days: number }
  walletRestored: { app: string }
  /** `address`: address of the previous wallet. */
  newWalletCode: { code: string; app: string; hostOrigin: string; device: string; address: string; minutes: number }
  loginMoved: { app: string; device: string; address: string; undoUrl: string; days: number }
  loginReturned: { app: string; undoUrl: string; days: number }
  identityAdded: { app: string; device: string; kind: string }
  identityRemoved: { app: string; device: string; kind: string }
}

/** Name of an email. */
export type MailTemplate = keyof MailContents

/** Puts an email into the outbox, in the caller's transaction. A worker sends it, with retries until it is accepted or expired. */
export type Mailer = {
  enqueue: <Template extends MailTemplate>(
    tx: Transaction,
    mail: {
      to: string
      template: Template
      contents: MailContents[Template]
      /** BCP 47. */
      language: string
      /** Seconds until it expires. */
      ttl: number
    },
  ) => Promise<void>
}
