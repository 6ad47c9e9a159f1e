import type { WindowPage } from '../cards/Card.ts'
import type { PasskeyEndpoints } from '../session/makePasskey.ts'
import type { FactorSecret } from '../worker/KeyWorkerCalls.ts'
import type { WindowCalls } from './WindowCalls.ts'

/** First message of a window to the frame that opened it, with a port; both are of the same origin. */
export const windowSignal = 'ew:window'

/**
 * The calls as they travel: what resolves later is asked for by a call of its own, and passkeys are asked by the window itself, because
 * a browser shows their prompt only to the page that has the focus.
 */
export type WireWindowCalls = Omit<WindowCalls, 'recoverWithOldDevice' | 'addPasskey' | 'stepUp' | 'openOffline'> &
  PasskeyEndpoints & {
    recoverWithOldDevice: (options: { code: string }) => Promise<{ matchNumber: string }>
    waitForOldDevice: () => Promise<{ address: string }>
    addPasskeyFactor: (options: { label: string; credentialId: string; prf: Uint8Array<ArrayBuffer> }) => Promise<void>
    openOfflineWith: (options: { secret: FactorSecret }) => Promise<{ address: string }>
    stepUpByCode: (options: { otp: string }) => Promise<{ freshUntil: string | null }>
  }

/** A confirmation that is not by passkey. */
const stepUpCalls = ['startStepUp', 'stepUpByCode', 'finishSocial'] as const

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
  recover: ['describe', 'recoverWithBackupCode', 'recoverWithPassword', 'recoverWithOldDevice', 'waitForOldDevice'],
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
    'startHandover',
    'waitForHandover',
    'approveHandover',
    'importKey',
  ],
  export: [
    'describe',
    'security',
    ...stepUpCalls,
    'startPasskeyCheck',
    'finishPasskeyCheck',
    'exportMnemonic',
    'exportPrivateKey',
    'exportKeystore',
    'offlineWays',
    'openOfflineWith',
    'importKey',
  ],
}
