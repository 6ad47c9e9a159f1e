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

/** Milliseconds for which a pairing is shown (specification 9). */
export const pairingLifetime = 240_000
/** Milliseconds in which the relay has to open a pairing. */
export const pairingTimeout = 15_000
/** Milliseconds in which the app has to create the sign-in message. After that, the wallet connects first and signs afterwards. */
export const oneClickTimeout = 5_000

/** The engine of the pairing feature. */
export type PairingEngine = Pick<
  PairingFeature,
  'prepare' | 'watch' | 'renew' | 'connect' | 'linkFor' | 'noteOpened'
> & {
  resume: () => void
  destroy: () => void
}

type Waiter = { resolve: (account: ConnectedAccount) => void; reject: (error: LatchkeyError) => void }

/** Creates the engine. The reducer decides, and the engine talks to the client, runs the timers and connects the approved wallet. */
export function createPairingEngine({
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
  /** Storage key of a pairing. */
  recordKey: string
  /** The families that a pairing can connect. */
  families: readonly ChainNamespace[]
  modal: () => Pick<ModalFeature, 'getState'>
  signIn: Pick<SignInInternals, 'take'>
  store: Store<PairingState>
}): PairingEngine {
  const { storage } = environment
  let machine: PairingMachine = { ...initialPairing, visible: environment.isVisible() }
  let abort: AbortController | undefined
  let timer: TimerId | undefined
  let waiters: Waiter[] = []
  let walletId: string | undefined
  let chosen: WalletEntry | undefined
  let choice: PairedWallet['choice']
  /** Stored by the page before the reload. */
  let resumedWallet: PairedWallet | undefined
  /** The networks and the sign-in of the current pairing. */
  let asked: { chainIds: string | undefined; signIn: OneClickSignIn | undefined } | undefined
  let canResume = false
  // Of the page before the reload; used for one attempt.
  let stored: PairingRecord | undefined
  let facts: DeviceFacts | undefined
  const device = () => {
    facts ??= readDevice(readDeviceSignals({ page: environment.page() }))
    return facts
  }
  /** In mobile Safari and in Telegram, a pairing survives the view, because the wallet's app already has it when the visitor returns. */
  const keeps = () => device().iosSafari || device().telegram
  /** A phone may reload the page while the wallet's app is open. */
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
    // A watched page in the background gets a fresh code when it becomes visible.
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
  /** Returns the stored form of the wallet. On a phone it is an app, unless the visitor chose another link. */
  const pairedWallet = () =>
    chosen &&
    toPairedWallet({
      wallet: chosen,
      choice: choice ?? (device().platform === 'desktop' ? undefined : 'mobile'),
    })
  /** Returns the networks of the family for which Connect was opened, or else all networks. */
  const wantedChains = () => {
    const { history } = modal().getState()
    const [{ data } = {}] = history.filter(({ name }) => name === 'Connect' || name === 'AllWallets').slice(-1)
    const family = data && 'namespace' in data ? data.namespace : undefined
    return config.networks
      .filter(({ chainNamespace }) => !family || chainNamespace === family)
      .map(({ caipNetworkId }) => caipNetworkId)
  }
  /** Replaces a pairing that was created for another family. */
  const want = (event: PairingEvent) => {
    restore()
    dispatch(event)
    const isOpen = machine.state.status === 'preparing' || machine.state.status === 'waiting'
    if (isOpen && asked?.chainIds !== undefined && asked.chainIds !== wantedChains().join())
      dispatch({ type: 'renewed' })
  }
  const createSignIn = async (chainIds: readonly ChainId[], signal: AbortSignal) => {
    const { siwx, basic, networks } = config
    // One-click messages are for EVM networks. Other families sign in after the connection.
    if (basic || !siwx?.createOneClick || !asksToSignIn(siwx)) return
    if (networks.some(({ chainNamespace }) => chainNamespace !== 'eip155')) return
    // A synchronous error counts as a rejection.
    const answer = (async () => siwx.createOneClick?.({ chainIds }))()
    return waitForWallet({ environment, answer, milliseconds: oneClickTimeout, signal }).then(
      (message) => message && { chainIds, message },
      () => undefined,
    )
  }
  const fail = (number: number, cause: unknown) => {
    const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('wallet_failed', { cause })
    const { code, message } = error
    // The kit's own client reports refusing relays itself.
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
      // The approval of a discarded pairing must not become an unhandled rejection.
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

  /** Connects the approved wallet, and resolves the waiting callers. */
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
      // Before the connection, so that the check for a sign-in finds it and shows its errors.
      if (approval && signedFor && approval.signIns.length > 0)
        endSignIns = await signIn.take({ signIns: approval.signIns, asked: signedFor }).catch(() => undefined)
      // The app's first family is selected. The others of the same WalletConnect session are added.
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
  // A disconnect also ends the pairing.
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
      // A code that cannot be shown is not created.
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
      // Stored because the page may be reloaded before the answer.
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
      // The phone may reload the page while the wallet's app is open.
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
