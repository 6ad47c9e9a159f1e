import type { Database, Transaction } from '../platform/db/Database.ts'

/** What is written down. */
export type AuditEvent =
  | 'otp.sent'
  | 'otp.bad'
  | 'otp.ok'
  | 'device.enrolled'
  | 'device.verified'
  | 'device.revoked'
  | 'session.issued'
  | 'session.ended'
  | 'session.reuse'
  | 'share.released'
  | 'recovery.added'
  | 'recovery.removed'
  | 'recovery.used'
  | 'passkey.added'
  | 'wallet.created'
  | 'wallet.exported'
  | 'wallet.imported'
  | 'wallet.rotated'
  | 'email.changed'
  | 'email.undone'
  | 'handover.used'

/** The log of everything that touches keys and logins: a hash chain, so that a changed or missing row shows. */
export type Audit = {
  /** Adds an entry, in the same transaction as what it reports. Never a secret, a code, an address of mail or a share in `data`. */
  record: (
    tx: Transaction,
    entry: {
      event: AuditEvent
      userId: string | null
      deviceId: string | null
      data?: Record<string, string | number | boolean | null>
    },
  ) => Promise<void>
  /** Walks the chain. @returns the first entry that does not fit, or undefined */
  verify: (database: Database) => Promise<{ seq: number } | undefined>
}
