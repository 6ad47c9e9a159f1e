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
    /** Why the vault is one that was replaced before, and what it is sealed as; null: it is sealed as `vaultVersion`. */
    returned: jsonb().$type<VaultReturn>(),
    /** 32 bytes of Ed25519; null: made before there were control keys. */
    controlKey: bytea('control_key'),
    custody: text({ enum: ['self', 'split', 'assisted'] }).notNull(),
    accounts: jsonb().$type<WalletAccount[]>().notNull(),
    createdAt: time('created_at').notNull(),
    exportedAt: time('exported_at'),
  },
  (table) => [uniqueIndex('wallets_user').on(table.userId)],
)

/** The auth share A of each device's newest epoch, sealed under the key-encryption key. */
export const deviceShares = pgTable('device_shares', {
  deviceId: uuid('device_id').primaryKey(),
  walletId: uuid('wallet_id').notNull(),
  epoch: integer().notNull(),
  sealedShare: bytea('sealed_share').notNull(),
  kekId: text('kek_id').notNull(),
  createdAt: time('created_at').notNull(),
})

/** The ways to recover, as the clients authenticated them; of passwords an entry alone, the rest lies sealed in `password_secrets`. */
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

/** The recovery share R of a device's newest epoch, sealed (HPKE) to a factor's public key. */
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
 * All that tells a right password from a wrong one, sealed under the key-encryption key (context: `passwordContext`): the factor as the
 * client authenticated it, and the key of its blind evaluation. Without the key-encryption key there is nothing to try a password on.
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

/** Passwords that were tried in the last 24 hours: one row for each blinded element. */
export const passwordTries = pgTable(
  'password_tries',
  {
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the factor and the element, hexadecimal. The element is random to the server, and says nothing of the password. */
    element: text().notNull(),
    triedAt: time('tried_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.element] })],
)

/** What a change of the data key, or the undoing of one, replaced: kept for seven days, sealed as it is. */
export const walletArchives = pgTable(
  'wallet_archives',
  {
    id: uuid().primaryKey(),
    walletId: uuid('wallet_id').notNull(),
    vault: bytea().notNull(),
    /** That the vault is sealed as. */
    version: integer().notNull(),
    accounts: jsonb().$type<WalletAccount[]>().notNull(),
    factors: jsonb().$type<ListedFactor[]>().notNull(),
    /** The control key's word that it may come back; null where the change was an undoing, which a device alone takes back. */
    return: jsonb().$type<VaultReturn>(),
    /** Of the token in the link of the notice. */
    undoHash: bytea('undo_hash'),
    /** What the notice of an undoing calls the app, and its language. */
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

/** The auth shares of an archived epoch, as `device_shares` had them. */
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

/** The recovery shares of an archived epoch, as `recovery_shares` had them. */
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

/** What was secret of the passwords of an archived epoch, as `password_secrets` had it. */
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
