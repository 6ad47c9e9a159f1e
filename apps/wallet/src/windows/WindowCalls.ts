import type { SocialProvider } from '@latchkey/protocol'
import type { EndpointResponse } from '@latchkey/protocol/api'
import type {
  Device,
  finishSocialConfirmation,
  Identity,
  listLoginWallets,
  SocialAttempt,
} from '@latchkey/protocol/wallet'
import type { Card, CardFailure } from '../cards/Card.ts'
import type { OfflineExportRecord } from '../device/KeyValueStore.ts'
import type { SessionBook } from '../permissions/createSessionBook.ts'
import type { OfflineWays } from '../wallet/createOfflineExit.ts'
import type { PasswordOutcome } from '../wallet/createPasswordRecovery.ts'

/**
 * What a top-level window of the wallet (`/w/…`) asks of the frame that opened it. Both are of the same origin; the frame keeps
 * session and keys, the window is where a person types or reads secrets.
 */
export type WindowCalls = {
  /** What the window is for, and the look to use. */
  describe: () => Promise<WindowState>
  /**
   * `/w/approve`: the decision about the request that the window shows. The window checks trust, delay and focus itself.
   *
   * @throws LatchkeyError `request_aborted` when the site gave it up meanwhile
   */
  decide: (options: { id: string; approved: boolean }) => Promise<void>
  /** `/w/unlock`: opens the wallet once a step-up was given. @throws LatchkeyError `step_up_required` before it */
  unlock: () => Promise<void>
  /** `/w/recover`. @throws LatchkeyError `recovery_failed`, `backup_code_invalid` */
  recoverWithBackupCode: (options: { code: string }) => Promise<{ address: string }>
  /** @throws LatchkeyError `rate_limited`, `password_outdated`; a wrong password is no error, but says how many tries are left */
  recoverWithPassword: (options: { password: string }) => Promise<PasswordOutcome>
  /** The code that the old device shows; resolves when the old device has approved. */
  recoverWithOldDevice: (options: {
    code: string
  }) => Promise<{ matchNumber: string; done: Promise<{ address: string }> }>
  /** Has the code sent that confirms a new wallet. @throws LatchkeyError `wallet_protected`, `login_unsettled`, `rate_limited` */
  askNewWallet: () => Promise<{ needsCode: boolean }>
  /** Starts it, with the code of the mail. @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown` */
  startNewWallet: (options: { otp: string | null }) => Promise<{ address: string }>
  /** `/w/security`. */
  security: () => Promise<SecurityState>
  /**
   * A step-up must come first where the server says so: by passkey, or in the way that this begins: a code that was sent, or the
   * provider of the login once more.
   */
  startStepUp: () => Promise<StepUpStart>
  stepUp: (options: { by: 'passkey' } | { by: 'code'; otp: string }) => Promise<{ freshUntil: string | null }>
  /** Begins to add a login with a provider. @throws LatchkeyError `step_up_required`, `social_unavailable` */
  startSocialLink: (options: { provider: SocialProvider }) => Promise<SocialAttempt>
  /** Waits (25 s at most) for the end of a window of a provider. @throws LatchkeyError `identity_taken`; how it ended */
  finishSocial: (options: {
    attemptId: string
    isDetached: boolean
  }) => Promise<EndpointResponse<typeof finishSocialConfirmation>>
  /** @throws LatchkeyError `identity_last`, `step_up_required` */
  removeIdentity: (options: { identityId: string }) => Promise<void>
  /** What apps may do without asking, on all networks. */
  appSessions: () => ReturnType<SessionBook['list']>
  /** What ending one of them costs; null: the network knows its end already. */
  sessionEndPrice: (key: SessionKey) => ReturnType<SessionBook['price']>
  /** @throws LatchkeyError `session_half_revoked` */
  endSession: (key: SessionKey) => Promise<void>
  addPasskey: (options: { label: string }) => Promise<void>
  /** The code, to be shown once; it counts when `confirmBackupCode` got it back. */
  createBackupCode: () => Promise<{ code: string }>
  confirmBackupCode: (options: { code: string }) => Promise<void>
  /** @throws LatchkeyError `password_weak` */
  addPassword: (options: { password: string }) => Promise<void>
  removeFactor: (options: { factorId: string }) => Promise<void>
  revokeDevice: (options: { deviceId: string }) => Promise<void>
  rotate: () => Promise<void>
  /** Takes a change of the data key back; every session ends. @throws LatchkeyError `archive_unknown`, `wallet_locked` */
  undoRotation: (options: { archiveId: string }) => Promise<void>
  /** Leads the login back to the wallet that it was led away from. @throws LatchkeyError `archive_unknown`, `step_up_required` */
  takeLoginBack: (options: { moveId: string }) => Promise<void>
  /** Shows a code for a new device and hands the wallet over once `approveHandover` was called with the same number on both screens. */
  startHandover: () => Promise<{ code: string; expiresAt: string }>
  waitForHandover: () => Promise<{ device: string; matchNumber: string }>
  approveHandover: () => Promise<void>
  /** `/w/export`, after the step-up. */
  exportMnemonic: () => Promise<{ mnemonic: string }>
  exportPrivateKey: (options: { namespace: 'eip155' | 'solana' | 'bip122' }) => Promise<{ privateKey: string }>
  exportKeystore: (options: { password: string }) => Promise<{ fileName: string; json: string }>
  /** `/w/export`, when the server cannot be reached: what opens the wallet without it. @throws LatchkeyError `server_reachable` */
  offlineWays: () => Promise<OfflineWays>
  /**
   * Opens it with this device and one of them. What is exported afterwards is written down here and reported when the server answers.
   *
   * @throws LatchkeyError `server_reachable`, `offline_factor_new`, `recovery_failed`
   */
  openOffline: (
    options: { by: 'passkey' } | { by: 'backupCode'; code: string } | { by: 'password'; password: string },
  ) => Promise<{ address: string }>
  /** A private key or a recovery phrase. */
  importKey: (options: { secret: string }) => Promise<{ address: string }>
}

/** Which session of an app is meant. */
export type SessionKey = { pci: string; chainId: string; account: string }

/** How a step-up goes that is not by passkey. */
export type StepUpStart = { method: 'code' } | { method: 'social'; provider: SocialProvider; attempt: SocialAttempt }

/** An export on this device while the server did not answer. */
export type OfflineExport = Pick<OfflineExportRecord, 'id' | 'kind' | 'at' | 'isReported'>

/** What the window is for. */
export type WindowState = {
  theme: { mode: 'light' | 'dark'; accent: string | null }
  language: string
  app: { name: string | null; origin: string }
  address: string | null
  /** With whom the session was signed in; null for an email address. */
  provider: SocialProvider | null
  /** The wallet is locked: its window asks for a step-up first. */
  locked: boolean
  /** `/w/approve`: the request. */
  approval: Extract<Card, { kind: 'approve' }> | null
  /** `/w/recover`: what there is. */
  methods: readonly ('passkey' | 'backupCode' | 'password' | 'oldDevice')[]
  failure: CardFailure | null
}

/** A way back in, as the security page lists it. */
export type SecurityFactor = {
  id: string
  kind: 'passkey' | 'backupCode' | 'password'
  /** What the owner calls it. */
  label: string | null
  createdAt: string
  /** A password that a new device cannot use: it must be set again. */
  isOutdated: boolean
}

/** Everything of the security page. */
export type SecurityState = {
  email: string | null
  address: string
  custody: 'self' | 'split' | 'assisted'
  factors: readonly SecurityFactor[]
  /** Changes of the data key that can be taken back. */
  earlier: readonly { archiveId: string; replacedAt: string; until: string }[]
  /** Where the login leads on a device that is new to it, and its other wallets. */
  login: EndpointResponse<typeof listLoginWallets>
  devices: readonly Device[]
  identities: readonly Identity[]
  /** Providers that could be added. */
  available: readonly SocialProvider[]
  frozenUntil: string | null
  memoryOnly: boolean
  /** Exports on this device while the server did not answer, the newest first. */
  offlineExports: readonly OfflineExport[]
  /** SHA-384 of the pages that run here, for comparison with the published release. */
  release: string | null
  log: readonly { seq: number; at: string; event: string; device: string | null }[]
}
