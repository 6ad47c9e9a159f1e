import type { FamilyPayload } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import type { Factor, SealedShare, WalletAccount } from '@latchkey/protocol/wallet'
import type { Bytes, Keystore } from '@latchkey/vault'
import type { FamilySigned } from '../families/FamilySigned.ts'
import type { FactorSecret } from './KeyWorkerCalls.ts'
import type { LockedBoxOptions } from './openLockedBox.ts'
import type { RecoveryShareOptions } from './openRecoveryShares.ts'
import type { RunCalls } from './runInWorker.ts'

/** What opens a recovery share: a factor's secret as somebody gave it, or a password's once the server has evaluated it. */
export type ShareSecret = FactorSecret | { kind: 'evaluated'; bytes: Bytes }

/**
 * What the key worker has done elsewhere, because a visit seldom needs it and it weighs as much as all the rest: other curves, slow
 * password hashes. Nothing is kept there between two calls; each is given the secrets that it needs and no others.
 */
export type RareCalls = {
  /** The addresses of a seed on every kind of network. */
  deriveAccounts: (options: { seed: Bytes }) => Promise<readonly WalletAccount[]>
  /** The public half of the seed's control key, base64url. */
  controlKey: (options: { seed: Bytes }) => Promise<string>
  /** Signs with the control key: base64url. */
  signControl: (options: { seed: Bytes; message: Bytes }) => Promise<string>
  /** Whether a control key signed a message. */
  verifyControl: (options: { controlKey: string; message: Bytes; proof: string }) => Promise<boolean>
  /** @see openRecoveryShares */
  openRecoveryShares: (options: RecoveryShareOptions) => Promise<readonly (Bytes | null)[]>
  /** A password, blinded for the server. */
  blindPassword: (options: { password: string; walletId: string; factorId: string }) => Promise<{
    blind: Bytes
    blinded: Bytes
  }>
  /** The secret of a password by the server's answer; null for a wrong password. @throws LatchkeyError `response_invalid` */
  checkPassword: (options: {
    password: string
    walletId: string
    factorId: string
    blind: Bytes
    evaluated: Bytes
    bind: string
    address: string
  }) => Promise<Bytes | null>
  /** The box of D, opened with a factor that it was sealed to. @throws LatchkeyError `recovery_failed`, `backup_code_invalid` */
  openLockedBox: (options: LockedBoxOptions) => Promise<Bytes>
  /** The box of D, sealed to factors that this device has seen in its own vault. */
  lockBox: (options: {
    box: Bytes
    factors: readonly Factor[]
    walletId: string
    deviceId: string
    epoch: number
  }) => Promise<readonly SealedShare[]>
  /** R, sealed to every factor that the data key authenticates. */
  sealToFactors: (options: {
    recoveryShare: Bytes
    factors: readonly Factor[]
    dataKey: Bytes
    walletId: string
    deviceId: string
    epoch: number
  }) => Promise<readonly SealedShare[]>
  /** A new factor, authenticated with the data key; a password comes with its key. */
  createFactor: (options: {
    id: string
    secret: FactorSecret
    walletId: string
    address: string
    dataKey: Bytes
    label: string | undefined
    createdAt: string
  }) => Promise<{ factor: Factor; passwordKey: Bytes | null }>
  /** The key of a network that is not Ethereum-like, as its wallets read it. */
  exportKey: (options: { namespace: 'solana' | 'bip122'; seed: Bytes }) => Promise<string>
  /** @see signFamily */
  signFamily: (options: { payload: FamilyPayload; chainId: ChainId; seed: Bytes }) => Promise<FamilySigned>
  createKeystore: (options: { privateKey: Bytes; password: string }) => Promise<Keystore>
  /** New device of a hand-over: a key pair for it, and the answer to whoever has the code. */
  answerHandover: (options: { secret: Bytes }) => Promise<{ privateKey: Bytes; pub: Bytes; mac: Bytes }>
  /** Old device of a hand-over. */
  sealDataKey: (options: {
    dataKey: Bytes
    publicKey: Bytes
    secret: Bytes
    walletId: string
    handoverId: string
  }) => Promise<{ enc: Bytes; ct: Bytes }>
  /** New device of a hand-over. @throws LatchkeyError `recovery_failed` */
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
  'answerHandover',
  'sealDataKey',
  'openDataKey',
] as const satisfies readonly (keyof RareCalls)[]

/** Runs something with the rare calls at hand; what they ran in is gone afterwards. */
export type RunRare = RunCalls<RareCalls>
