import type { Card } from '../src/cards/Card.ts'
import { drawCode } from '../src/ui/drawCode.ts'
import { familyDescriptions } from './familyFixtures.ts'
import * as f from './fixtures.ts'
import * as p from './permissionFixtures.ts'

/** A card in a state to review. */
export type CardScene = { id: string; card: Card; asker?: { origin: string; claimedName: string | null } }

const soon = f.galleryNow + 24_000
const later = f.galleryNow + 583_000
const code = {
  kind: 'code',
  purpose: 'login',
  email: 'mira@example.org',
  resendAt: soon,
  expiresAt: later,
  busy: false,
  failure: null,
} as const satisfies Card
const recover = {
  kind: 'recover',
  methods: ['passkey', 'backupCode', 'oldDevice'],
  address: f.account,
  busy: false,
  failure: null,
} as const satisfies Card
const number = {
  kind: 'number',
  provider: 'google',
  number: '42',
  expiresAt: later,
  isBefore: false,
} as const satisfies Card
const note = { statement: 'I accept the terms of Brass: https://app.brass.example/terms' }
const url = 'https://farcaster.example/~/siwf?channelToken=4b8b9c2e-6a57-4c17-9a6c-2f3f0b8a1d55'
const channel = { url, code: drawCode(url) }
const socialStepUp = {
  kind: 'stepUp',
  method: 'social',
  reason: 'email',
  provider: 'github',
  number: null,
  isWaiting: false,
  failure: null,
} as const satisfies Card
const calls = {
  ...{ kind: 'calls', asker: f.asker, network: 'Base', status: 200 },
  hash: `0x${'5e'.repeat(32)}`,
} as const satisfies Card
const protect = {
  kind: 'protect',
  reason: 'funding',
  passkey: true,
  memoryOnly: false,
  busy: false,
  failure: null,
  skippable: true,
} as const satisfies Card
const security = {
  kind: 'security',
  email: 'mira@example.org',
  provider: null,
  userName: null,
  address: f.account,
  factors: [
    { kind: 'passkey', label: 'Mira’s phone', createdAt: '2026-11-02T09:12:00Z', isOutdated: false },
    { kind: 'backupCode', label: null, createdAt: '2026-11-03T18:40:00Z', isOutdated: false },
  ],
  devices: 2,
  locked: [],
  memoryOnly: false,
  offlineExportAt: null,
  failure: null,
} as const satisfies Card
const refusedPasskey = f.failure('passkey_refused', 'The passkey was not accepted')

/** Every card in every relevant state. */
export const cardScenes: readonly CardScene[] = [
  { id: 'code', card: code },
  { id: 'code-sign-in', card: { ...code, note } },
  { id: 'code-sign-in-plain', card: { ...code, note: { statement: null } } },
  { id: 'code-busy', card: { ...code, busy: true } },
  { id: 'code-wrong', card: { ...code, failure: f.failure('code_wrong', 'This code is incorrect') } },
  {
    id: 'code-limited',
    card: { ...code, failure: { ...f.failure('rate_limited', 'Too many requests'), retryAfter: 90 } },
  },
  { id: 'code-expired', card: { ...code, resendAt: f.galleryNow - 1, expiresAt: f.galleryNow - 1 } },
  { id: 'code-new-address', card: { ...code, purpose: 'emailNew', email: 'mira.a-very-long-name@mail.example.org' } },
  {
    id: 'code-long-origin',
    card: code,
    asker: {
      origin: 'https://preview-42-a-rather-long-branch-name.deployments.brass.example:8443',
      claimedName: 'A site with a name that is a good deal longer than a name has to be',
    },
  },
  {
    id: 'device',
    card: { kind: 'device', email: 'mira@example.org', number: '42', expiresAt: later, failure: null },
  },
  {
    id: 'device-sign-in',
    card: { kind: 'device', email: 'mira@example.org', number: '42', expiresAt: later, failure: null, note },
  },
  {
    id: 'device-expired',
    card: { kind: 'device', email: 'mira@example.org', number: '42', expiresAt: f.galleryNow - 1, failure: null },
  },
  { id: 'recover', card: recover },
  { id: 'recover-busy', card: { ...recover, busy: true } },
  { id: 'recover-failed', card: { ...recover, failure: refusedPasskey } },
  { id: 'recover-without-passkey', card: { ...recover, methods: ['backupCode', 'password'] } },
  { id: 'recover-none', card: { ...recover, methods: [] } },
  { id: 'protect', card: protect },
  { id: 'protect-busy', card: { ...protect, busy: true } },
  { id: 'protect-failed', card: { ...protect, failure: refusedPasskey } },
  { id: 'protect-without-passkey', card: { ...protect, passkey: false, reason: 'creation', skippable: false } },
  { id: 'step-up', card: { kind: 'stepUp', reason: 'email', method: 'passkey', busy: false, failure: null } },
  {
    id: 'step-up-failed',
    card: { kind: 'stepUp', reason: 'factor', method: 'passkey', busy: false, failure: refusedPasskey },
  },
  { id: 'work', card: { kind: 'work' } },
  { id: 'unlock', card: { kind: 'unlock', place: 'card', busy: false, failure: null } },
  { id: 'unlock-window', card: { kind: 'unlock', place: 'window', busy: false, failure: null } },
  { id: 'unlock-failed', card: { kind: 'unlock', place: 'card', busy: false, failure: refusedPasskey } },
  { id: 'channel', card: { kind: 'channel', ...channel, note } },
  { id: 'provider', card: { kind: 'provider', provider: 'google', note } },
  { id: 'number', card: number },
  { id: 'number-before', card: { ...number, isBefore: true } },
  { id: 'number-expired', card: { ...number, expiresAt: f.galleryNow - 1 } },
  { id: 'step-up-social', card: socialStepUp },
  { id: 'step-up-social-waiting', card: { ...socialStepUp, isWaiting: true } },
  { id: 'step-up-social-number', card: { ...socialStepUp, isWaiting: true, number: '42' } },
  {
    id: 'step-up-social-failed',
    card: { ...socialStepUp, failure: f.failure('social_denied', 'The login was canceled at the provider') },
  },
  { id: 'security', card: security },
  { id: 'security-social', card: { ...security, email: null, provider: 'x', userName: 'mira_lang' } },
  {
    id: 'security-away',
    card: { ...security, devices: null, failure: f.failure('network_request_failed', 'Network request failed') },
  },
  {
    id: 'security-password-outdated',
    card: {
      ...security,
      factors: [
        ...security.factors,
        { kind: 'password', label: null, createdAt: '2026-10-01T08:00:00Z', isOutdated: true },
      ],
    },
  },
  { id: 'security-exported', card: { ...security, offlineExportAt: f.galleryNow - 3_600_000 } },
  { id: 'protect-memory', card: { ...protect, memoryOnly: true } },
  {
    id: 'recover-last',
    card: { kind: 'recover', methods: ['oldDevice'], address: f.account, busy: false, failure: null },
  },
  { id: 'security-locked', card: { ...security, locked: [f.friend] } },
  { id: 'security-unprotected', card: { ...security, factors: [], devices: 1, memoryOnly: true } },
  { id: 'refused-action', card: { kind: 'refused', asker: f.asker, method: 'eth_sign', description: null } },
  {
    id: 'refused-sign-in',
    card: { kind: 'refused', asker: f.asker, method: 'personal_sign', description: f.descriptions.refusedSignIn },
  },
  { id: 'approve-reading', card: f.approval(null) },
  ...Object.entries({ ...f.descriptions, ...p.permissionDescriptions, ...familyDescriptions })
    .filter(([name]) => name !== 'refusedSignIn')
    .map(([name, description]) => ({ id: `approve-${kebab(name)}`, card: f.approval(description) })),
  {
    id: 'approve-grant-sponsored',
    card: f.approval(p.permissionDescriptions.grant, { operation: p.sponsored }),
  },
  { id: 'approve-grant-waiting', card: f.approval(p.permissionDescriptions.grant, { state: 'signing' }) },
  {
    id: 'refused-grant',
    card: {
      ...{ kind: 'refused', asker: f.asker, method: 'wallet_grantPermissions' },
      description: p.refusedGrant,
    },
  },
  {
    id: 'approve-operation-sponsored',
    card: f.approval(
      { ...f.descriptions.batch, fee: null, isOperation: true },
      { operation: { sponsor: 'Lantern Paper', setsUp: true, accountType: 'smartAccount' } },
    ),
  },
  {
    id: 'approve-operation-paid',
    card: f.approval(
      { ...f.descriptions.send, transaction: null, isOperation: true },
      { operation: { sponsor: null, setsUp: true, accountType: 'eoa' } },
    ),
  },
  { id: 'calls-pending', card: { ...calls, status: 100, hash: null } },
  { id: 'calls-done', card: calls },
  { id: 'calls-undone', card: { ...calls, status: 500 } },
  { id: 'calls-dropped', card: { ...calls, status: 400, hash: null } },
  { id: 'approve-signing', card: f.approval(f.descriptions.send, { state: 'signing' }) },
  { id: 'approve-place-window', card: f.approval(f.descriptions.send, { place: 'window' }) },
  {
    id: 'approve-place-window-value',
    card: f.approval(f.descriptions.send, { place: 'window', windowReason: 'value' }),
  },
  { id: 'approve-in-window', card: f.approval(f.descriptions.send, { place: 'window', state: 'inWindow' }) },
  { id: 'approve-earlier', card: f.approval(f.descriptions.send, { earlier: [`0x${'5e'.repeat(32)}`] }) },
  {
    id: 'approve-failed',
    card: f.approval(f.descriptions.send, {
      state: 'failed',
      failure: f.failure('upstream_unavailable', 'The network cannot be reached at the moment'),
    }),
  },
]

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
