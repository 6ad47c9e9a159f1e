import type { Database, Transaction } from '../platform/db/Database.ts'

/** What is written down. */
export type AuditEvent =
  | 'otp.sent'
  | 'otp.bad'
  | 'otp.ok'
  | 'oauth.ok'
  | 'oauth.refused'
  | 'identity.added'
  | 'identity.removed'
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
  /**
   * Walks the chain.
   *
   * @param options.anchor a head that was noted elsewhere: without one, entries that are missing at the end do not show
   * @returns the first entry that does not fit (for an anchor that is gone, its number), or undefined
   */
  verify: (database: Database, options?: { anchor?: AuditHead }) => Promise<{ seq: number } | undefined>
  /** The newest entry; undefined for an empty log. */
  head: (database: Database) => Promise<AuditHead | undefined>
}

/** The newest entry of the log: whoever keeps it elsewhere can tell later whether everything before it is still there. */
export type AuditHead = {
  seq: number
  /** SHA-256, hexadecimal. */
  hash: string
}
