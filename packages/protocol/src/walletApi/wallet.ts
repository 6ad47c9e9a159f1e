import * as z from 'zod/mini'
import { defineEndpoint } from '../api/endpoint.ts'
import { evmAddressSchema } from '../caip/schemas.ts'
import {
  bytesSchema,
  controlKeySchema,
  controlProofSchema,
  idSchema,
  linkTokenSchema,
  signatureSchema,
  timeSchema,
} from './fields.ts'

/** The sealed seed: AES-256-GCM under the data key. The server cannot open it. At most 64 KiB. */
const vaultBytes = bytesSchema(65_536)

/** Public data that restores a factor's key pair. Binds the factor to the address. */
const factorMetaSchema = z.strictObject({
  /** WebAuthn credential id, base64url; passkeys only. */
  credentialId: z.optional(z.string().check(z.maxLength(1400))),
  /** Salt of the key derivation, base64url; absent for passwords with an `oprf` key. */
  salt: z.optional(bytesSchema(64)),
  /** Argon2id costs; only for passwords without an `oprf` key. */
  params: z.optional(z.strictObject({ m: z.number(), t: z.number(), p: z.number() })),
  /**
   * Public key (ristretto255) of the server's key for the blind evaluation of a password (RFC 9497). A password without one is from an
   * earlier version, and opens the wallet only on devices that have opened it before.
   */
  oprf: z.optional(bytesSchema(32)),
  /** HMAC of the address under a key of the factor's secret (32 bytes). */
  bind: bytesSchema(32),
  /** The owner's label. */
  label: z.optional(z.string().check(z.maxLength(60))),
})

/** A recovery factor: a public key whose private key only the visitor can derive, authenticated by the data key. */
export const factorSchema = z
  .strictObject({
    id: idSchema,
    kind: z.enum(['passkey', 'backupCode', 'password']),
    /** X25519 public key. */
    pub: bytesSchema(32),
    meta: factorMetaSchema,
    /** HMAC under a key derived from the data key. Clients seal only to factors with a valid one. */
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

/** A recovery factor. */
export type Factor = z.infer<typeof factorSchema>

/** A password for a device that has not opened the wallet, without any data that could test a password. */
export const passwordEntrySchema = z.strictObject({ id: idSchema, kind: z.literal('password'), createdAt: timeSchema })

/** A password for a device that has not opened the wallet. */
export type PasswordEntry = z.infer<typeof passwordEntrySchema>

/** A factor in the server's list. */
export const listedFactorSchema = z.union([factorSchema, passwordEntrySchema])

/** A factor in the server's list. */
export type ListedFactor = z.infer<typeof listedFactorSchema>

/** This device's recovery share R, sealed (HPKE) to one factor. */
export const sealedShareSchema = z.strictObject({ factorId: idSchema, enc: bytesSchema(32), ct: bytesSchema(128) })

/** A recovery share sealed to one factor. */
export type SealedShare = z.infer<typeof sealedShareSchema>

/** Shares that a device sends to the server for one epoch: share A, and R sealed to every factor. */
export const deviceSharesSchema = z.strictObject({
  /** Increases with every new split of this device. */
  epoch: z.number().check(z.int(), z.gte(1)),
  /** Share A (33 bytes). The server seals it under its key-encryption key. */
  share: bytesSchema(64),
  sealed: z.array(sealedShareSchema).check(z.maxLength(20)),
})

/** Shares that a device sends to the server. */
export type DeviceShares = z.infer<typeof deviceSharesSchema>

/** An address that is derived from the seed. */
export const walletAccountSchema = z.strictObject({
  namespace: z.enum(['eip155', 'solana', 'bip122']),
  address: z.string().check(z.maxLength(100)),
  type: z.enum(['eoa', 'smartAccount']),
  /** BIP-32 or SLIP-10 path. */
  path: z.string().check(z.maxLength(60)),
  publicKey: z.string().check(z.maxLength(140)),
})

/** An address that is derived from the seed. */
export type WalletAccount = z.infer<typeof walletAccountSchema>

/** An Ed25519 signature of the wallet's control key over `controlMessage` of this action and the rest of the body. */
const proof = controlProofSchema

/** A control key, and the proof that the wallet's address confirms it. */
const controlClaimSchema = z.strictObject({
  controlKey: controlKeySchema,
  /** Signature of the address over the Keccak-256 digest of `controlKeyClaim`. */
  addressProof: signatureSchema,
})

/** Signature of the control key that allows the vault from before a change of the data key to return. @see returnMessage */
export const vaultReturnSchema = z.strictObject({
  /** Version under which the vault is sealed. */
  version: z.number().check(z.int(), z.gte(1)),
  /** Unix seconds. */
  until: z.number().check(z.int(), z.gte(0)),
  proof: controlProofSchema,
})

/** Signature of the control key that allows an older vault to return. */
export type VaultReturn = z.infer<typeof vaultReturnSchema>

/** A split that a factor opens: share A of a device, and its R sealed to the factor. */
export const recoverySetSchema = z.object({
  /** The device of whose polynomial the two shares are. */
  deviceId: idSchema,
  epoch: z.number(),
  share: bytesSchema(64),
  sealed: sealedShareSchema,
})

/** A split that a factor opens. */
export type RecoverySet = z.infer<typeof recoverySetSchema>

/** The wallet of the logged-in user, with this device's share A, which only this device receives. */
export const getWallet = defineEndpoint({
  method: 'GET',
  path: '/v1/wallet',
  summary: "The sealed wallet and this device's share",
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  response: z.union([
    z.object({ exists: z.literal(false) }),
    z.object({
      exists: z.literal(true),
      walletId: idSchema,
      address: evmAddressSchema,
      vault: vaultBytes,
      /** Increases with every change, also if an older vault returns. */
      vaultVersion: z.number(),
      /** Set while the vault is a returned one: the version under which it is sealed, and the proof. */
      returned: z.nullable(vaultReturnSchema),
      /** Null for a wallet from the time before control keys. */
      controlKey: z.nullable(controlKeySchema),
      custody: z.enum(['self', 'split', 'assisted']),
      accounts: z.array(walletAccountSchema),
      /** For passwords only an entry, unless this device has opened the wallet. */
      factors: z.array(listedFactorSchema),
      /** Null on a device that must recover first, and while the login is locked. */
      share: z.nullable(z.object({ epoch: z.number(), share: bytesSchema(64) })),
      /** The login is locked. A step-up unlocks it. */
      locked: z.boolean(),
      /** Seconds until the login locks without use; null if the project has no lock. */
      locksIn: z.nullable(z.number()),
      /** This device's sealed recovery shares. The device stores them in case the server is gone. */
      sealed: z.array(sealedShareSchema),
      /** Changes of the data key that can be undone, newest first. */
      earlier: z.array(
        z.object({
          archiveId: idSchema,
          /** When the change was made. */
          replacedAt: timeSchema,
          /** Until when it can be undone. */
          until: timeSchema,
          /** Version under which the previous vault is sealed. */
          version: z.number(),
        }),
      ),
      /** Time of the last export. */
      exportedAt: z.nullable(timeSchema),
      /** Export and removal of factors are blocked until then, after a change of the address. */
      frozenUntil: z.nullable(timeSchema),
      /** When the login was moved to another wallet; null while it leads here. */
      loginMovedAt: z.nullable(timeSchema),
    }),
  ]),
  errors: ['session_ended', 'rate_limited'],
})

/** Creates the user's wallet: one per user, permanently. */
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
    ...controlClaimSchema.shape,
    proof,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: ['session_ended', 'step_up_required', 'wallet_exists', 'signature_invalid', 'rate_limited'],
})

/** Releases the shares that a factor needs to open the wallet on a device without a share. At most 10 times an hour, with a notice by mail. */
export const recoverWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/recover',
  summary: 'Shares for recovery by a factor',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ factorId: idSchema }),
  /** Newest first. If one does not open, the client must try the others. */
  response: z.object({ sets: z.array(recoverySetSchema).check(z.maxLength(20)) }),
  errors: ['session_ended', 'step_up_required', 'factor_unknown', 'password_outdated', 'rate_limited'],
})

/** Sets the control key of a wallet without one. The same key again has no effect. */
export const registerControlKey = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/control',
  summary: "Name the wallet's control key",
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ ...controlClaimSchema.shape, proof }),
  response: z.object({}),
  errors: ['session_ended', 'wallet_unknown', 'device_not_enrolled', 'signature_invalid', 'rate_limited'],
})

/**
 * Stores this device's shares: after a recovery, and after the addition of a factor that they are not sealed to. The proof shows that the
 * device has opened the wallet. From then on it counts as enrolled, which every change of the wallet requires.
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
    /** The version of the wallet that the device has opened. */
    vaultVersion: z.number(),
    /** For a wallet without a control key. */
    control: z.optional(controlClaimSchema),
    proof,
  }),
  response: z.object({}),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'signature_invalid',
    'vault_outdated',
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
    /** IDs of all existing passwords, which the new one replaces. A wallet has one password. */
    replaces: z.optional(z.array(idSchema).check(z.maxLength(10))),
    vault: vaultBytes,
    /** The version that `vault` replaces. */
    vaultVersion: z.number(),
    device: deviceSharesSchema,
    proof,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'signature_invalid',
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
  body: z.strictObject({ factorId: idSchema, vault: vaultBytes, vaultVersion: z.number(), proof }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'signature_invalid',
    'factor_unknown',
    'frozen',
    'vault_outdated',
    'rate_limited',
  ],
})

/**
 * Sets a new data key: seals the vault again, removes all other devices, and authenticates every factor again. The previous state is kept
 * for seven days, still sealed, and can be restored.
 */
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
    /** Allows the previous vault to return: for six to thirty days. */
    return: vaultReturnSchema,
    proof,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'signature_invalid',
    'frozen',
    'vault_outdated',
    'epoch_outdated',
    'rate_limited',
  ],
})

/** Asks whether the secret can be shown now, logs it and sends a notice. The server never receives the secret. */
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

/**
 * Reports that the secret was shown on this device while the server did not answer. The device keeps the report until the server accepts
 * it. A repeated report is logged once. The owner gets a mail.
 */
export const reportOfflineExport = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/export/offline',
  summary: 'Report an export without the server',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  whenLocked: 'served',
  body: z.strictObject({
    /** The report's ID, generated by the device. */
    reportId: idSchema,
    kind: z.enum(['mnemonic', 'privateKey', 'keystore']),
    /** When it was shown, by the device's clock. */
    at: z.iso.datetime(),
  }),
  response: z.object({}),
  errors: ['session_ended', 'wallet_unknown', 'device_not_enrolled', 'rate_limited'],
})

/** Stores a vault with imported keys. */
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
    proof,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'signature_invalid',
    'vault_outdated',
    'rate_limited',
  ],
})

/**
 * Returns the state before a change of the data key, with this device's share if it had one. A device that the change removed can open the
 * wallet with it and undo the change.
 */
export const getEarlierWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/earlier',
  summary: 'Records that a change of the data key replaced',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ archiveId: idSchema }),
  response: z.object({
    vault: vaultBytes,
    /** Version under which the vault is sealed. */
    version: z.number(),
    factors: z.array(listedFactorSchema),
    /** Null on a device that had none at that time. */
    share: z.nullable(z.object({ epoch: z.number(), share: bytesSchema(64) })),
  }),
  errors: ['session_ended', 'step_up_required', 'wallet_unknown', 'archive_unknown', 'rate_limited'],
})

/** Undoes a change of the data key, from a device that opened the wallet before or after it. Ends every login. */
export const undoRotation = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/undo',
  summary: 'Take a change of the data key back',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    archiveId: idSchema,
    /** Allows the vault to return on devices that have seen a newer one. */
    return: vaultReturnSchema,
    proof,
  }),
  response: z.object({}),
  errors: [
    'session_ended',
    'step_up_required',
    'wallet_unknown',
    'device_not_enrolled',
    'signature_invalid',
    'archive_unknown',
    'rate_limited',
  ],
})

/** Undoes a change of the data key through the link in the notice. Ends every login. */
export const undoRotationByLink = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/undo/link',
  summary: 'Take a change of the data key back by mail',
  tag: 'Wallet',
  project: 'none',
  body: z.strictObject({ token: linkTokenSchema }),
  response: z.object({ address: evmAddressSchema }),
  errors: ['link_invalid', 'rate_limited'],
})
