import type { ConnectionState } from '../connection/connectionState.ts'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import { embeddedIdOf, isEmbeddedId } from '../connectors/embedded/embeddedIdOf.ts'
import type { ModalState } from '../modal/ModalFeature.ts'
import type { SendState } from '../send/SendFeature.ts'
import type { SignInState } from '../signIn/SignInFeature.ts'
import type { SwapState } from '../swap/SwapFeature.ts'
import type { TelemetryEvent } from './TelemetryFeature.ts'

/** Snapshot of the kit. */
export type KitMoment = {
  modal: ModalState
  connection: ConnectionState
  signIn: SignInState
  send: SendState
  swap: SwapState
}

/** Returns the events between two snapshots, without addresses, emails or hashes. */
export function toTelemetryEvents({ before, after }: { before: KitMoment; after: KitMoment }): TelemetryEvent[] {
  const shown = [...readModal(before, after)]
  const happened = [
    ...readConnection(before, after),
    ...readSignIn(before.signIn, after.signIn),
    ...readSend(before.send, after.send),
    ...readSwap(before.swap, after.swap),
  ]
  // Events that close the modal precede its closing.
  return after.modal.open ? [...shown, ...happened] : [...happened, ...shown]
}

function* readModal(before: KitMoment, { modal, connection }: KitMoment): Generator<TelemetryEvent> {
  if (modal.open === before.modal.open) return
  const connected = connection.status === 'connected'
  const view = modal.history.at(-1)?.name
  if (view) yield { name: 'modalOpened', view, connected }
  else yield { name: 'modalClosed', connected }
}

function* readConnection(before: KitMoment, { modal, connection }: KitMoment): Generator<TelemetryEvent> {
  const { asking } = before.connection
  const liveBefore = idsOf(before.connection)
  const live = idsOf(connection)
  for (const { account } of connection.connections) {
    const { connector, namespace } = account
    // Restored connections do not count, only those of a wallet that was asked.
    if (!liveBefore.includes(connector.id) && asking?.id === connector.id)
      yield { name: 'connected', wallet: nameOf(connector, before.modal), way: connector.type, namespace }
  }
  // Signing out of the embedded wallet disconnects all its families.
  const gone = liveBefore
    .filter((id) => !live.includes(id))
    .map((id) => (isEmbeddedId(id) ? embeddedIdOf('eip155') : id))
  for (const _ of new Set(gone)) yield { name: 'disconnected' }
  const { failure } = connection
  if (failure && failure !== before.connection.failure) {
    const wallet = asking?.id === failure.connectorId ? nameOf(asking, before.modal) : failure.connectorId
    yield { name: 'connectFailed', wallet, code: failure.code }
  }
  const next = connection.asking
  // A WalletConnect wallet is chosen when its view opens. Its connection starts only after its answer.
  const shown = shownByPairing(modal)
  if (shown !== undefined && shown !== shownByPairing(before.modal) && modal.direction === 'forward')
    yield { name: 'walletChosen', wallet: shown, way: 'walletConnect' }
  else if (next && next.id !== asking?.id && !(next.type === 'walletConnect' && shown !== undefined))
    yield { name: 'walletChosen', wallet: nameOf(next, modal), way: next.type }

  if (connection.status !== 'connected' || before.connection.status !== 'connected') return
  const [old, now] = [before.connection.account, connection.account]
  if (old.connector.id === now.connector.id && old.chainId !== now.chainId)
    yield { name: 'networkSwitched', chainId: now.chainId }
}

function* readSignIn(before: SignInState, { status, failure }: SignInState): Generator<TelemetryEvent> {
  const wasAsked = before.status === 'signing' || before.status === 'storing'
  if (status === 'signing' && before.status !== 'signing') yield { name: 'signInRequested' }
  // An existing sign-in that was found does not count.
  if (status === 'signedIn' && wasAsked) yield { name: 'signedIn' }
  if (failure && failure !== before.failure) yield { name: 'signInFailed', code: failure.code }
}

function* readSend(before: SendState, after: SendState): Generator<TelemetryEvent> {
  if (before.status === after.status) return
  // Includes `uncertain`: a wallet that was considered silent did send. A resumed transaction has another previous status.
  const wasAsked = before.status === 'signing' || before.status === 'uncertain'
  if (after.status === 'pending' && wasAsked) yield { name: 'sent', chainId: after.preview.chainId }
  if (after.status === 'failed') yield { name: 'sendFailed', code: after.error.code }
  if (after.status === 'uncertain' && after.error) yield { name: 'sendFailed', code: after.error.code }
  const issue = before.status === 'signing' && after.issues.find(({ field }) => field === 'transaction')
  if (issue) yield { name: 'sendFailed', code: issue.code }
}

function* readSwap(before: SwapState, after: SwapState): Generator<TelemetryEvent> {
  if (before.status === after.status) return
  const wasAsked = before.status === 'working' || (before.status === 'failed' && before.hash === undefined)
  if (after.status === 'pending' && wasAsked) yield { name: 'swapped', chainId: after.preview.chainId }
  if (after.status === 'failed') yield { name: 'swapFailed', code: after.error.code }
  const issue = before.status === 'working' && after.issues.find(({ field }) => field === 'transaction')
  if (issue) yield { name: 'swapFailed', code: issue.code }
}

function idsOf({ connections }: ConnectionState): string[] {
  return connections.map(({ account }) => account.connector.id)
}

/** Returns the wallet of the open WalletConnect view. */
function shownByPairing({ history }: Pick<ModalState, 'history'>): string | undefined {
  const view = history.at(-1)
  return view?.name === 'ConnectingWalletConnect' ? view.data.walletId : undefined
}

/** Returns the directory's ID of a wallet. For WalletConnect it is the wallet whose view is open. */
function nameOf({ id, rdns, type }: ConnectorInfo, { history }: ModalState): string {
  const shown = type === 'walletConnect' ? shownByPairing({ history }) : undefined
  if (shown !== undefined) return shown
  // The embedded wallet's rdns is only for other libraries.
  return type === 'embedded' ? id : (rdns ?? id)
}
