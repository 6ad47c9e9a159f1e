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

/** An Ed25519 signature of the wallet's control key over `controlMessage` of this action and the rest of the body. */
const proof = controlProofSchema

/** A control key, and the word of the wallet's address that it is its own. */
const controlClaimSchema = z.strictObject({
  controlKey: controlKeySchema,
  /** Signature of the address over the Keccak-256 digest of `controlKeyClaim`. */
  addressProof: signatureSchema,
})

/** The control key's word that the vault of before a change of the data key may come back. @see returnMessage */
export const vaultReturnSchema = z.strictObject({
  /** That the vault is sealed as. */
  version: z.number().check(z.int(), z.gte(1)),
  /** Unix seconds. */
  until: z.number().check(z.int(), z.gte(0)),
  proof: controlProofSchema,
})

/** The control key's word that an older vault may come back. */
export type VaultReturn = z.infer<typeof vaultReturnSchema>

/** A splitting that a factor opens: the auth share A of a device, and its R sealed to the factor. */
export const recoverySetSchema = z.object({
  /** The device whose polynomial the two shares are of. */
  deviceId: idSchema,
  epoch: z.number(),
  share: bytesSchema(64),
  sealed: sealedShareSchema,
})

/** A splitting that a factor opens. */
export type RecoverySet = z.infer<typeof recoverySetSchema>

/** The wallet of the session's user, with this device's auth share: released to its device alone. */
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
      /** Counts up with every change, also when an older vault comes back. */
      vaultVersion: z.number(),
      /** Present while the vault is one that came back: what it is sealed as, and why that is right. */
      returned: z.nullable(vaultReturnSchema),
      /** Null for a wallet that was made before there were control keys. */
      controlKey: z.nullable(controlKeySchema),
      custody: z.enum(['self', 'split', 'assisted']),
      accounts: z.array(walletAccountSchema),
      /** Of passwords only an entry, unless this device has opened the wallet. */
      factors: z.array(listedFactorSchema),
      /** Null on a device that must recover first, and while the session is locked. */
      share: z.nullable(z.object({ epoch: z.number(), share: bytesSchema(64) })),
      /** The session is locked: a step-up unlocks it. */
      locked: z.boolean(),
      /** Seconds until the session locks when nobody uses the wallet; null where the project has no lock. */
      locksIn: z.nullable(z.number()),
      /** This device's sealed recovery shares, kept by the device for the day when the server is gone. */
      sealed: z.array(sealedShareSchema),
      /** Changes of the data key that can be taken back, newest first. */
      earlier: z.array(
        z.object({
          archiveId: idSchema,
          /** When the change was made. */
          replacedAt: timeSchema,
          /** Until when it can be taken back. */
          until: timeSchema,
          /** That the vault of before is sealed as. */
          version: z.number(),
        }),
      ),
      /** When it was exported last. */
      exportedAt: z.nullable(timeSchema),
      /** Export and removal of factors are frozen until then, after a change of the address. */
      frozenUntil: z.nullable(timeSchema),
      /** When the login was led to another wallet; null while it leads here. */
      loginMovedAt: z.nullable(timeSchema),
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
    ...controlClaimSchema.shape,
    proof,
  }),
  response: z.object({ vaultVersion: z.number() }),
  errors: ['session_ended', 'step_up_required', 'wallet_exists', 'signature_invalid', 'rate_limited'],
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
  /** Newest first: one that does not open must not keep the others from being tried. */
  response: z.object({ sets: z.array(recoverySetSchema).check(z.maxLength(20)) }),
  errors: ['session_ended', 'step_up_required', 'factor_unknown', 'password_outdated', 'rate_limited'],
})

/** Names the control key of a wallet that has none yet. Naming the same one again changes nothing. */
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
    /** The version of the wallet that the device has opened. */
    vaultVersion: z.number(),
    /** Of a wallet that has no control key yet. */
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
    /** Ids of the passwords whose place a new password takes: all that there are. A wallet has one password. */
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
 * A new data key: the vault sealed anew, all other devices out, every factor authenticated again. What was there before is kept for
 * seven days, sealed as it is, and can come back.
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
    /** Lets the vault of before come back: six to thirty days long. */
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

/**
 * Reports that the secret was shown on this device while the server did not answer. The device keeps the report until it is taken; one
 * that comes again is noted once. The owner gets a mail.
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
    /** The report's own id, drawn by the device. */
    reportId: idSchema,
    kind: z.enum(['mnemonic', 'privateKey', 'keystore']),
    /** When it was shown, by the device's clock. */
    at: z.iso.datetime(),
  }),
  response: z.object({}),
  errors: ['session_ended', 'wallet_unknown', 'device_not_enrolled', 'rate_limited'],
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
 * What one change of the data key replaced, with this device's share where it had one: a device that the change put out opens the
 * wallet with it and takes the change back.
 */
export const getEarlierWallet = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/earlier',
  summary: 'What a change of the data key replaced',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({ archiveId: idSchema }),
  response: z.object({
    vault: vaultBytes,
    /** That the vault is sealed as. */
    version: z.number(),
    factors: z.array(listedFactorSchema),
    /** Null on a device that had none then. */
    share: z.nullable(z.object({ epoch: z.number(), share: bytesSchema(64) })),
  }),
  errors: ['session_ended', 'step_up_required', 'wallet_unknown', 'archive_unknown', 'rate_limited'],
})

/** Takes a change of the data key back, from a device that opened the wallet before or after it. Every session ends. */
export const undoRotation = defineEndpoint({
  method: 'POST',
  path: '/v1/wallet/undo',
  summary: 'Take a change of the data key back',
  tag: 'Wallet',
  project: 'none',
  auth: 'session',
  body: z.strictObject({
    archiveId: idSchema,
    /** Lets the vault come back on devices that have seen a newer one. */
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

/** Takes a change of the data key back, by the link in the notice. Every session ends. */
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
