import type { ListedFactor, VaultReturn, WalletAccount } from '@latchkey/protocol/wallet'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, time } from '../platform/db/columns.ts'

/** One sealed wallet per user. The server cannot open it. */
export const wallets = pgTable(
  'wallets',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    address: text().notNull(),
    vault: bytea().notNull(),
    vaultVersion: integer('vault_version').notNull(),
    /** Proof for a restored vault, and the version under which it is sealed. Null: it is sealed under `vaultVersion`. */
    returned: jsonb().$type<VaultReturn>(),
    /** 32 bytes of Ed25519. Null: created before control keys existed. */
    controlKey: bytea('control_key'),
    custody: text({ enum: ['self', 'split', 'assisted'] }).notNull(),
    accounts: jsonb().$type<WalletAccount[]>().notNull(),
    createdAt: time('created_at').notNull(),
    exportedAt: time('exported_at'),
  },
  (table) => [uniqueIndex('wallets_user').on(table.userId)],
)

/** Auth shares A of each device's newest epoch, sealed under the key-encryption key. */
export const deviceShares = pgTable('device_shares', {
  deviceId: uuid('device_id').primaryKey(),
  walletId: uuid('wallet_id').notNull(),
  epoch: integer().notNull(),
  sealedShare: bytea('sealed_share').notNull(),
  kekId: text('kek_id').notNull(),
  createdAt: time('created_at').notNull(),
})

/** Recovery factors, as the clients authenticated them. Passwords are listed without details, which are sealed in `password_secrets`. */
export const recoveryFactors = pgTable(
  'recovery_factors',
  {
    id: uuid().primaryKey(),
    walletId: uuid('wallet_id').notNull(),
    kind: text({ enum: ['passkey', 'backupCode', 'password'] }).notNull(),
    factor: jsonb().$type<ListedFactor>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('recovery_factors_wallet').on(table.walletId)],
)

/** Recovery shares R of each device's newest epoch, sealed (HPKE) to a factor's public key. */
export const recoveryShares = pgTable(
  'recovery_shares',
  {
    factorId: uuid('factor_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    epoch: integer().notNull(),
    enc: bytea().notNull(),
    ct: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.factorId, table.deviceId] }),
    index('recovery_shares_device').on(table.deviceId),
  ],
)

/**
 * All data that distinguishes a right password from a wrong one, sealed under the key-encryption key (context: `passwordContext`). It
 * contains the factor as the client authenticated it, and the key of its blind evaluation. Without the key-encryption key, guesses cannot
 * be verified.
 */
export const passwordSecrets = pgTable(
  'password_secrets',
  {
    factorId: uuid('factor_id').primaryKey(),
    walletId: uuid('wallet_id').notNull(),
    sealed: bytea().notNull(),
    kekId: text('kek_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('password_secrets_wallet').on(table.walletId)],
)

/** Tries of passwords in the last 24 hours: one row per blinded element. */
export const passwordTries = pgTable(
  'password_tries',
  {
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the factor and the element, hexadecimal. To the server the element is random, and reveals nothing about the password. */
    element: text().notNull(),
    triedAt: time('tried_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.element] })],
)

/** Epochs that a change of the data key, or its undo, replaced. They are kept sealed for seven days. */
export const walletArchives = pgTable(
  'wallet_archives',
  {
    id: uuid().primaryKey(),
    walletId: uuid('wallet_id').notNull(),
    vault: bytea().notNull(),
    /** Version under which the vault is sealed. */
    version: integer().notNull(),
    accounts: jsonb().$type<WalletAccount[]>().notNull(),
    factors: jsonb().$type<ListedFactor[]>().notNull(),
    /** Control key's permission for its return. Null if the change was an undo, which only a device can undo. */
    return: jsonb().$type<VaultReturn>(),
    /** Hash of the token in the notice's link. */
    undoHash: bytea('undo_hash'),
    /** Name of the app and language for the notice of an undo. */
    app: text().notNull(),
    language: text().notNull(),
    replacedAt: time('replaced_at').notNull(),
    undoUntil: time('undo_until').notNull(),
  },
  (table) => [
    index('wallet_archives_wallet').on(table.walletId),
    uniqueIndex('wallet_archives_undo').on(table.undoHash),
    index('wallet_archives_until').on(table.undoUntil),
  ],
)

/** Auth shares of an archived epoch, as in `device_shares`. */
export const archivedDeviceShares = pgTable(
  'archived_device_shares',
  {
    id: uuid().primaryKey(),
    archiveId: uuid('archive_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    epoch: integer().notNull(),
    sealedShare: bytea('sealed_share').notNull(),
    kekId: text('kek_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('archived_device_shares_archive').on(table.archiveId, table.deviceId),
    index('archived_device_shares_device').on(table.deviceId),
  ],
)

/** Recovery shares of an archived epoch, as in `recovery_shares`. */
export const archivedRecoveryShares = pgTable(
  'archived_recovery_shares',
  {
    archiveId: uuid('archive_id').notNull(),
    factorId: uuid('factor_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    epoch: integer().notNull(),
    enc: bytea().notNull(),
    ct: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.archiveId, table.factorId, table.deviceId] })],
)

/** Secret data of the passwords of an archived epoch, as in `password_secrets`. */
export const archivedPasswordSecrets = pgTable(
  'archived_password_secrets',
  {
    id: uuid().primaryKey(),
    archiveId: uuid('archive_id').notNull(),
    factorId: uuid('factor_id').notNull(),
    walletId: uuid('wallet_id').notNull(),
    sealed: bytea().notNull(),
    kekId: text('kek_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [uniqueIndex('archived_password_secrets_archive').on(table.archiveId, table.factorId)],
)
