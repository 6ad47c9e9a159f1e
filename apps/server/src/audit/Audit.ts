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
 * The log of everything that touches keys and logins: keyed hash chains, so that a database that was changed by anybody without the server's
 * key shows it. Users are spread over the chains, so that they do not wait for one another.
 */
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
   * Walks the chains.
   *
   * @param options.since the heads of an earlier report: only what came later is walked
   * @param options.anchors heads that were noted earlier, of the database and of elsewhere
   */
  verify: (
    database: Database,
    options?: { since?: readonly AuditHead[]; anchors?: readonly AuditAnchor[] },
  ) => Promise<AuditReport>
  /** Signs the heads of a report, as a note to be kept elsewhere. */
  anchor: (heads: readonly AuditHead[]) => AuditAnchor
}

/** The newest entry of a chain. */
export type AuditHead = {
  chain: number
  seq: number
  /** HMAC-SHA-256 (SHA-256 in entries without a key), hexadecimal. */
  hash: string
}

/** Heads at a time, signed with the server's key: an entry that is gone from the end shows by it. */
export type AuditAnchor = {
  /** ISO 8601. */
  at: string
  heads: readonly AuditHead[]
  keyId: string
  /** HMAC-SHA-256, hexadecimal. */
  mac: string
}

/**
 * What does not fit. `changed`: an entry or its place in the chain; `missing`: an entry that a head or an anchor names; `unkeyed`: entries without a key
 * that no keyed entry closed; `head`: the note of a chain's newest entry; `anchor`: an anchor that this server did not sign.
 */
export type AuditFault = {
  kind: 'changed' | 'missing' | 'unkeyed' | 'head' | 'anchor'
  chain: number
  seq: number
}

/** How the log is. */
export type AuditReport = {
  /** Entries that were walked. */
  entries: number
  faults: readonly AuditFault[]
  /** The newest entries that fit. */
  heads: readonly AuditHead[]
}
