import { ServiceError } from '@latchkey/protocol/errors'
import type { WindowPage } from '../src/cards/Card.ts'
import type { MailCalls } from '../src/windows/MailCalls.ts'
import type { SecurityState, WindowCalls, WindowState } from '../src/windows/WindowCalls.ts'
import * as f from './fixtures.ts'
import * as p from './permissionFixtures.ts'
import { type PopupScene, popupScenes } from './popupScenes.ts'

/** Actions before the screenshot, by the labels of buttons and fields. */
export type SceneStep = { press: string } | { check: string } | { fill: string; text: string } | { hold: string }

/** A window in a state to review. */
export type WindowScene = {
  id: string
  steps?: readonly SceneStep[]
} & (
  | { page: WindowPage; state?: Partial<WindowState>; calls?: Partial<WindowCalls>; alone?: boolean }
  | { page: 'popup'; popup: PopupScene['popup'] }
  | { page: 'device' | 'login' | 'undo' | 'rotation' | 'return'; mail?: Partial<MailCalls>; token?: string | null }
)

const never = () => new Promise<never>(() => {})
const refuse = (code: ConstructorParameters<typeof ServiceError>[0], retryAfter?: number) => async () => {
  throw new ServiceError(code, { retryAfter })
}
const bytes = 'A'.repeat(43)
const typedPassword: readonly SceneStep[] = [
  { press: 'Password' },
  { fill: 'Password', text: 'copper lantern over the quiet harbor' },
  { press: 'Open wallet' },
]

/** A full security page. */
export const security: SecurityState = {
  email: 'mira@example.org',
  address: f.account,
  custody: 'self',
  factors: [
    {
      id: '0b6b3a52-6f0f-4f4b-9b5f-9f6f0a6f2a11',
      kind: 'passkey',
      label: 'Mira’s phone',
      createdAt: '2026-11-02T09:12:00Z',
      isOutdated: false,
    },
    {
      id: '0b6b3a52-6f0f-4f4b-9b5f-9f6f0a6f2a12',
      kind: 'backupCode',
      label: null,
      createdAt: '2026-11-03T18:40:00Z',
      isOutdated: false,
    },
  ],
  earlier: [],
  login: { leadsHere: true, wallets: [], takeBack: null },
  devices: [
    {
      id: '7a0d8c4e-2f6f-4c26-8d52-6bb3c2a4a101',
      name: 'Chromium on Linux',
      hostOrigin: 'https://app.brass.example',
      createdAt: '2026-11-02T09:10:00Z',
      lastSeenAt: '2026-11-20T14:03:00Z',
      current: true,
      enrolled: true,
    },
    {
      id: '7a0d8c4e-2f6f-4c26-8d52-6bb3c2a4a102',
      name: 'Safari on iPhone',
      hostOrigin: 'https://app.brass.example',
      createdAt: '2026-11-05T21:44:00Z',
      lastSeenAt: '2026-11-18T07:20:00Z',
      current: false,
      enrolled: true,
    },
  ],
  identities: [
    {
      id: '3f6d1c1e-7f5e-4a39-9d0e-2d6a0f5a3b01',
      kind: 'email',
      label: 'mira@example.org',
      addedAt: '2026-11-02T09:10:00Z',
    },
    {
      id: '3f6d1c1e-7f5e-4a39-9d0e-2d6a0f5a3b02',
      kind: 'github',
      label: 'mira-lang',
      addedAt: '2026-11-18T16:20:00Z',
    },
  ],
  available: ['google', 'apple', 'x', 'discord', 'facebook', 'farcaster'],
  frozenUntil: null,
  memoryOnly: false,
  offlineExports: [],
  release: 'sha384-tAm5lOvLwUWJg4WBKBRrwjdFOvwYSyyXWZIPDCxUYN1r6zJAF+bhvYfqYxo4RlBy',
  log: [
    { seq: 9, at: '2026-11-20T14:03:00Z', event: 'share.released', device: 'Chromium on Linux' },
    { seq: 8, at: '2026-11-20T14:02:40Z', event: 'otp.ok', device: 'Chromium on Linux' },
    { seq: 7, at: '2026-11-20T14:02:10Z', event: 'otp.sent', device: 'Chromium on Linux' },
    { seq: 6, at: '2026-11-05T21:44:00Z', event: 'device.enrolled', device: 'Safari on iPhone' },
    { seq: 5, at: '2026-11-03T18:40:00Z', event: 'recovery.added', device: 'Chromium on Linux' },
    { seq: 4, at: '2026-11-02T09:12:00Z', event: 'wallet.created', device: 'Chromium on Linux' },
  ],
}

const socialAttempt = {
  attemptId: '5c0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c77',
  handshake: bytes,
  number: '42',
  popupUrl: 'about:blank',
  expiresAt: new Date(f.galleryNow + 595_000).toISOString(),
}

/** The security page of a visitor who also has a password. */
const withPassword = (isOutdated: boolean): SecurityState => {
  const id = '0b6b3a52-6f0f-4f4b-9b5f-9f6f0a6f2a13'
  const password = { id, kind: 'password', label: null, createdAt: '2026-10-01T08:00:00Z', isOutdated } as const
  return { ...security, factors: [...security.factors, password] }
}

/** State that a window receives from its frame. */
export const windowState: WindowState = {
  theme: { mode: 'dark', accent: null },
  language: 'en',
  app: { name: 'Brass', origin: 'https://app.brass.example' },
  address: f.account,
  provider: null,
  locked: false,
  approval: null,
  methods: ['passkey', 'backupCode', 'password', 'oldDevice'],
  failure: null,
}

/** A frame that answers. */
export const windowCalls: WindowCalls = {
  describe: async () => windowState,
  decide: async () => {},
  unlock: async () => {},
  recoverWithBackupCode: async () => ({ address: f.account }),
  recoverWithPassword: async () => ({ address: f.account }),
  recoverWithOldDevice: async () => ({ matchNumber: '418 052', done: never() }),
  askNewWallet: async () => ({ needsCode: true }),
  startNewWallet: async () => ({ address: f.friend }),
  takeLoginBack: async () => {},
  security: async () => security,
  appSessions: async () => ({ sessions: [], failed: [] }),
  sessionEndPrice: async () => ({ sponsor: 'Lantern Paper', cost: null }),
  endSession: async () => {},
  startStepUp: async () => ({ method: 'code' }),
  startSocialLink: async () => socialAttempt,
  finishSocial: never,
  removeIdentity: async () => {},
  stepUp: async () => ({ freshUntil: '2026-11-20T14:10:00Z' }),
  addPasskey: async () => {},
  createBackupCode: async () => ({ code: '7K3M-Q9TZ-4XVB-1C8W-RJ2H-6FDN-Y5PA' }),
  confirmBackupCode: async () => {},
  addPassword: async () => {},
  removeFactor: async () => {},
  revokeDevice: async () => {},
  rotate: async () => {},
  undoRotation: async () => {},
  startHandover: async () => ({
    code: '9V2K-71QD-M4TB-XC0A-6RHF-3ZJW-8PEN-5GYS-K2VD-Q7MT-4BXC',
    expiresAt: new Date(f.galleryNow + 595_000).toISOString(),
  }),
  waitForHandover: never,
  approveHandover: async () => {},
  offlineWays: async () => ({ methods: ['passkey', 'backupCode', 'password'], credentialIds: [] }),
  openOffline: never,
  exportMnemonic: async () => ({
    mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  }),
  exportPrivateKey: async () => ({
    privateKey: '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  }),
  exportKeystore: async () => ({ fileName: 'wallet.json', json: '{}' }),
  importKey: async () => ({ address: f.friend }),
}

const back = { moveId: '7a0d8c4e-2f6f-4c26-8d52-6bb3c2a4a501', until: '2026-12-19T11:20:00Z' }

/** A login that leads to a new wallet. */
const begunAgain = {
  leadsHere: true,
  wallets: [{ address: f.friend, leftAt: '2026-11-19T11:20:00Z' }],
  takeBack: back,
}

const renewed = [
  {
    archiveId: '7a0d8c4e-2f6f-4c26-8d52-6bb3c2a4a401',
    replacedAt: '2026-11-20T11:20:00Z',
    until: '2026-11-27T11:20:00Z',
  },
]

/** A server that answers the pages behind links in emails. */
export const mailCalls: MailCalls = {
  inspectDeviceLink: async () => ({
    app: 'Brass',
    hostOrigin: 'https://app.brass.example',
    device: 'Safari on iPhone',
    askedAt: '2026-11-20T14:04:10Z',
  }),
  approveDevice: async () => ({ next: 'code' }),
  inspectLoginNotice: async () => ({
    app: 'Brass',
    hostOrigin: 'https://app.brass.example',
    device: 'Firefox on Windows',
    at: '2026-03-02T08:41:00Z',
  }),
  endLogin: async () => ({ isEnrolled: false }),
  undoEmailChange: async () => ({ email: 'mira@example.org' }),
  undoRotation: async () => ({ address: f.account }),
  takeLoginBack: async () => ({ address: f.account }),
}

const approve = (approval: WindowState['approval']): Partial<WindowState> => ({ approval })
const stepUp = { security: async () => security, addPasskey: refuse('step_up_required') }

/** Every window in every relevant state. */
export const windowScenes: readonly WindowScene[] = [
  { id: 'window-alone', page: 'security', alone: true },
  { id: 'window-approve', page: 'approve', state: approve(f.approval(f.descriptions.approveUnlimited)) },
  {
    id: 'window-approve-grant',
    page: 'approve',
    state: approve(f.approval(p.permissionDescriptions.grant, { operation: p.sponsored })),
  },
  {
    id: 'window-approve-grant-calls',
    page: 'approve',
    state: approve(f.approval(p.permissionDescriptions.grantCalls)),
  },
  { id: 'window-approve-typed', page: 'approve', state: approve(f.approval(f.descriptions.typed)) },
  { id: 'window-approve-gone', page: 'approve' },
  { id: 'window-recover', page: 'recover' },
  {
    id: 'window-recover-wrong',
    page: 'recover',
    calls: { recoverWithBackupCode: refuse('backup_code_invalid') },
    steps: [{ fill: 'Backup code', text: '7k3mq9tz4xvb1c8wrj2h6fdny5pb' }, { press: 'Open wallet' }],
  },
  { id: 'window-recover-password', page: 'recover', steps: [{ press: 'Password' }] },
  {
    id: 'window-recover-password-wrong',
    page: 'recover',
    calls: { recoverWithPassword: async () => ({ triesLeft: 7 }) },
    steps: typedPassword,
  },
  {
    id: 'window-recover-password-spent',
    page: 'recover',
    calls: { recoverWithPassword: refuse('rate_limited', 83_000) },
    steps: typedPassword,
  },
  {
    id: 'window-recover-password-outdated',
    page: 'recover',
    calls: { recoverWithPassword: refuse('password_outdated') },
    steps: typedPassword,
  },
  {
    id: 'window-recover-password-away',
    page: 'recover',
    calls: { recoverWithPassword: refuse('network_request_failed') },
    steps: typedPassword,
  },
  {
    id: 'window-recover-old-device',
    page: 'recover',
    steps: [
      { press: 'Other device' },
      { fill: 'Code of the other device', text: '9v2k71qdm4tbxc0a6rhf3zjw8pen5gysk2vdq7mt4bxc' },
      { press: 'Continue' },
    ],
  },
  {
    id: 'window-recover-done',
    page: 'recover',
    steps: [{ fill: 'Backup code', text: '7k3mq9tz4xvb1c8wrj2h6fdny5pa' }, { press: 'Open wallet' }],
  },
  { id: 'window-recover-last', page: 'recover', state: { methods: ['oldDevice'] } },
  {
    id: 'window-recover-anew',
    page: 'recover',
    state: { methods: ['oldDevice'], address: f.account },
    steps: [{ press: 'I no longer have that device' }],
  },
  { id: 'window-recover-none', page: 'recover', state: { methods: ['passkey'] } },
  { id: 'window-protect', page: 'protect' },
  { id: 'window-protect-code', page: 'protect', steps: [{ press: 'Show my code' }] },
  {
    id: 'window-protect-confirm',
    page: 'protect',
    steps: [
      { press: 'Show my code' },
      { press: 'I have written it down' },
      { fill: 'Enter it once more', text: '7K3M' },
      { press: 'Save backup code' },
    ],
  },
  {
    id: 'window-security-sessions',
    page: 'security',
    calls: { appSessions: async () => ({ sessions: p.appSessions, failed: ['Local Two'] }) },
  },
  { id: 'window-unlock', page: 'unlock', state: { locked: true }, calls: { unlock: refuse('step_up_required') } },
  { id: 'window-security', page: 'security' },
  { id: 'window-security-password-outdated', page: 'security', calls: { security: async () => withPassword(true) } },
  {
    id: 'window-security-password-change',
    page: 'security',
    calls: { security: async () => withPassword(false) },
    steps: [{ press: 'Change the password' }],
  },
  {
    id: 'window-security-locked',
    page: 'security',
    state: { locked: true },
    calls: { security: refuse('step_up_required') },
  },
  {
    id: 'window-security-unprotected',
    page: 'security',
    calls: {
      security: async () => ({
        ...security,
        factors: [],
        devices: security.devices.slice(0, 1),
        frozenUntil: '2026-11-21T14:00:00Z',
        memoryOnly: true,
        log: [],
      }),
    },
  },
  { id: 'window-security-failed', page: 'security', calls: { security: refuse('network_request_failed') } },
  {
    id: 'window-security-only-login',
    page: 'security',
    calls: { security: async () => ({ ...security, identities: security.identities.slice(1), available: ['google'] }) },
  },
  { id: 'window-security-add-login', page: 'security', steps: [{ press: 'Add Google' }] },
  {
    id: 'window-security-login-taken',
    page: 'security',
    calls: { startSocialLink: refuse('identity_taken') },
    steps: [{ press: 'Add Google' }],
  },
  {
    id: 'window-security-step-up-social',
    page: 'security',
    state: { provider: 'github' },
    calls: {
      ...stepUp,
      startStepUp: async () => ({ method: 'social', provider: 'github', attempt: socialAttempt }),
    },
    steps: [{ press: 'Add a passkey' }, { press: 'Sign in with GitHub' }],
  },
  {
    id: 'window-security-begun',
    page: 'security',
    calls: { security: async () => ({ ...security, login: begunAgain }) },
  },
  {
    id: 'window-security-moved',
    page: 'security',
    calls: {
      security: async () => ({
        ...security,
        login: { ...begunAgain, leadsHere: false, takeBack: { ...back, until: null } },
      }),
    },
  },
  {
    id: 'window-security-renewed',
    page: 'security',
    calls: { security: async () => ({ ...security, earlier: renewed }) },
  },
  {
    id: 'window-security-take-back',
    page: 'security',
    calls: { security: async () => ({ ...security, earlier: renewed }) },
    steps: [{ press: 'Undo the renewal' }],
  },
  { id: 'window-security-put-out', page: 'security', steps: [{ press: 'Sign out' }] },
  { id: 'window-security-step-up', page: 'security', calls: stepUp, steps: [{ press: 'Add a passkey' }] },
  {
    id: 'window-security-step-up-code',
    page: 'security',
    calls: stepUp,
    steps: [{ press: 'Add a passkey' }, { press: 'Send a code by email' }],
  },
  {
    id: 'window-security-password',
    page: 'security',
    steps: [{ press: 'Set a password' }, { fill: 'New password', text: 'copper lantern over the quiet harbor' }],
  },
  {
    id: 'window-security-password-weak',
    page: 'security',
    steps: [{ press: 'Set a password' }, { fill: 'New password', text: 'password123456' }],
  },
  {
    id: 'window-security-handover',
    page: 'security',
    steps: [{ press: 'Transfer to a new device' }, { press: 'Show a code' }],
  },
  {
    id: 'window-security-handover-compare',
    page: 'security',
    calls: { waitForHandover: async () => ({ device: 'Firefox on Windows', matchNumber: '418 052' }) },
    steps: [{ press: 'Transfer to a new device' }, { press: 'Show a code' }],
  },
  { id: 'window-security-lost', page: 'security', steps: [{ press: 'I lost a device' }] },
  { id: 'window-export', page: 'export' },
  {
    id: 'window-export-phrase',
    page: 'export',
    steps: [{ check: 'No one can see my screen, and no one told me to do this.' }, { hold: 'Press and hold to show' }],
  },
  {
    id: 'window-export-key',
    page: 'export',
    steps: [
      { press: 'Key' },
      { check: 'No one can see my screen, and no one told me to do this.' },
      { hold: 'Press and hold to show' },
    ],
  },
  {
    id: 'window-export-offline',
    page: 'export',
    calls: { exportKeystore: refuse('network_request_failed') },
    steps: [
      { press: 'File' },
      { fill: 'Password of the file', text: 'brass kettle on a windy quay' },
      { press: 'Save file' },
      { press: 'Backup code' },
    ],
  },
  { id: 'window-export-file', page: 'export', steps: [{ press: 'File' }] },
  { id: 'window-export-import', page: 'export', steps: [{ press: 'Import' }] },
  { id: 'window-device', page: 'device' },
  {
    id: 'window-device-wrong',
    page: 'device',
    mail: { approveDevice: refuse('number_wrong') },
    steps: [{ fill: 'Two-digit number', text: '17' }, { press: 'Let it in' }],
  },
  {
    id: 'window-device-done',
    page: 'device',
    steps: [{ fill: 'Two-digit number', text: '42' }, { press: 'Let it in' }],
  },
  { id: 'window-device-gone', page: 'device', mail: { inspectDeviceLink: refuse('link_invalid') } },
  { id: 'window-device-offline', page: 'device', mail: { inspectDeviceLink: refuse('network_request_failed') } },
  { id: 'window-login', page: 'login' },
  { id: 'window-login-done', page: 'login', steps: [{ press: 'End this login' }] },
  {
    id: 'window-login-done-holds',
    page: 'login',
    mail: { endLogin: async () => ({ isEnrolled: true }) },
    steps: [{ press: 'End this login' }],
  },
  { id: 'window-return', page: 'return' },
  { id: 'window-return-done', page: 'return', steps: [{ press: 'Lead it back' }] },
  { id: 'window-rotation', page: 'rotation' },
  { id: 'window-rotation-done', page: 'rotation', steps: [{ press: 'Undo the renewal' }] },
  { id: 'window-undo', page: 'undo' },
  ...popupScenes,
  { id: 'window-undo-done', page: 'undo', steps: [{ press: 'Restore the old address' }] },
]
