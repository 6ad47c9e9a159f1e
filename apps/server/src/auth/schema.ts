import { socialProviders } from '@latchkey/protocol'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** A person, inside one scope: a project, or the whole server. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  /** The project's id, or `server`. */
  scope: text().notNull(),
  createdAt: time('created_at').notNull(),
  /** Export and removal of factors are frozen until then. */
  frozenUntil: time('frozen_until'),
})

/** How a person logs in. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    scope: text().notNull(),
    kind: text({ enum: ['email', ...socialProviders] }).notNull(),
    /** Who names the person; null for an address. */
    issuer: text(),
    /** Blind index (HMAC) of the normalised address, or of issuer and subject; the only thing that look-ups use. */
    subjectIndex: bytea('subject_index').notNull(),
    /** The address, or what the provider says of the person (JSON), sealed under the key-encryption key. */
    sealedSubject: bytea('sealed_subject').notNull(),
    kekId: text('kek_id').notNull(),
    verifiedAt: time('verified_at').notNull(),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.scope, table.kind, table.subjectIndex),
    index('identities_user').on(table.userId),
  ],
)

/**
 * Every time that a login was led from one account to another. Where it leads now, `identities.user_id` says; accounts that it led to before
 * keep their wallets, and a device that holds one logs in there.
 */
export const loginMoves = pgTable(
  'login_moves',
  {
    id: uuid().primaryKey(),
    identityId: uuid('identity_id').notNull(),
    fromUserId: uuid('from_user_id').notNull(),
    toUserId: uuid('to_user_id').notNull(),
    kind: text({ enum: ['start', 'return'] }).notNull(),
    /** What the notice of taking it back calls the app, and its language. */
    app: text().notNull(),
    language: text().notNull(),
    movedAt: time('moved_at').notNull(),
    /** SHA-256 of the token in the link of the notice; null once it was used. */
    undoHash: bytea('undo_hash'),
    undoUntil: time('undo_until').notNull(),
  },
  (table) => [
    index('login_moves_identity').on(table.identityId),
    index('login_moves_from').on(table.fromUserId),
    index('login_moves_to').on(table.toUserId),
    uniqueIndex('login_moves_undo').on(table.undoHash),
  ],
)

/** A device: one DPoP key of one user. */
export const devices = pgTable(
  'devices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    /** JWK thumbprint (RFC 7638) of the DPoP key. */
    jkt: text().notNull(),
    name: text().notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [uniqueIndex('devices_user_key').on(table.userId, table.jkt)],
)

/**
 * A login of a key that its account had not seen, of which the owner was told by mail. The link in the mail ends it, and the key cannot log in
 * for a day then.
 */
export const loginNotices = pgTable(
  'login_notices',
  {
    /** SHA-256 of the link's token. */
    hash: bytea().primaryKey(),
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** JWK thumbprint (RFC 7638) of the device's key. */
    jkt: text().notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    deviceName: text('device_name').notNull(),
    createdAt: time('created_at').notNull(),
    /** Until then the link works. */
    expiresAt: time('expires_at').notNull(),
    /** When the link was used. */
    endedAt: time('ended_at'),
  },
  (table) => [
    index('login_notices_user').on(table.userId, table.jkt),
    index('login_notices_expiry').on(table.expiresAt),
  ],
)

/** An open login or step-up by mail. Stored alike for known and unknown addresses. */
export const authAttempts = pgTable(
  'auth_attempts',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: ['login', 'step-up'] }).notNull(),
    projectId: text('project_id').notNull(),
    /** Step-ups only. */
    sessionId: uuid('session_id'),
    subjectIndex: bytea('subject_index').notNull(),
    sealedSubject: bytea('sealed_subject').notNull(),
    kekId: text('kek_id').notNull(),
    jkt: text().notNull(),
    hostOrigin: text('host_origin').notNull(),
    deviceName: text('device_name').notNull(),
    language: text().notNull(),
    /** HMAC of attempt, address and code; null before a code was sent. */
    codeHash: bytea('code_hash'),
    codeExpiresAt: time('code_expires_at'),
    codeTries: integer('code_tries').notNull().default(0),
    /** SHA-256 of the link's token; null without device verification. */
    linkHash: bytea('link_hash'),
    /** HMAC of the two digits. */
    numberHash: bytea('number_hash'),
    numberTries: integer('number_tries').notNull().default(0),
    state: text({ enum: ['device', 'code', 'approved', 'done', 'dead'] }).notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('auth_attempts_link').on(table.linkHash), index('auth_attempts_expiry').on(table.expiresAt)],
)

/** A logged-in device. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** The login that it began with; null for a passkey. One that was taken away since is still named. */
    identityId: uuid('identity_id'),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    jkt: text().notNull(),
    /** When the person last proved who they are: login or step-up. */
    authTime: time('auth_time').notNull(),
    /** How: `otp`, `link`, `passkey`, `social`; space-separated. */
    amr: text().notNull(),
    createdAt: time('created_at').notNull(),
    /** When a person last used the wallet, to about a minute: the lock of an idle session counts from here. */
    activeAt: time('active_at').notNull().defaultNow(),
    /** Set by a lock, cleared by a step-up. */
    lockedAt: time('locked_at'),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_device').on(table.deviceId)],
)

/** Refresh tokens by their SHA-256; all of one login are a family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytea().primaryKey(),
    sessionId: uuid('session_id').notNull(),
    /** Set once; used again later than the grace, the family ends. */
    usedAt: time('used_at'),
    /** The next token, sealed under a key of this one: a retry within the grace gets the same answer. */
    nextSealed: bytea('next_sealed'),
    expiresAt: time('expires_at').notNull(),
    familyExpiresAt: time('family_expires_at').notNull(),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** Counters of the limits that must survive a restart: codes sent, codes failed, recoveries. */
export const authCounters = pgTable(
  'auth_counters',
  {
    /** What is counted, without a person's data in clear. */
    key: text().notNull(),
    /** Start of the window, unix seconds. */
    window: integer().notNull(),
    count: integer().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.window] }), index('auth_counters_expiry').on(table.expiresAt)],
)

/** An open or finished change of the address. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Null where the account had no address. */
    oldIndex: bytea('old_index'),
    oldSealed: bytea('old_sealed'),
    newIndex: bytea('new_index').notNull(),
    newSealed: bytea('new_sealed').notNull(),
    kekId: text('kek_id').notNull(),
    language: text().notNull(),
    step: text({ enum: ['primary', 'secondary', 'done', 'undone', 'dead'] }).notNull(),
    codeHash: bytea('code_hash').notNull(),
    codeExpiresAt: time('code_expires_at').notNull(),
    codeTries: integer('code_tries').notNull().default(0),
    undoHash: bytea('undo_hash'),
    undoUntil: time('undo_until'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('email_changes_user').on(table.userId), index('email_changes_undo').on(table.undoHash)],
)

/** Passkeys for login and step-up. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    credentialId: text('credential_id').primaryKey(),
    userId: uuid('user_id').notNull(),
    scope: text().notNull(),
    publicKey: bytea('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    backupEligible: boolean('backup_eligible').notNull(),
    backedUp: boolean('backed_up').notNull(),
    prfEnabled: boolean('prf_enabled').notNull(),
    /** Comma-separated. */
    transports: text().notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
