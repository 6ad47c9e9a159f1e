import type { SendPreview, SendState, TrackedTransaction, TransactionStatus, ViewEntry } from '@latchkey/core'
import type { FixtureWorld } from './createFixtureLatchkey.ts'
import * as f from './fixtures.ts'
import type { Scene } from './scenes.ts'

const home: ViewEntry = { name: 'Account', data: undefined }
const sendForm: ViewEntry = { name: 'WalletSend', data: undefined }
const sendPreview: ViewEntry = { name: 'WalletSendPreview', data: undefined }
const sent: ViewEntry = { name: 'WalletSendConfirmed', data: undefined }
const review = [home, sendForm, sendPreview]
const declined = { code: 'user_rejected', message: 'The request was declined in the wallet' } as const

const form = { token: f.dollar, sendTokenAmount: '250', receiverAddress: f.friend, speed: 'standard' } as const
const named = { ...form, receiverAddress: 'fern.local' }
const base = { form, issues: [], receiver: { status: 'none' } } as const
const transactionId = f.trackedSend.id

const send = (state: SendState, history: readonly ViewEntry[], id: string, world: FixtureWorld = {}): Scene => ({
  id,
  world: { connection: f.connected, send: state, ...world },
  history,
})
const inForm = (id: string, state: Partial<Extract<SendState, { status: 'editing' }>>, world: FixtureWorld = {}) =>
  send({ ...base, status: 'editing', ...state }, [home, sendForm], id, world)
const preview = (id: string, change: Partial<SendPreview>) =>
  send({ ...base, status: 'preview', preview: { ...f.preview, ...change } }, review, id)
const sendEmbedded = (state: SendState, id: string): Scene => ({
  id,
  world: { config: f.withWallet, connection: f.embedded, email: f.signedIn, send: state },
  history: review,
})
const ended = (id: string, state: Extract<SendState, { preview: unknown }>): Scene =>
  send(state, [sent], id, { transactions: [f.trackedSend] })

const onItsWay = (id: string, change: { slow?: true; reorged?: true }): Scene =>
  ended(id, {
    ...base,
    status: 'pending',
    preview: f.preview,
    transactionId,
    hash: f.sentHash,
    slow: false,
    reorged: false,
    ...change,
  })

/** A scene of a followed transaction in its own view. */
function tracked(id: string, change: Partial<TrackedTransaction>, world: FixtureWorld = {}): Scene {
  const transaction = { ...f.trackedSend, ...change } as TrackedTransaction
  return {
    id,
    world: { connection: f.connected, transactions: [transaction], ...world },
    history: [home, { name: 'Transaction', data: { id: transaction.id } }],
  }
}
type Pending = Extract<TransactionStatus, { type: 'pending' }>
const pending = (change: Partial<Pending> = {}): Pending => ({
  type: 'pending',
  hash: f.sentHash,
  slow: false,
  reorged: false,
  ...change,
})
const reverted = {
  code: 'transaction_reverted',
  message: 'The transaction failed',
  details: undefined,
  moneyMoved: 'only-network-cost',
} as const
const embeddedWorld: FixtureWorld = { config: f.withWallet, connection: f.embedded, email: f.signedIn }
const underWay: readonly TrackedTransaction[] = [
  { ...f.trackedSwap, id: 'b'.repeat(32), status: { type: 'asked' }, hashes: [] },
  { ...f.trackedSend, id: 'c'.repeat(32), status: { type: 'uncertain' }, hashes: [] },
  { ...f.trackedApproval, id: 'd'.repeat(32), chainId: f.localTwo.caipNetworkId },
  { ...f.trackedSend, id: 'e'.repeat(32), status: pending({ slow: true }), canceling: true },
  { ...f.trackedSend, id: 'f'.repeat(32), status: { type: 'failed', hash: f.sentHash, error: reverted } },
]

/** A network with the same price for every speed. */
export const samePrices = inForm('send-speed-same', {}, { gasPrices: 'same' })

/** Scenes of sending, from an empty form to a final transaction, and of followed transactions. */
export const sendScenes: readonly Scene[] = [
  inForm(
    'send',
    { form: { token: f.ether, sendTokenAmount: '', receiverAddress: '', speed: 'standard' } },
    { contacts: [] },
  ),
  inForm('send-contacts', { form: { ...form, receiverAddress: '' } }),
  inForm('send-filled', {}),
  inForm('send-speed', { form: { ...form, speed: 'fast' } }),
  inForm('send-speed-unknown', {}, { gasPrices: 'unknown' }),
  inForm('send-speed-waiting', {}, { gasPrices: 'never' }),
  inForm('send-name-resolving', { form: named, receiver: { status: 'resolving', name: 'fern.local' } }),
  inForm('send-name-resolved', {
    form: named,
    receiver: { status: 'resolved', name: 'fern.local', address: f.friend, image: null },
  }),
  inForm('send-name-failed', {
    form: named,
    receiver: {
      status: 'failed',
      name: 'fern.local',
      error: { code: 'name_resolve_failed', message: 'Error resolving name' },
    },
  }),
  inForm('send-name-unknown', {
    form: named,
    receiver: {
      status: 'failed',
      name: 'fern.local',
      error: { code: 'name_not_found', message: 'This name is not registered, or it has no address on this network' },
    },
  }),
  inForm('send-issues', {
    form: { ...form, sendTokenAmount: '25000.0000001', receiverAddress: f.friend.replace('Cd', 'cD') },
    issues: [
      {
        field: 'sendTokenAmount',
        code: 'amount_too_precise',
        message: 'The amount has more decimals than the token: 6 at most',
      },
      {
        field: 'receiverAddress',
        code: 'checksum_mismatch',
        message: 'The address has a wrong checksum: a character may be mistyped',
      },
    ],
  }),
  send(
    {
      ...base,
      status: 'failed',
      preview: undefined,
      hash: undefined,
      error: {
        code: 'simulation_failed',
        message: 'The transaction would fail',
        details: 'execution reverted: transfers are paused',
        moneyMoved: 'no',
      },
    },
    [home, sendForm],
    'send-simulation',
  ),
  {
    id: 'send-token',
    world: { connection: f.connected },
    history: [home, sendForm, { name: 'WalletSendSelectToken', data: undefined }],
  },
  preview('send-preview', {}),
  preview('send-preview-name', {
    receiverName: 'fern.local',
    receiverNotice: { type: 'unseen', complete: true },
    speed: 'fast',
  }),
  preview('send-preview-fee', { transferFeeText: '2.5', value: null, networkCostValue: null }),
  preview('send-preview-look-alike', {
    receiver: f.falseFriend,
    receiverNotice: { type: 'look-alike', knownAddress: f.friend, source: 'history' },
  }),
  preview('send-preview-look-alike-contact', {
    receiver: f.falseFriend,
    receiverNotice: { type: 'look-alike', knownAddress: f.friend, source: 'contacts' },
  }),
  preview('send-preview-token-contract', { receiverNotice: { type: 'token-contract' } }),
  preview('send-preview-own', { receiver: f.me, receiverNotice: { type: 'own' } }),
  send({ ...base, status: 'signing', preview: f.preview }, review, 'send-signing'),
  sendEmbedded({ ...base, status: 'preview', preview: f.preview }, 'send-preview-embedded'),
  sendEmbedded({ ...base, status: 'signing', preview: f.preview }, 'send-signing-embedded'),
  send(
    { ...base, status: 'preview', issues: [{ field: 'transaction', ...declined }], preview: f.preview },
    review,
    'send-declined',
  ),
  onItsWay('sent-pending', {}),
  onItsWay('sent-slow', { slow: true }),
  onItsWay('sent-reorged', { reorged: true }),
  ended('sent-confirmed', {
    ...base,
    status: 'confirmed',
    preview: f.preview,
    transactionId,
    hash: f.sentHash,
    block: 41n,
    final: false,
  }),
  ended('sent-final', {
    ...base,
    status: 'confirmed',
    preview: { ...f.preview, receiverName: 'fern.local' },
    transactionId,
    hash: f.sentHash,
    block: 41n,
    final: true,
  }),
  ended('sent-canceled', { ...base, status: 'canceled', preview: f.preview, transactionId, hash: f.sentHash }),
  ended('sent-uncertain', { ...base, status: 'uncertain', preview: f.preview, transactionId }),
  ended('sent-failed', { ...base, status: 'failed', preview: f.preview, hash: f.sentHash, error: reverted }),
  { id: 'account-under-way', world: { connection: f.connected, transactions: underWay }, history: [home] },
  {
    id: 'activity-under-way',
    world: { connection: f.connected, transactions: underWay },
    history: [home, { name: 'Activity', data: undefined }],
  },
  tracked('tracked-asked', { status: { type: 'asked' }, hashes: [], nonce: undefined }),
  tracked('tracked-uncertain', { status: { type: 'uncertain' }, hashes: [], nonce: undefined }),
  tracked('tracked-pending', {}),
  tracked('tracked-slow', { status: pending({ slow: true }) }, embeddedWorld),
  tracked('tracked-reorged', { status: pending({ reorged: true }) }, embeddedWorld),
  tracked('tracked-faster', { hashes: [f.sentHash, `0x${'7b2d'.repeat(16)}`] }, embeddedWorld),
  tracked('tracked-canceling', { canceling: true, hashes: [f.sentHash, `0x${'7b2d'.repeat(16)}`] }, embeddedWorld),
  tracked('tracked-confirmed', { status: { type: 'confirmed', hash: f.sentHash, block: 41n, final: false } }),
  tracked('tracked-canceled', { status: { type: 'canceled', hash: f.sentHash } }),
  tracked('tracked-failed', { status: { type: 'failed', hash: f.sentHash, error: reverted } }),
  tracked('tracked-approval', f.trackedApproval),
  tracked('tracked-swap', f.trackedSwap, embeddedWorld),
]
