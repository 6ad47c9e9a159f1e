import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { evmAddressSchema } from '../caip/schemas.ts'
import { bytesSchema, idSchema, signatureSchema, timeSchema } from './fields.ts'

/** The sealed seed: AES-256-GCM under the data key; the server cannot open it. 64 KiB at most. */
const vaultBytes = bytesSchema(65_536)

/** How a factor's key pair is found again; public. Binds the factor to the address. */
const factorMetaSchema = z.strictObject({
  /** WebAuthn credential id, base64url; passkeys only. */
  credentialId: z.optional(z.string().check(z.maxLength(1400))),
  /** Salt of the key derivation, base64url; passwords with an `oprf` key have none. */
  salt: z.optional(bytesSchema(64)),
  /** Argon2id costs; passwords without an `oprf` key only. */
  params: z.optional(z.strictObject({ m: z.number(), t: z.number(), p: z.number() })),
  /**
   * Public key (ristretto255) of the key with which the server evaluates a password blindly (RFC 9497). A password without one was
   * set by an earlier version: it opens the wallet only on devices that have opened it before.
   */
  oprf: z.optional(bytesSchema(32)),
  /** HMAC of the address under a key of the factor's secret (32 bytes). */
  bind: bytesSchema(32),
  /** What the owner calls it. */
  label: z.optional(z.string().check(z.maxLength(60))),
})

/** A way to open the wallet again: a public key whose private half only the visitor can derive, authenticated by the data key. */
export const factorSchema = z
  .strictObject({
    id: idSchema,
    kind: z.enum(['passkey', 'backupCode', 'password']),
    /** X25519 public key. */
    pub: bytesSchema(32),
    meta: factorMetaSchema,
    /** HMAC under a key derived from the data key; clients seal to nothing else. */
    mac: bytesSchema(32),
    createdAt: timeSchema,
  })
  .check(
    z.refine(
      ({ kind, meta }) =>
        (meta.oprf === undefined) !== (meta.salt === undefined) && (!meta.oprf || kind === 'password'),
      'A factor has a salt; a password has the public key of its evaluation instead',
    ),
  )

/** A way to open the wallet again. */
export type Factor = z.infer<typeof factorSchema>

/** A password as a device sees it that has not opened the wallet: nothing in it tells a right password from a wrong one. */
export const passwordEntrySchema = z.strictObject({ id: idSchema, kind: z.literal('password'), createdAt: timeSchema })

/** A password as a device sees it that has not opened the wallet. */
export type PasswordEntry = z.infer<typeof passwordEntrySchema>

/** A factor as the server lists it. */
export const listedFactorSchema = z.union([factorSchema, passwordEntrySchema])

/** A factor as the server lists it. */
export type ListedFactor = z.infer<typeof listedFactorSchema>

/** This device's recovery share R, sealed (HPKE) to one factor. */
export const sealedShareSchema = z.strictObject({ factorId: idSchema, enc: bytesSchema(32), ct: bytesSchema(128) })

/** A recovery share sealed to one factor. */
export type SealedShare = z.infer<typeof sealedShareSchema>

/** What one device hands to the server for one epoch: the auth share A, and R sealed to every factor. */
export const deviceSharesSchema = z.strictObject({
  /** Counts up with every new splitting of this device. */
  epoch: z.number().check(z.int(), z.gte(1)),
  /** The auth share A (33 bytes); the server seals it under its key-encryption key. */
  share: bytesSchema(64),
  sealed: z.array(sealedShareSchema).check(z.maxLength(20)),
})

/** What one device hands to the server. */
export type DeviceShares = z.infer<typeof deviceSharesSchema>

/** An address that the seed gives. */
export const walletAccountSchema = z.strictObject({
  namespace: z.enum(['eip155', 'solana', 'bip122']),
  address: z.string().check(z.maxLength(100)),
  type: z.enum(['eoa', 'smartAccount']),
  /** BIP-32 or SLIP-10 path. */
  path: z.string().check(z.maxLength(60)),
  publicKey: z.string().check(z.maxLength(140)),
})

/** An address that the seed gives. */
export type WalletAccount = z.infer<typeof walletAccountSchema>

/** The wallet of the session's user, with this device's auth share: released to its device alone. */
export const getWallet = defineEndpoint({
  method: 'GET',
  path: '/v1/wallet',
  summary: "The sealed wallet and this device's share",
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  response: z.union([
    z.object({ exists: z.literal(false) }),
    z.object({
      exists: z.literal(true),
      walletId: idSchema,
      address: evmAddressSchema,
      vault: vaultBytes,
      vaultVersion: z.number(),
      custody: z.enum(['self', 'split', 'assisted']),
      accounts: z.array(walletAccountSchema),
      /** Of passwords only an entry, unless this device has opened the wallet. */
      factors: z.array(listedFactorSchema),
      /** Null on a device that must recover first. */
      share: z.nullable(z.object({ epoch: z.number(), share: bytesSchema(64) })),
      /** This device's sealed recovery shares, kept by the device for the day when the server is gone. */
      sealed: z.array(sealedShareSchema),
      /** When it was exported last. */
      exportedAt: z.nullable(timeSchema),
      /** Export and removal of factors are frozen until then, after a change of the address. */
      frozenUntil: z.nullable(timeSchema),
    }),
  ]),
  errors: ['session_ended', 'rate_limited'],
})

/** Creates the user's wallet: one per user, for ever. */
export const createWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet',
  summary: 'Store a new wallet',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    walletId: idSchema,
    address: evmAddressSchema,
    vault: vaultBytes,
    accounts: z.array(walletAccountSchema).check(z.maxLength(10)),
    factors: z.array(factorSchema).check(z.maxLength(10)),
    device: deviceSharesSchema,
    /** EIP-191 signature of the new address over `walletProofMessage`. */
    proof: signatureSchema,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: ['session_ended', 'wallet_exists', 'signature_invalid', 'rate_limited'],
})

/** Releases what a factor needs to open the wallet on a device without a share: 10 times an hour, with a notice by mail. */
export const recoverWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/recover',
  summary: 'Shares for recovery by a factor',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ factorId: idSchema }),
  response: z.object({
    /** The device whose polynomial the two shares are of. */
    deviceId: idSchema,
    epoch: z.number(),
    share: bytesSchema(64),
    sealed: sealedShareSchema,
  }),
  errors: ['session_ended', 'factor_unknown', 'password_outdated', 'rate_limited'],
})

/**
 * Stores this device's shares: after recovery, and whenever a factor was added that they are not sealed to. The proof says that the
 * device has opened the wallet; from then on it counts as enrolled, which every change of the wallet asks for.
 */
export const enrolDevice = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/device',
  summary: "Store this device's shares",
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    device: deviceSharesSchema,
    /** EIP-191 signature of the wallet's address over `deviceProofMessage`. */
    proof: signatureSchema,
  }),
  response: z.object({}),
  errors: [
    'session_ended',
    'wallet_unknown',
    'signature_invalid',
    'epoch_outdated',
    'factor_uncovered',
    'rate_limited',
  ],
})

/** Adds a factor: the vault with the longer list, the factor, and this device's new shares, all or nothing. */
export const addFactor = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/factors',
  summary: 'Add a way to recover',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    factor: factorSchema,
    /** Secret key (ristretto255 scalar) with which the server evaluates the password; passwords only. */
    passwordKey: z.optional(bytesSchema(32)),
    /** Ids of the passwords whose place a new password takes: all that there are. A wallet has one password. */
    replaces: z.optional(z.array(idSchema).check(z.maxLength(10))),
    vault: vaultBytes,
    /** The version that `vault` replaces. */
    vaultVersion: z.number(),
    device: deviceSharesSchema,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'frozen',
    'vault_outdated',
    'epoch_outdated',
    'factor_uncovered',
    'rate_limited',
  ],
})

/** Removes a factor and everything sealed to it. */
export const removeFactor = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/factors/remove',
  summary: 'Remove a way to recover',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ factorId: idSchema, vault: vaultBytes, vaultVersion: z.number() }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'factor_unknown',
    'frozen',
    'vault_outdated',
    'rate_limited',
  ],
})

/** A new data key: the vault sealed anew, all other devices out, every factor authenticated again. */
export const rotateWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/rotate',
  summary: 'Change the data key and put all other devices out',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    vault: vaultBytes,
    vaultVersion: z.number(),
    factors: z.array(factorSchema).check(z.maxLength(10)),
    device: deviceSharesSchema,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'frozen',
    'vault_outdated',
    'epoch_outdated',
    'rate_limited',
  ],
})

/** Asks whether the secret may be shown now, notes it in the log and sends a notice. The secret itself never comes here. */
export const noteExport = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/export',
  summary: 'Permission to show the secret',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ kind: z.enum(['mnemonic', 'privateKey', 'keystore']) }),
  response: z.object({}),
  errors: ['session_ended', 'step_up_required', 'wallet_unknown', 'device_not_enrolled', 'frozen', 'rate_limited'],
})

/** Stores a vault that holds imported keys. */
export const updateVault = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/vault',
  summary: 'Replace the sealed vault',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    vault: vaultBytes,
    vaultVersion: z.number(),
    accounts: z.array(walletAccountSchema).check(z.maxLength(30)),
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'vault_outdated',
    'rate_limited',
  ],
})
