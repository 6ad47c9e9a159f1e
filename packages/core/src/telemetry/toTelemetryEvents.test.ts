import { type TelemetryRecord, telemetryEventSchema, telemetryViews, type telemetryWays } from '@latchkey/protocol/api'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { ConnectedAccount, ConnectionState } from '../connection/connectionState.ts'
import type { ConnectorInfo, ConnectorType } from '../connectors/Connector.ts'
import type { ViewEntry, ViewName } from '../modal/ModalFeature.ts'
import { initialSend } from '../send/initialSend.ts'
import type { SendPreview, SendState } from '../send/SendFeature.ts'
import type { SignInState } from '../signIn/SignInFeature.ts'
import { initialSwap } from '../swap/initialSwap.ts'
import { swapPreviewOf } from '../testing/swapFixtures.ts'
import type { TelemetryEvent } from './TelemetryFeature.ts'
import { type KitMoment, toTelemetryEvents } from './toTelemetryEvents.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'a1'.repeat(32)}` as const
const infoOf = (id: string, type: ConnectorType = 'injected', rdns: string | null = null): ConnectorInfo => ({
  ...{ id, namespace: 'eip155', name: id, icon: null, rdns, type },
})
const metamask = infoOf('io.metamask', 'injected', 'io.metamask')
const relayed = infoOf('walletConnect', 'walletConnect')

const quiet: KitMoment = {
  modal: { open: false, history: [], direction: 'forward', shake: undefined, toast: undefined, alert: undefined },
  connection: { status: 'disconnected', connections: [], asking: undefined, failure: undefined },
  signIn: { status: 'off', subject: undefined, required: false, failure: undefined },
  send: initialSend,
  swap: initialSwap,
}
const withView = (entry: ViewEntry): KitMoment['modal'] => ({ ...quiet.modal, open: true, history: [entry] })
const accountOf = (connector: ConnectorInfo, chainId: ConnectedAccount['chainId'] = 'eip155:1'): ConnectedAccount => ({
  ...{ namespace: 'eip155', address, type: 'eoa', chainId, connector },
  caipAddress: `${chainId}:${address}`,
  allAccounts: [{ namespace: 'eip155', address, type: 'eoa' }],
})
const connected = (...accounts: [ConnectedAccount, ...ConnectedAccount[]]): ConnectionState => ({
  ...{ status: 'connected', account: accounts[0], asking: undefined, failure: undefined },
  connections: accounts.map((account) => ({ account, active: true })),
})
const asking = (info: ConnectorInfo): ConnectionState => ({
  ...{ status: 'connecting', connector: info, connections: [], asking: info, failure: undefined },
})
const eventsOf = (before: Partial<KitMoment>, after: Partial<KitMoment>) =>
  toTelemetryEvents({ before: { ...quiet, ...before }, after: { ...quiet, ...after } })

test('default', () => {
  const connect = withView({ name: 'Connect', data: undefined })
  const moments: KitMoment[] = [
    quiet,
    { ...quiet, modal: connect },
    { ...quiet, modal: connect, connection: asking(metamask) },
    { ...quiet, connection: connected(accountOf(metamask)) },
    { ...quiet, connection: connected(accountOf(metamask, 'eip155:8453')) },
    quiet,
  ]
  const events = moments
    .slice(1)
    .flatMap((after, index) => toTelemetryEvents({ before: moments[index] ?? quiet, after }))
  expect(events).toStrictEqual([
    { name: 'modalOpened', view: 'Connect', connected: false },
    { name: 'walletChosen', wallet: 'io.metamask', way: 'injected' },
    { name: 'connected', wallet: 'io.metamask', way: 'injected', namespace: 'eip155' },
    { name: 'modalClosed', connected: true },
    { name: 'networkSwitched', chainId: 'eip155:8453' },
    { name: 'disconnected' },
  ])
})

describe('connections', () => {
  test('behavior: restored and newly selected connections are not events', () => {
    const restoring: ConnectionState = {
      ...{ status: 'reconnecting', connectorId: 'a', connections: [], asking: undefined, failure: undefined },
    }
    const [a, b] = [accountOf(infoOf('a')), accountOf(infoOf('b'), 'eip155:10')]
    expect(eventsOf({ connection: restoring }, { connection: connected(a) })).toStrictEqual([])
    expect(eventsOf({ connection: connected(a) }, { connection: connected(a, b) })).toStrictEqual([])
    expect(eventsOf({ connection: connected(a, b) }, { connection: connected(b, a) })).toStrictEqual([])
  })

  test('behavior: a second wallet while one is selected', () => {
    const first = accountOf(infoOf('a'))
    const before = { connection: { ...connected(first), asking: metamask } }
    expect(eventsOf({ connection: connected(first) }, before)).toMatchObject([{ name: 'walletChosen' }])
    expect(eventsOf(before, { connection: connected(accountOf(metamask), first) })).toStrictEqual([
      { name: 'connected', wallet: 'io.metamask', way: 'injected', namespace: 'eip155' },
    ])
  })

  test('behavior: for WalletConnect it is the wallet whose view is open', () => {
    const modal = withView({ name: 'ConnectingWalletConnect', data: { walletId: 'rainbow' } })
    const list = withView({ name: 'AllWallets', data: undefined })
    const chosen = { name: 'walletChosen', wallet: 'rainbow', way: 'walletConnect' }
    expect(eventsOf({ modal: list }, { modal })).toStrictEqual([chosen])
    expect(eventsOf({}, { modal })).toMatchObject([{ name: 'modalOpened' }, chosen])
    // The connection starts after the visitor's answer in the wallet; returning to its view is not a choice.
    expect(eventsOf({ modal }, { modal, connection: asking(relayed) })).toStrictEqual([])
    expect(eventsOf({ modal: list }, { modal: { ...modal, direction: 'back' } })).toStrictEqual([])
    expect(eventsOf({ modal }, { modal: list })).toStrictEqual([])
    const after = { modal: quiet.modal, connection: connected(accountOf(relayed)) }
    expect(eventsOf({ modal, connection: asking(relayed) }, after)).toContainEqual({
      ...{ name: 'connected', wallet: 'rainbow', way: 'walletConnect', namespace: 'eip155' },
    })
    expect(eventsOf({}, { connection: asking(relayed) })).toMatchObject([{ wallet: 'walletConnect' }])
  })

  test('behavior: signing out of the embedded wallet is one event for all its families', () => {
    const accounts = ['latchkey', 'latchkey:solana', 'latchkey:bip122', 'io.metamask'].map((id) =>
      accountOf(infoOf(id)),
    )
    const before: ConnectionState = {
      ...connected(accountOf(infoOf('latchkey'))),
      connections: accounts.map((account) => ({ account, active: true })),
    }
    expect(eventsOf({ connection: before }, {})).toStrictEqual([{ name: 'disconnected' }, { name: 'disconnected' }])
  })

  test('behavior: a wallet that declines, and a missing one', () => {
    const failure = { code: 'user_rejected', message: 'no', connectorId: 'io.metamask' } as const
    const after: ConnectionState = { ...quiet.connection, status: 'disconnected', failure }
    expect(eventsOf({ connection: asking(metamask) }, { connection: after })).toStrictEqual([
      { name: 'connectFailed', wallet: 'io.metamask', code: 'user_rejected' },
    ])
    expect(eventsOf({ connection: after }, { connection: after })).toStrictEqual([])
    expect(eventsOf({}, { connection: after })).toMatchObject([{ name: 'connectFailed', wallet: 'io.metamask' }])
  })
})

test('behavior: a sign-in counts after the wallet was asked (spec 4.10)', () => {
  const at = (status: SignInState['status'], failure?: SignInState['failure']): Partial<KitMoment> => ({
    signIn: { status, subject: undefined, required: true, failure },
  })
  expect(eventsOf(at('checking'), at('signedIn'))).toStrictEqual([])
  expect(eventsOf(at('needed'), at('signing'))).toStrictEqual([{ name: 'signInRequested' }])
  expect(eventsOf(at('signing'), at('storing'))).toStrictEqual([])
  expect(eventsOf(at('storing'), at('signedIn'))).toStrictEqual([{ name: 'signedIn' }])
  const failure = { code: 'siwx_declined', message: 'Signature declined' } as const
  expect(eventsOf(at('signing'), at('needed', failure))).toStrictEqual([
    { name: 'signInFailed', code: 'siwx_declined' },
  ])
  expect(eventsOf(at('needed', failure), at('needed', failure))).toStrictEqual([])
})

test('behavior: a swap counts when it is submitted, and when it fails', () => {
  const [preview, code] = [swapPreviewOf(), 'swap_mismatch'] as const
  const working = { ...initialSwap, preview, status: 'working', step: 'approve', waitsFor: 'wallet' } as const
  const pending = { ...initialSwap, preview, status: 'pending', transactionId: 'a', hash, slow: false } as const
  const error = { code, message: '', details: undefined, moneyMoved: 'no' } as const
  const failed = { ...initialSwap, preview, status: 'failed', hash: undefined, error } as const
  const swapped = [{ name: 'swapped', chainId: 'eip155:31337' }]
  expect(eventsOf({ swap: working }, { swap: { ...working, step: 'swap' } })).toStrictEqual([])
  expect(eventsOf({ swap: working }, { swap: pending })).toStrictEqual(swapped)
  expect(eventsOf({ swap: failed }, { swap: pending })).toStrictEqual(swapped)
  const again = { ...pending, status: 'confirmed', received: '2' } as const
  expect(eventsOf({ swap: again }, { swap: pending })).toStrictEqual([])
  expect(eventsOf({ swap: working }, { swap: failed })).toStrictEqual([{ name: 'swapFailed', code }])
  const issues = [{ field: 'transaction', code: 'user_rejected', message: '' }] as const
  const declined = { ...initialSwap, preview, status: 'preview', issues } as const
  expect(eventsOf({ swap: working }, { swap: declined })).toStrictEqual([{ name: 'swapFailed', code: 'user_rejected' }])
})

test('behavior: a send counts when it is submitted, and when it fails', () => {
  const preview = { chainId: 'eip155:1', from: address, receiver: address } as unknown as SendPreview
  const { form, receiver } = initialSend
  const typed = { form, receiver, issues: [], preview }
  const transactionId = '1'.repeat(32)
  const signing: SendState = { status: 'signing', ...typed }
  const pending: SendState = { status: 'pending', ...typed, transactionId, hash, slow: false, reorged: false }
  const error = { code: 'transaction_reverted', message: 'no', details: undefined, moneyMoved: 'unknown' } as const
  const failed: SendState = { status: 'failed', ...typed, hash: undefined, error }
  const uncertain: SendState = { status: 'uncertain', ...typed, transactionId, error }
  const issue = { field: 'transaction', code: 'user_rejected', message: 'no' } as const
  const declined: SendState = { status: 'preview', ...typed, issues: [issue] }
  const sent = [{ name: 'sent', chainId: 'eip155:1' }]
  expect(eventsOf({ send: signing }, { send: pending })).toStrictEqual(sent)
  expect(eventsOf({ send: signing }, { send: uncertain })).toStrictEqual([
    { name: 'sendFailed', code: 'transaction_reverted' },
  ])
  expect(eventsOf({ send: uncertain }, { send: pending })).toStrictEqual(sent)
  expect(eventsOf({ send: { ...pending, reorged: true } }, { send: pending })).toStrictEqual([])
  expect(eventsOf({}, { send: pending })).toStrictEqual([])
  expect(eventsOf({ send: pending }, { send: { ...pending, slow: true } })).toStrictEqual([])
  expect(eventsOf({ send: pending }, { send: { ...failed, hash } })).toStrictEqual([
    { name: 'sendFailed', code: 'transaction_reverted' },
  ])
  expect(eventsOf({ send: signing }, { send: declined })).toStrictEqual([{ name: 'sendFailed', code: 'user_rejected' }])
  expect(eventsOf({ send: declined }, { send: { ...signing } })).toStrictEqual([])
})

test('behavior: for random states of the kit, events match the contract and identify no one', () => {
  const connector = fc.constantFrom(metamask, relayed, infoOf('solana:Phantom'), infoOf('latchkey', 'embedded'))
  const connection = fc.oneof(
    fc.constant(quiet.connection),
    connector.map(asking),
    fc
      .tuple(connector, fc.constantFrom('eip155:1' as const, 'eip155:10' as const))
      .map(([info, chainId]) => connected(accountOf(info, chainId))),
  )
  const modal = fc.constantFrom(
    quiet.modal,
    withView({ name: 'Transaction', data: { hash, chainId: 'eip155:1' } }),
    withView({ name: 'RegisterAccountNameSuccess', data: { name: 'ada.eth' } }),
  )
  const moment = fc.record({ modal, connection }).map((part): KitMoment => ({ ...quiet, ...part }))
  fc.assert(
    fc.property(moment, moment, (before, after) => {
      for (const event of toTelemetryEvents({ before, after })) {
        expect(telemetryEventSchema.safeParse(event).success).toBe(true)
        expect(JSON.stringify(event)).not.toMatch(/0x|ada|@/)
      }
    }),
  )
})

test('behavior: the server knows every view and every connector type', () => {
  expectTypeOf<ViewName>().toEqualTypeOf<(typeof telemetryViews)[number]>()
  expectTypeOf<ConnectorType>().toExtend<(typeof telemetryWays)[number]>()
  expectTypeOf<TelemetryEvent>().toExtend<TelemetryRecord>()
  expect(new Set(telemetryViews).size).toBe(telemetryViews.length)
})
