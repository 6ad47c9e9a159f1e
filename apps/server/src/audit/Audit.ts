import type { Database, Transaction } from '../platform/db/Database.ts'

/** Kinds of entries. */
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
  | 'password.tried'
  | 'passkey.added'
  | 'wallet.created'
  | 'wallet.exported'
  | 'wallet.exported.offline'
  | 'wallet.imported'
  | 'wallet.rotated'
  | 'wallet.restored'
  | 'wallet.controlled'
  | 'login.moved'
  | 'login.returned'
  | 'email.changed'
  | 'email.undone'
  | 'handover.used'
  | 'audit.sealed'

/**
 * The log of all events about keys and logins. It consists of keyed hash chains, which reveal changes of the database by anyone without the
 * server's key. Users are distributed over the chains, so that they do not wait for one another.
 */
export type Audit = {
  /** Adds an entry, in the same transaction as its event. `data` must never contain a secret, a code, an email address or a share. */
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
   * Verifies the chains.
   *
   * @param options.since the heads of an earlier report: only later entries are verified
   * @param options.anchors earlier heads, from the database and from other places
   */
  verify: (
    database: Database,
    options?: { since?: readonly AuditHead[]; anchors?: readonly AuditAnchor[] },
  ) => Promise<AuditReport>
  /** Signs the heads of a report, to be stored elsewhere. */
  anchor: (heads: readonly AuditHead[]) => AuditAnchor
}

/** Newest entry of a chain. */
export type AuditHead = {
  chain: number
  seq: number
  /** HMAC-SHA-256 (SHA-256 in entries without a key), hexadecimal. */
  hash: string
}

/** Signed heads at a time. They reveal entries that were removed from the end. */
export type AuditAnchor = {
  /** ISO 8601. */
  at: string
  heads: readonly AuditHead[]
  keyId: string
  /** HMAC-SHA-256, hexadecimal. */
  mac: string
}

/**
 * A fault. `changed`: an entry or its position in the chain. `missing`: an entry that a head or an anchor names. `unkeyed`: entries without
 * a key that no keyed entry closed. `head`: the stored head of a chain. `anchor`: an anchor that this server did not sign.
 */
export type AuditFault = {
  kind: 'changed' | 'missing' | 'unkeyed' | 'head' | 'anchor'
  chain: number
  seq: number
}

/** Result of a verification. */
export type AuditReport = {
  /** Number of verified entries. */
  entries: number
  faults: readonly AuditFault[]
  /** The newest valid entries. */
  heads: readonly AuditHead[]
}
