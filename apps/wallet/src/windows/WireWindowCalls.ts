import type { WindowPage } from '../cards/Card.ts'
import type { PasskeyEndpoints } from '../session/makePasskey.ts'
import type { UsedPasskey } from '../wallet/lockRecord.ts'
import type { FactorSecret } from '../worker/KeyWorkerCalls.ts'
import type { WindowCalls } from './WindowCalls.ts'

/** First message of a window to the frame that opened it, with a port; both are of the same origin. */
export const windowSignal = 'ew:window'

/**
 * The calls as they travel: what resolves later is asked for by a call of its own, and passkeys are asked by the window itself, because
 * a browser shows their prompt only to the page that has the focus.
 */
export type WireWindowCalls = Omit<WindowCalls, 'recoverWithOldDevice' | 'addPasskey' | 'stepUp' | 'openOffline'> &
  Omit<PasskeyEndpoints, 'finishPasskeyCheck'> & {
    /** The PRF bytes go to the frame alone, which opens a locked wallet with them. */
    finishPasskeyCheck: (options: {
      challengeId: string
      response: Record<string, unknown>
      passkey?: UsedPasskey
    }) => Promise<{ freshUntil: string }>
    recoverWithOldDevice: (options: { code: string }) => Promise<{ matchNumber: string }>
    waitForOldDevice: () => Promise<{ address: string }>
    addPasskeyFactor: (options: { label: string; credentialId: string; prf: Uint8Array<ArrayBuffer> }) => Promise<void>
    openOfflineWith: (options: { secret: FactorSecret }) => Promise<{ address: string }>
    stepUpByCode: (options: { otp: string }) => Promise<{ freshUntil: string | null }>
  }

/** A confirmation that is not by passkey. */
const stepUpCalls = ['startStepUp', 'stepUpByCode', 'finishSocial'] as const
/** Every confirmation. */
const confirmingCalls = [...stepUpCalls, 'startPasskeyCheck', 'finishPasskeyCheck'] as const

/** What adding a way back in takes, with the confirmation before it. */
const addingCalls = [
  ...stepUpCalls,
  'startPasskey',
  'registerPasskey',
  'startPasskeyCheck',
  'finishPasskeyCheck',
  'addPasskeyFactor',
  'createBackupCode',
  'confirmBackupCode',
  'addPassword',
] as const satisfies readonly (keyof WireWindowCalls)[]

/** Which calls each page may make: the approval window cannot export. */
export const permittedCalls: Record<WindowPage, readonly (keyof WireWindowCalls)[]> = {
  approve: ['describe', 'decide'],
  unlock: ['describe', 'unlock', ...confirmingCalls],
  recover: [
    'describe',
    'recoverWithBackupCode',
    'recoverWithPassword',
    'recoverWithOldDevice',
    'waitForOldDevice',
    'askNewWallet',
    'startNewWallet',
    ...confirmingCalls,
  ],
  protect: ['describe', ...addingCalls],
  security: [
    'describe',
    'security',
    ...addingCalls,
    'appSessions',
    'sessionEndPrice',
    'endSession',
    'startSocialLink',
    'removeIdentity',
    'removeFactor',
    'revokeDevice',
    'rotate',
    'undoRotation',
    'takeLoginBack',
    'startHandover',
    'waitForHandover',
    'approveHandover',
    'importKey',
  ],
  export: [
    'describe',
    'security',
    ...confirmingCalls,
    'exportMnemonic',
    'exportPrivateKey',
    'exportKeystore',
    'offlineWays',
    'openOfflineWith',
    'importKey',
  ],
}

/**
 * What a window may call while the wallet is locked: to say what it is for, to confirm, to give a secret that opens the wallet, and to take
 * a decision that is held against the lock once more before anything is signed. Every other call is refused with `step_up_required`.
 */
export const callsWhenLocked = [
  'describe',
  'decide',
  'unlock',
  ...confirmingCalls,
  'recoverWithBackupCode',
  'recoverWithPassword',
  'recoverWithOldDevice',
  'waitForOldDevice',
  'offlineWays',
  'openOfflineWith',
] as const satisfies readonly (keyof WireWindowCalls)[]
