import { socialProviders } from '@latchkey/protocol'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** Users, each in one scope: a project, or the whole server. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  /** The project's id, or `server`. */
  scope: text().notNull(),
  createdAt: time('created_at').notNull(),
  /** End of the freeze of export and of the removal of factors. */
  frozenUntil: time('frozen_until'),
})

/** Login methods. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    scope: text().notNull(),
    kind: text({ enum: ['email', ...socialProviders] }).notNull(),
    /** Issuer of the subject. Null for an address. */
    issuer: text(),
    /** Blind index (HMAC) of the normalized address, or of issuer and subject. All lookups use it. */
    subjectIndex: bytea('subject_index').notNull(),
    /** The address, or the provider's data about the user (JSON), sealed under the key-encryption key. */
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
 * Moves of a login method from one account to another. `identities.user_id` has its current account. Previous accounts keep their wallets,
 * and a device that has one of them logs in there.
 */
export const loginMoves = pgTable(
  'login_moves',
  {
    id: uuid().primaryKey(),
    identityId: uuid('identity_id').notNull(),
    fromUserId: uuid('from_user_id').notNull(),
    toUserId: uuid('to_user_id').notNull(),
    kind: text({ enum: ['start', 'return'] }).notNull(),
    /** Name of the app and language for the notice of an undo. */
    app: text().notNull(),
    language: text().notNull(),
    movedAt: time('moved_at').notNull(),
    /** SHA-256 of the token in the notice's link. Null after its use. */
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

/** Devices: one DPoP key of one user. */
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

/** Logins with a new key, which the owner was notified of by email. The link in the email ends the login, and blocks the key for a day. */
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
    /** Expiry of the link. */
    expiresAt: time('expires_at').notNull(),
    /** Time at which the link was used. */
    endedAt: time('ended_at'),
  },
  (table) => [
    index('login_notices_user').on(table.userId, table.jkt),
    index('login_notices_expiry').on(table.expiresAt),
  ],
)

/** Open logins or step-ups by email. Stored alike for known and unknown addresses. */
export const authAttempts = pgTable(
  'auth_attempts',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: ['login', 'step-up'] }).notNull(),
    projectId: text('project_id').notNull(),
    /** Only for step-ups. */
    sessionId: uuid('session_id'),
    subjectIndex: bytea('subject_index').notNull(),
    sealedSubject: bytea('sealed_subject').notNull(),
    kekId: text('kek_id').notNull(),
    jkt: text().notNull(),
    hostOrigin: text('host_origin').notNull(),
    deviceName: text('device_name').notNull(),
    language: text().notNull(),
    /** HMAC of attempt, address and code. Null before a code is sent. */
    codeHash: bytea('code_hash'),
    codeExpiresAt: time('code_expires_at'),
    codeTries: integer('code_tries').notNull().default(0),
    /** SHA-256 of the link's token. Null without device verification. */
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

/** Logins of devices. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    /** Login method of its start. Null for a passkey. It stays set after the removal of the method. */
    identityId: uuid('identity_id'),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    jkt: text().notNull(),
    /** Time of the last proof of identity: login or step-up. */
    authTime: time('auth_time').notNull(),
    /** Methods of that proof: `otp`, `link`, `passkey`, `social`; space-separated. */
    amr: text().notNull(),
    createdAt: time('created_at').notNull(),
    /** Last use of the wallet by a person, accurate to about a minute. The auto-lock counts from this time. */
    activeAt: time('active_at').notNull().defaultNow(),
    /** Set by a lock, cleared by a step-up. */
    lockedAt: time('locked_at'),
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_device').on(table.deviceId)],
)

/** Refresh tokens by their SHA-256. All tokens of one login are a family. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytea().primaryKey(),
    sessionId: uuid('session_id').notNull(),
    /** Set once. A reuse after the grace period ends the family. */
    usedAt: time('used_at'),
    /** The next token, sealed under a key from this one, so that a retry within the grace period gets the same pair. */
    nextSealed: bytea('next_sealed'),
    expiresAt: time('expires_at').notNull(),
    familyExpiresAt: time('family_expires_at').notNull(),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** Counters of limits that must survive a restart: sent codes, wrong codes, recoveries. */
export const authCounters = pgTable(
  'auth_counters',
  {
    /** The counted key, without personal data in clear. */
    key: text().notNull(),
    /** Start of the window in Unix seconds. */
    window: integer().notNull(),
    count: integer().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.window] }), index('auth_counters_expiry').on(table.expiresAt)],
)

/** Open or finished changes of the address. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Null if the account had no address. */
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
