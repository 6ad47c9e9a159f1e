import type { SocialProvider } from '@latchkey/protocol'
import type { EndpointResponse } from '@latchkey/protocol/api'
import type {
  Device,
  finishSocialConfirmation,
  LoginMethod,
  listLoginWallets,
  SocialAttempt,
} from '@latchkey/protocol/wallet'
import type { Card, CardFailure } from '../cards/Card.ts'
import type { OfflineExportRecord } from '../device/KeyValueStore.ts'
import type { PermissionStore } from '../permissions/createPermissionStore.ts'
import type { OfflineWays } from '../wallet/createOfflineExit.ts'
import type { PasswordOutcome } from '../wallet/createPasswordRecovery.ts'

/**
 * Calls of a top-level wallet window (`/w/…`) to the frame that opened it. Both have the same origin. The frame keeps login and keys;
 * the visitor enters or reads secrets in the window.
 */
export type WindowCalls = {
  /** Purpose and theme of the window. */
  describe: () => Promise<WindowState>
  /**
   * `/w/approve`: the decision about the shown request. The window checks trust, delay and focus itself.
   *
   * @throws LatchkeyError `request_aborted` if the site aborted it in the meantime
   */
  decide: (options: { id: string; approved: boolean }) => Promise<void>
  /** `/w/unlock`: unlocks the wallet after a step-up. @throws LatchkeyError `step_up_required` before it */
  unlock: () => Promise<void>
  /** `/w/recover`. @throws LatchkeyError `recovery_failed`, `backup_code_invalid` */
  recoverWithBackupCode: (options: { code: string }) => Promise<{ address: string }>
  /**
   * @throws LatchkeyError `rate_limited`, `password_outdated`. A wrong password is no error; the result has the remaining attempts
   */
  recoverWithPassword: (options: { password: string }) => Promise<PasswordOutcome>
  /** Takes the code that the old device shows; resolves when the old device has approved. */
  recoverWithOldDevice: (options: {
    code: string
  }) => Promise<{ matchNumber: string; done: Promise<{ address: string }> }>
  /** Requests the code that confirms a new wallet. @throws LatchkeyError `wallet_protected`, `login_unsettled`, `rate_limited` */
  askNewWallet: () => Promise<{ needsCode: boolean }>
  /** Starts it with the mailed code. @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown` */
  startNewWallet: (options: { otp: string | null }) => Promise<{ address: string }>
  /** `/w/security`. */
  security: () => Promise<SecurityState>
  /**
   * Starts the step-up that the server requires first. It can be by passkey, or by the method that this returns: a sent code, or the
   * login's provider.
   */
  startStepUp: () => Promise<StepUpStart>
  stepUp: (options: { by: 'passkey' } | { by: 'code'; otp: string }) => Promise<{ freshUntil: string | null }>
  /** Starts to add a login with a provider. @throws LatchkeyError `step_up_required`, `social_unavailable` */
  startSocialLink: (options: { provider: SocialProvider }) => Promise<SocialAttempt>
  /** Waits (25 s at most) for the end of a provider's window. @throws LatchkeyError `identity_taken`; the failure of the attempt */
  finishSocial: (options: {
    attemptId: string
    isDetached: boolean
  }) => Promise<EndpointResponse<typeof finishSocialConfirmation>>
  /** @throws LatchkeyError `identity_last`, `step_up_required` */
  removeIdentity: (options: { identityId: string }) => Promise<void>
  /** Permissions of apps on all networks. */
  appSessions: () => ReturnType<PermissionStore['list']>
  /** Returns the cost of revoking one; null: the network has already ended it. */
  sessionEndPrice: (key: PermissionKey) => ReturnType<PermissionStore['price']>
  /** @throws LatchkeyError `session_half_revoked` */
  endSession: (key: PermissionKey) => Promise<void>
  addPasskey: (options: { label: string }) => Promise<void>
  /** The code, which is shown once. It counts after `confirmBackupCode` received it. */
  createBackupCode: () => Promise<{ code: string }>
  confirmBackupCode: (options: { code: string }) => Promise<void>
  /** @throws LatchkeyError `password_weak` */
  addPassword: (options: { password: string }) => Promise<void>
  removeFactor: (options: { factorId: string }) => Promise<void>
  revokeDevice: (options: { deviceId: string }) => Promise<void>
  rotate: () => Promise<void>
  /** Reverts a change of the data key; every login ends. @throws LatchkeyError `archive_unknown`, `wallet_locked` */
  undoRotation: (options: { archiveId: string }) => Promise<void>
  /** Returns the login to its earlier wallet. @throws LatchkeyError `archive_unknown`, `step_up_required` */
  takeLoginBack: (options: { moveId: string }) => Promise<void>
  /**
   * Shows a code for a new device. The device transfer completes after `approveHandover` was called with the same number on both
   * screens.
   */
  startHandover: () => Promise<{ code: string; expiresAt: string }>
  waitForHandover: () => Promise<{ device: string; matchNumber: string }>
  approveHandover: () => Promise<void>
  /** `/w/export`, after the step-up. */
  exportMnemonic: () => Promise<{ mnemonic: string }>
  exportPrivateKey: (options: { namespace: 'eip155' | 'solana' | 'bip122' }) => Promise<{ privateKey: string }>
  exportKeystore: (options: { password: string }) => Promise<{ fileName: string; json: string }>
  /** `/w/export` without a reachable server: the factors that unlock the wallet without it. @throws LatchkeyError `server_reachable` */
  offlineWays: () => Promise<OfflineWays>
  /**
   * Unlocks it with this device and one of them. Later exports are recorded here and reported when the server answers.
   *
   * @throws LatchkeyError `server_reachable`, `offline_factor_new`, `recovery_failed`
   */
  openOffline: (
    options: { by: 'passkey' } | { by: 'backupCode'; code: string } | { by: 'password'; password: string },
  ) => Promise<{ address: string }>
  /** A private key or a recovery phrase. */
  importKey: (options: { secret: string }) => Promise<{ address: string }>
}

/** Identifies a permission of an app. */
export type PermissionKey = { pci: string; chainId: string; account: string }

/** Method of a step-up without a passkey. */
export type StepUpStart = { method: 'code' } | { method: 'social'; provider: SocialProvider; attempt: SocialAttempt }

/** An export on this device while the server did not answer. */
export type OfflineExport = Pick<OfflineExportRecord, 'id' | 'kind' | 'at' | 'isReported'>

/** Purpose and context of the window. */
export type WindowState = {
  theme: { mode: 'light' | 'dark'; accent: string | null }
  language: string
  app: { name: string | null; origin: string }
  address: string | null
  /** Provider of the login; null for an email address. */
  provider: SocialProvider | null
  /** The wallet is locked: its window asks for a step-up first. */
  locked: boolean
  /** `/w/approve`: the request. */
  approval: Extract<Card, { kind: 'approve' }> | null
  /** `/w/recover`: the available methods. */
  methods: readonly ('passkey' | 'backupCode' | 'password' | 'oldDevice')[]
  failure: CardFailure | null
}

/** A recovery factor in the list of the security page. */
export type SecurityFactor = {
  id: string
  kind: 'passkey' | 'backupCode' | 'password'
  /** The owner's name for it. */
  label: string | null
  createdAt: string
  /** A password that a new device cannot use: it must be set again. */
  isOutdated: boolean
}

/** Data of the security page. */
export type SecurityState = {
  email: string | null
  address: string
  custody: 'self' | 'split' | 'assisted'
  factors: readonly SecurityFactor[]
  /** Changes of the data key that can be reverted. */
  earlier: readonly { archiveId: string; replacedAt: string; until: string }[]
  /** The login's account on new devices, and its other wallets. */
  login: EndpointResponse<typeof listLoginWallets>
  devices: readonly Device[]
  identities: readonly LoginMethod[]
  /** Providers that can be added. */
  available: readonly SocialProvider[]
  frozenUntil: string | null
  memoryOnly: boolean
  /** Exports on this device while the server did not answer, the newest first. */
  offlineExports: readonly OfflineExport[]
  /** SHA-384 of this page's release, for comparison with the published one. */
  release: string | null
  log: readonly { seq: number; at: string; event: string; device: string | null }[]
}
