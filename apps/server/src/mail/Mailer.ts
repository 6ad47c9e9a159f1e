import type { Transaction } from '../platform/db/Database.ts'

/** The mails that Latchkey sends, each with what it says. */
export type MailContents = {
  loginCode: { code: string; app: string; hostOrigin: string; device: string; minutes: number }
  deviceLink: { url: string; app: string; hostOrigin: string; device: string; minutes: number }
  stepUpCode: { code: string; app: string; device: string; minutes: number }
  emailChangeOldCode: { code: string; app: string; newEmail: string; minutes: number }
  emailChangeNewCode: { code: string; app: string; minutes: number }
  emailChanged: { app: string; newEmail: string; undoUrl: string; hours: number }
  /** `count`: which try of the 24 hours it was, of `limit`. */
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
  /** `address`: of the wallet that is left. */
  newWalletCode: { code: string; app: string; hostOrigin: string; device: string; address: string; minutes: number }
  loginMoved: { app: string; device: string; address: string; undoUrl: string; days: number }
  loginReturned: { app: string; undoUrl: string; days: number }
  identityAdded: { app: string; device: string; kind: string }
  identityRemoved: { app: string; device: string; kind: string }
}

/** The name of a mail. */
export type MailTemplate = keyof MailContents

/** Puts mail into the outbox, in the caller's transaction; it is sent by a worker, again until it is taken or of no use any more. */
export type Mailer = {
  enqueue: <Template extends MailTemplate>(
    tx: Transaction,
    mail: {
      to: string
      template: Template
      contents: MailContents[Template]
      /** BCP 47. */
      language: string
      /** Seconds after which it is of no use. */
      ttl: number
    },
  ) => Promise<void>
}
