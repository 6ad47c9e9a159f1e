import { type ChainId, type ChainNamespace, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { PairedWallet } from '../connectors/PairedWallet.ts'
import {
  type OpenPairing,
  type PairingApproval,
  type PairingClient,
  pairedConnectorId,
  pairingConnectorId,
} from '../connectors/PairingClient.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { WalletEntry } from '../directory/WalletsFeature.ts'
import type { TimerId } from '../environment/Environment.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'
import type { SignInInternals } from '../signIn/createSignIn.ts'
import { asksToSignIn } from '../siwx/asksToSignIn.ts'
import type { OneClickSignIn } from '../siwx/Siwx.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import type { Store } from '../store/Store.ts'
import { buildWalletLink } from '../walletLinks/buildWalletLink.ts'
import type { DeviceFacts } from '../walletLinks/DeviceFacts.ts'
import { readDevice } from '../walletLinks/readDevice.ts'
import { readDeviceSignals } from '../walletLinks/readDeviceSignals.ts'
import type { PairingSource } from './createPairingSource.ts'
import type { PairingFeature, PairingState } from './PairingFeature.ts'
import { type PairingRecord, readPairingRecord, writePairingRecord } from './pairingRecord.ts'
import { initialPairing, type PairingEvent, type PairingMachine, pairingReducer } from './pairingReducer.ts'
import { toPairedWallet } from './toPairedWallet.ts'

/** How long a pairing is shown (specification 9). */
export const pairingLifetime = 240_000
/** How long the relay may take to open a pairing. */
export const pairingTimeout = 15_000
/** How long the app may take to make the message of a sign-in; the wallet then connects first and signs after. */
export const oneClickTimeout = 5_000

/** What works the pairings. */
export type PairingRunner = Pick<
  PairingFeature,
  'prepare' | 'watch' | 'renew' | 'connect' | 'linkFor' | 'noteOpened'
> & {
  resume: () => void
  destroy: () => void
}

type Waiter = { resolve: (account: ConnectedAccount) => void; reject: (error: LatchkeyError) => void }

/** Runs the pairings: the reducer decides, this talks to the client, keeps the clock and connects what was agreed. */
export function createPairingRunner({
  context: { config, environment, onRefusal },
  source,
  connection,
  record,
  recordKey,
  families,
  modal,
  signIn,
  store,
}: {
  context: CoreContext
  source: PairingSource
  connection: Pick<ConnectionFeature, 'connect' | 'getState' | 'subscribe' | 'reconnect'>
  record: Pick<ConnectionStorage, 'setPairedWallet' | 'remember'>
  /** Where a pairing is kept. */
  recordKey: string
  /** What a pairing can connect. */
  families: readonly ChainNamespace[]
  modal: () => Pick<ModalFeature, 'getState'>
  signIn: Pick<SignInInternals, 'take'>
  store: Store<PairingState>
}): PairingRunner {
  const { storage } = environment
  let machine: PairingMachine = { ...initialPairing, visible: environment.isVisible() }
  let abort: AbortController | undefined
  let timer: TimerId | undefined
  let waiters: Waiter[] = []
  let walletId: string | undefined
  let chosen: WalletEntry | undefined
  let choice: PairedWallet['choice']
  /** As the page before this one kept it. */
  let resumedWallet: PairedWallet | undefined
  /** What the present pairing asks for: its networks, and a sign-in. */
  let asked: { chainIds: string | undefined; signIn: OneClickSignIn | undefined } | undefined
  let canResume = false
  // Of the page before this one; good for one attempt.
  let stored: PairingRecord | undefined
  let facts: DeviceFacts | undefined
  const device = () => {
    facts ??= readDevice(readDeviceSignals({ page: environment.page() }))
    return facts
  }
  /** In mobile Safari and in Telegram a pairing outlives the view: coming back must not spoil what the wallet was handed. */
  const keeps = () => device().iosSafari || device().telegram
  /** A phone may reload the page while the wallet's app is in front. */
  const persists = () => device().platform !== 'desktop' || device().telegram

  const dispatch = (event: PairingEvent) => {
    const before = machine
    machine = pairingReducer(machine, event, environment.now())
    if (machine.state !== before.state) store.setState(machine.state)
    if (machine.number !== before.number) {
      abort?.abort()
      abort = undefined
      if (machine.state.status === 'preparing') void start(machine.number)
    }
    if (machine.state === before.state) return
    schedule()
    keep()
    const { state, settled } = machine
    if (state.status === 'failed') settle(new ServiceError(state.failure.code, { message: state.failure.message }))
    // Somebody who looks at a page in the background gets a fresh code with the page.
    else if (state.status === 'idle' && !settled && machine.watchers === 0)
      settle(new LatchkeyError(event.type === 'ticked' ? 'wallet_timeout' : 'user_rejected'))
  }
  const settle = (error: LatchkeyError) => {
    const rejected = waiters
    waiters = []
    for (const { reject } of rejected) reject(error)
  }
  const schedule = () => {
    environment.clearTimeout(timer)
    const { state, number } = machine
    if (state.status === 'preparing')
      timer = environment.setTimeout(() => fail(number, new LatchkeyError('relay_unavailable')), pairingTimeout)
    if (state.status === 'waiting')
      timer = environment.setTimeout(() => dispatch({ type: 'ticked' }), state.expiresAt - environment.now())
  }
  const keep = () => {
    const { state } = machine
    if (!persists()) return
    if (state.status === 'waiting' && canResume)
      writePairingRecord({
        storage,
        key: recordKey,
        record: {
          ...{ uri: state.uri, expiresAt: state.expiresAt, walletId },
          ...{ wallet: pairedWallet(), signIn: asked?.signIn },
        },
      })
    else if (state.status !== 'preparing') writePairingRecord({ storage, key: recordKey, record: undefined })
  }
  /** The wallet as it is kept; on a phone it is an app on the phone unless the visitor went another way. */
  const pairedWallet = () =>
    chosen &&
    toPairedWallet({
      wallet: chosen,
      choice: choice ?? (device().platform === 'desktop' ? undefined : 'mobile'),
    })
  /** The networks of the family for which Connect was opened; all where it was opened for any. */
  const wantedChains = () => {
    const { history } = modal().getState()
    const [{ data } = {}] = history.filter(({ name }) => name === 'Connect' || name === 'AllWallets').slice(-1)
    const family = data && 'namespace' in data ? data.namespace : undefined
    return config.networks
      .filter(({ chainNamespace }) => !family || chainNamespace === family)
      .map(({ caipNetworkId }) => caipNetworkId)
  }
  /** One that was made for another family is no good here. */
  const want = (event: PairingEvent) => {
    restore()
    dispatch(event)
    const isOpen = machine.state.status === 'preparing' || machine.state.status === 'waiting'
    if (isOpen && asked?.chainIds !== undefined && asked.chainIds !== wantedChains().join())
      dispatch({ type: 'renewed' })
  }
  const createSignIn = async (chainIds: readonly ChainId[], signal: AbortSignal) => {
    const { siwx, basic, networks } = config
    // The message of one click is Ethereum's: other families sign in once they are connected.
    if (basic || !siwx?.createOneClick || !asksToSignIn(siwx)) return
    if (networks.some(({ chainNamespace }) => chainNamespace !== 'eip155')) return
    // One that throws at once is one that cannot, too.
    const answer = (async () => siwx.createOneClick?.({ chainIds }))()
    return waitForWallet({ environment, answer, milliseconds: oneClickTimeout, signal }).then(
      (message) => message && { chainIds, message },
      () => undefined,
    )
  }
  const fail = (number: number, cause: unknown) => {
    const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('wallet_failed', { cause })
    const { code, message } = error
    // The kit's own client says itself which relay refused.
    if (typeof config.connectors?.walletConnect === 'function') onRefusal?.(error)
    dispatch({ type: 'failed', number, failure: { code, message } })
  }

  const start = async (number: number) => {
    abort = new AbortController()
    const { signal } = abort
    const chainIds = wantedChains()
    const from = stored
    stored = undefined
    asked = { chainIds: from ? undefined : chainIds.join(), signIn: from?.signIn }
    let approval: PairingApproval | undefined
    try {
      const client = await source.load()
      if (signal.aborted) return
      canResume = client.resume !== undefined
      const resumed = from && (await client.resume?.({ uri: from.uri, signal }))
      const pairing = resumed ?? (await open({ client, chainIds, signal }))
      // The approval of a pairing that was given up must not become an unhandled rejection.
      pairing.approval.catch(() => {})
      if (signal.aborted) return
      const ends = Math.min(pairing.expiresAt, resumed && from ? from.expiresAt : environment.now() + pairingLifetime)
      if (resumed) walletId ??= from?.walletId
      if (resumed) resumedWallet = from?.wallet
      dispatch({ type: 'opened', number, uri: pairing.uri, expiresAt: ends })
      approval = await pairing.approval
    } catch (cause) {
      fail(number, cause)
      return
    }
    if (number !== machine.number) return
    const signedFor = asked?.signIn
    dispatch({ type: 'approved', number })
    await finish({ approval, signedFor })
  }
  const open = async ({
    client,
    chainIds,
    signal,
  }: {
    client: PairingClient
    chainIds: readonly ChainId[]
    signal: AbortSignal
  }): Promise<OpenPairing> => {
    const signIn = await createSignIn(chainIds, signal)
    if (!signal.aborted) asked = { chainIds: chainIds.join(), signIn }
    return client.pair({ chainIds, signal, ...(signIn ? { signIn } : {}) })
  }

  /** The wallet agreed: its session is connected, whoever waits is told. */
  const finish = async ({
    approval,
    signedFor,
  }: {
    approval: PairingApproval | undefined
    signedFor: OneClickSignIn | undefined
  }) => {
    const told = waiters
    waiters = []
    record.setPairedWallet(walletId)
    let endSignIns: (() => void) | undefined
    try {
      const client = await source.load()
      client.noteWallet?.(pairedWallet() ?? resumedWallet)
      // Before the account is connected: whoever looks for its sign-in then finds it. What speaks against it is shown there.
      if (approval && signedFor && approval.signIns.length > 0)
        endSignIns = await signIn.take({ signIns: approval.signIns, asked: signedFor }).catch(() => undefined)
      // The app's first family comes into use, the others of the same session come to it.
      const agreed = client.families?.() ?? [client.connector.info.namespace]
      const [first = 'eip155', ...others] = config.networks
        .map(({ chainNamespace }) => chainNamespace)
        .filter((family, index, all) => agreed.includes(family) && all.indexOf(family) === index)
      const account = await connection.connect({ connectorId: pairedConnectorId(first) })
      if (others.length > 0) {
        for (const family of [...others, first])
          record.remember({ connectorId: pairedConnectorId(family), namespace: family })
        await connection.reconnect().catch(() => {})
      }
      for (const { resolve } of told) resolve(account)
    } catch (cause) {
      endSignIns?.()
      const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('wallet_failed', { cause })
      for (const { reject } of told) reject(error)
    }
  }

  const page = environment.page()
  const onVisibility = () => dispatch({ type: 'visibilityChanged', visible: environment.isVisible() })
  page?.addEventListener('visibilitychange', onVisibility)
  const isLive = () =>
    connection.getState().connections.some(({ account }) => account.connector.id.endsWith(pairingConnectorId))
  let wasLive = isLive()
  // Disconnecting forgets the pairing too.
  const stopConnection = connection.subscribe(() => {
    const live = isLive()
    if (wasLive && !live) dispatch({ type: 'dropped' })
    wasLive = live
  })
  const restore = () => {
    stored =
      machine.number === 0 && persists()
        ? readPairingRecord({ storage, key: recordKey, now: environment.now() })
        : undefined
    return stored !== undefined
  }

  return {
    prepare: () => {
      // What cannot be shown needs no code.
      if (wantedChains().some((chainId) => families.includes(parseChainId(chainId).namespace))) want({ type: 'wanted' })
    },
    watch: () => {
      want({ type: 'watched' })
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        dispatch({ type: 'unwatched', keep: keeps() })
      }
    },
    renew: () => dispatch({ type: 'renewed' }),
    connect: ({ wallet } = {}) => {
      if (wallet?.id !== chosen?.id) choice = undefined
      chosen = wallet
      resumedWallet = undefined
      walletId = wallet?.listing?.id ?? wallet?.id
      want({ type: 'wanted' })
      // The page may be reloaded before the answer: it is then known whose it is.
      keep()
      return new Promise((resolve, reject) => {
        waiters.push({ resolve, reject })
      })
    },
    linkFor: ({ wallet: { listing }, choice }) =>
      machine.state.status === 'waiting' && listing
        ? buildWalletLink({ listing, uri: machine.state.uri, choice, device: device() })
        : undefined,
    noteOpened: (opened) => {
      choice = opened.choice
      // The phone may reload the page while the wallet is in front.
      keep()
    },
    resume: () => {
      if (restore()) dispatch({ type: 'wanted' })
    },
    destroy: () => {
      stopConnection()
      page?.removeEventListener('visibilitychange', onVisibility)
      environment.clearTimeout(timer)
      abort?.abort()
      settle(new LatchkeyError('user_rejected'))
    },
  }
}
