import type { FamilyPayload } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import type { Factor, SealedShare, WalletAccount } from '@latchkey/protocol/wallet'
import type { Bytes, Keystore } from '@latchkey/vault'
import type { FamilySigned } from '../families/FamilySigned.ts'
import type { FactorSecret } from './KeyWorkerCalls.ts'
import type { LockedBoxOptions } from './openLockedBox.ts'
import type { RecoveryShareOptions } from './openRecoveryShares.ts'
import type { RunCalls } from './runInWorker.ts'

/** Secret that opens a recovery share: a factor's secret from the visitor, or a password's after the server has evaluated it. */
export type ShareSecret = FactorSecret | { kind: 'evaluated'; bytes: Bytes }

/**
 * Operations that the key worker runs in another worker, because they are rare and as large as all its other code: other curves, slow
 * password hashes. That worker keeps nothing between two calls, and each call gets only the secrets that it needs.
 */
export type RareCalls = {
  /** Returns the addresses of a seed on every kind of network. */
  deriveAccounts: (options: { seed: Bytes }) => Promise<readonly WalletAccount[]>
  /** Returns the public half of the seed's control key, base64url. */
  controlKey: (options: { seed: Bytes }) => Promise<string>
  /** Signs with the control key: base64url. */
  signControl: (options: { seed: Bytes; message: Bytes }) => Promise<string>
  /** Returns whether a control key signed a message. */
  verifyControl: (options: { controlKey: string; message: Bytes; proof: string }) => Promise<boolean>
  /** @see openRecoveryShares */
  openRecoveryShares: (options: RecoveryShareOptions) => Promise<readonly (Bytes | null)[]>
  /** Blinds a password for the server. */
  blindPassword: (options: { password: string; walletId: string; factorId: string }) => Promise<{
    blind: Bytes
    blinded: Bytes
  }>
  /** Returns the secret of a password by the server's answer; null for a wrong password. @throws LatchkeyError `response_invalid` */
  checkPassword: (options: {
    password: string
    walletId: string
    factorId: string
    blind: Bytes
    evaluated: Bytes
    bind: string
    address: string
  }) => Promise<Bytes | null>
  /** Opens the box of D with a factor that it was sealed to. @throws LatchkeyError `recovery_failed`, `backup_code_invalid` */
  openLockedBox: (options: LockedBoxOptions) => Promise<Bytes>
  /** Seals the box of D to factors that this device has seen in its own vault. */
  lockBox: (options: {
    box: Bytes
    factors: readonly Factor[]
    walletId: string
    deviceId: string
    epoch: number
  }) => Promise<readonly SealedShare[]>
  /** Seals R to every factor that the data key authenticates. */
  sealToFactors: (options: {
    recoveryShare: Bytes
    factors: readonly Factor[]
    dataKey: Bytes
    walletId: string
    deviceId: string
    epoch: number
  }) => Promise<readonly SealedShare[]>
  /** Creates a factor, authenticated with the data key; a password comes with its key. */
  createFactor: (options: {
    id: string
    secret: FactorSecret
    walletId: string
    address: string
    dataKey: Bytes
    label: string | undefined
    createdAt: string
  }) => Promise<{ factor: Factor; passwordKey: Bytes | null }>
  /** Exports the key of a network outside of EVM in the format of its wallets. */
  exportKey: (options: { namespace: 'solana' | 'bip122'; seed: Bytes }) => Promise<string>
  /** @see signFamily */
  signFamily: (options: { payload: FamilyPayload; chainId: ChainId; seed: Bytes }) => Promise<FamilySigned>
  createKeystore: (options: { privateKey: Bytes; password: string }) => Promise<Keystore>
  /** New device of a device transfer: creates its key pair, and the answer to the holder of the code. */
  answerDeviceTransfer: (options: { secret: Bytes }) => Promise<{ privateKey: Bytes; pub: Bytes; mac: Bytes }>
  /** Old device of a device transfer. */
  sealDataKey: (options: {
    dataKey: Bytes
    publicKey: Bytes
    secret: Bytes
    walletId: string
    handoverId: string
  }) => Promise<{ enc: Bytes; ct: Bytes }>
  /** New device of a device transfer. @throws LatchkeyError `recovery_failed` */
  openDataKey: (options: {
    privateKey: Bytes
    enc: Bytes
    ct: Bytes
    secret: Bytes
    walletId: string
    handoverId: string
  }) => Promise<Bytes>
}

/** Every function of {@link RareCalls}. */
export const rareCallNames = [
  'deriveAccounts',
  'controlKey',
  'signControl',
  'verifyControl',
  'openRecoveryShares',
  'blindPassword',
  'checkPassword',
  'openLockedBox',
  'lockBox',
  'sealToFactors',
  'createFactor',
  'exportKey',
  'signFamily',
  'createKeystore',
  'answerDeviceTransfer',
  'sealDataKey',
  'openDataKey',
] as const satisfies readonly (keyof RareCalls)[]

/** Runs a function with the rare calls, and ends their worker afterwards. */
export type RunRare = RunCalls<RareCalls>
