import type { WindowPage } from '../cards/Card.ts'
import type { PasskeyEndpoints } from '../login/makePasskey.ts'
import type { UsedPasskey } from '../wallet/lockRecord.ts'
import type { FactorSecret } from '../worker/KeyWorkerCalls.ts'
import type { WindowCalls } from './WindowCalls.ts'

/** First message of a window to the frame that opened it, with a port; both have the same origin. */
export const windowSignal = 'ew:window'

/**
 * The calls on the wire. A separate call asks for a later result. The window itself uses passkeys, because a browser shows their
 * prompt only to the focused page.
 */
export type WireWindowCalls = Omit<WindowCalls, 'recoverWithOldDevice' | 'addPasskey' | 'stepUp' | 'openOffline'> &
  Omit<PasskeyEndpoints, 'finishPasskeyCheck'> & {
    /** The PRF output goes only to the frame, which unlocks a locked wallet with it. */
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

/** Step-up without a passkey. */
const stepUpCalls = ['startStepUp', 'stepUpByCode', 'finishSocial'] as const
/** All step-up calls. */
const confirmingCalls = [...stepUpCalls, 'startPasskeyCheck', 'finishPasskeyCheck'] as const

/** Calls that add a recovery factor, with the step-up before. */
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

/** Allowed calls of each page: the approval window cannot export. */
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
 * Calls that work while the wallet is locked. They read the window's purpose, step up, and recover the wallet with a secret. `decide`
 * is checked against the lock again before anything is signed. Every other call is refused with `step_up_required`.
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
