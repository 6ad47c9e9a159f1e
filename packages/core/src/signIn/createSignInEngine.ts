import { type AccountId, LatchkeyError, toAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Connection, ConnectionState } from '../connection/connectionState.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import { asksToSignIn } from '../siwx/asksToSignIn.ts'
import { checkOneClick } from '../siwx/checkOneClick.ts'
import { createEndWatch } from '../siwx/createEndWatch.ts'
import { isSameAddress } from '../siwx/isSameAddress.ts'
import type { Siwx, SiwxSession, SiwxSubject } from '../siwx/Siwx.ts'
import type { SignInInternals, SignInParts } from './createSignIn.ts'
import { createSigning } from './createSigning.ts'
import { endWalletSessions } from './endWalletSessions.ts'
import { hasAddress } from './hasAddress.ts'
import { readSignInFailure } from './readSignInFailure.ts'
import type { SignInState } from './SignInFeature.ts'
import { initialSignIn, type SignInEvent, type SignInMachine, signInReducer } from './signInReducer.ts'

/** Milliseconds in which the app's functions have to answer. They usually call a server. */
export const siwxTimeout = 30_000

/** The engine of the sign-in feature. */
export type SignInEngine = {
  signIn: () => Promise<SiwxSession>
  cancel: () => Promise<void>
  getSessions: () => Promise<readonly SiwxSession[]>
  signOut: () => Promise<void>
  take: SignInInternals['take']
  destroy: () => void
}

/** Creates the engine. It asks the app for sign-ins and the wallet for signatures. The reducer decides about the results. */
export function createSignInEngine(parts: SignInParts): SignInEngine {
  const { context, connection, networks, modal, store } = parts
  const { config, environment, report } = context
  let machine: SignInMachine = initialSignIn
  let running: { number: number; session: Promise<SiwxSession>; abort: AbortController } | undefined
  let ending = Promise.resolve()
  const over = new AbortController()
  /** The attempt during whose check the visitor closed the view. */
  let left: number | undefined
  /** Accounts whose sign-ins came with the next connection, and the error of one. */
  const taken = new Set<AccountId>()
  let refused: SignInState['failure']
  /** Whether sign-ins changed elsewhere during another operation. */
  let isOutdated = false
  let isLooking = false

  const siwx = (): Siwx => {
    if (!config.siwx) throw new LatchkeyError('siwx_not_enabled')
    return config.siwx
  }
  const isRequired = () => siwx().getRequired?.() ?? false
  const asks = () => asksToSignIn(siwx())
  const dispatch = (event: SignInEvent): boolean => {
    const before = machine
    machine = signInReducer(machine, event)
    if (machine === before) return false
    if (running && running.number !== machine.number) running.abort.abort()
    const { status, subject, required, failure } = machine
    store.setState({ status, subject, required, failure })
    if (isOutdated) void lookAgain()
    return true
  }
  /** Limits the time of the app's functions, which usually call a server. Their errors may point to a wrong configuration. */
  const limited = <T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> =>
    waitForWallet({ environment, answer, milliseconds: siwxTimeout, ...(signal ? { signal } : {}) }).catch((error) => {
      if (!(error instanceof LatchkeyError)) throw error
      context.onRefusal?.(error)
      throw error.code === 'wallet_timeout' ? new LatchkeyError('network_request_failed', { cause: error }) : error
    })
  const inUse = () => {
    const state = connection.getState()
    return state.status === 'connected' ? state.account : undefined
  }
  const subjectInUse = (): SiwxSubject => {
    if (!inUse()) throw new LatchkeyError('no_active_account')
    if (!machine.subject) throw new ServiceError('no_active_network')
    return machine.subject
  }
  const leave = async () => {
    const connectorId = inUse()?.connector.id
    if (connectorId !== undefined) await connection.disconnect({ connectorId })
  }
  const {
    sign,
    store: storeSession,
    forget,
    stopProgress,
  } = createSigning({
    ...parts,
    ...{ siwx, asks, limited, dispatch },
    status: () => machine.status,
  })

  /** Returns the sign-ins of an address. Those of other addresses are ignored; the app decides for which networks one is valid. */
  const sessionsOf = async (subject: SiwxSubject): Promise<readonly SiwxSession[]> => {
    const sessions = await limited(siwx().getSessions(subject), over.signal)
    const found = sessions.filter(({ data }) => isSameAddress(data.accountAddress, subject.address))
    noteEnds(subject, found)
    return found
  }
  /** Looks again when a sign-in expires according to its message. */
  const ends = createEndWatch({ environment, onEnd: () => void lookAgain() })
  const noteEnds = ({ accountId }: SiwxSubject, sessions: readonly SiwxSession[]) => {
    if (accountId === machine.subject?.accountId && !over.signal.aborted)
      ends.set(sessions.map(({ data }) => Date.parse(data.expirationTime ?? '')))
  }

  /** Checks for an existing sign-in of the current account. */
  const check = async (subject: SiwxSubject) => {
    const { number } = machine
    try {
      // Ended sign-ins must not be found again.
      await ending
      const found = (await sessionsOf(subject)).length > 0
      const failure = found ? undefined : refused
      if (!dispatch({ type: 'checked', number, found, failure })) return
      refused = undefined
      if (failure) modal().toast({ kind: 'error', ...failure })
      if (found) modal().endSignIn({ signedIn: false })
      else if (left !== number && asks()) modal().showSignIn()
    } catch {
      // A destroyed kit must not disconnect.
      if (number !== machine.number || over.signal.aborted) return
      // If the app asks for sign-ins itself, this error stays silent.
      if (!asks()) return void dispatch({ type: 'checked', number, found: false })
      const { message, code } = new LatchkeyError('siwx_failed')
      modal().toast({ kind: 'error', message, code })
      await leave().catch(() => undefined)
    }
  }

  const follow = () => {
    const account = inUse()
    const isListed = account && networks.getState().active?.caipNetworkId === account.chainId
    const subject = isListed
      ? { accountId: account.caipAddress, chainId: account.chainId, address: account.address }
      : undefined
    const before = machine.subject?.accountId
    dispatch({ type: 'subjectChanged', subject, required: isRequired() })
    if (subject?.accountId === before) return
    ends.set([])
    if (!subject) modal().endSignIn({ signedIn: false })
    // The app has just stored the sign-in of this connection, so no view shows while it is checked.
    else if (taken.has(subject.accountId)) {
      taken.clear()
      dispatch({ type: 'checked', number: machine.number, found: true })
      report({ type: 'signedIn', account: subject.accountId })
      modal().endSignIn({ signedIn: true })
      void lookAgain()
    } else void check(subject)
  }

  /** Looks again after sign-ins changed in another tab or on the app's server. */
  const lookAgain = async () => {
    const { subject, number, status } = machine
    // One look at a time. A change during it leads to another.
    isOutdated = subject !== undefined && (isLooking || (status !== 'signedIn' && status !== 'needed'))
    if (!subject || isOutdated) return
    isLooking = true
    // An unreachable server does not prove a sign-out.
    const sessions = await sessionsOf(subject).catch(() => undefined)
    isLooking = false
    if (over.signal.aborted) return
    const found = sessions !== undefined && sessions.length > 0
    if (sessions && dispatch({ type: 'lookedAgain', number, found })) {
      if (found) modal().endSignIn({ signedIn: true })
      else if (asks()) modal().showSignIn()
    }
    if (isOutdated) void lookAgain()
  }

  const endSessions = (gone: readonly Connection[], isLast: boolean) =>
    endWalletSessions({
      ...{ siwx: siwx(), networks: config.networks, gone, isLast, limited },
      left: () => connection.getState().connections,
    }).catch(() => {
      const { message, code } = new ServiceError('disconnect_failed')
      modal().toast({ kind: 'error', message, code })
    })

  const onConnection = (state: ConnectionState, before: ConnectionState) => {
    const gone = before.connections.filter(
      ({ account }) => !state.connections.some((live) => live.account.connector.id === account.connector.id),
    )
    const isLast = state.connections.length === 0
    if (gone.length > 0) forget()
    if (gone.length > 0 && siwx().signOutOnDisconnect !== false) ending = ending.then(() => endSessions(gone, isLast))
    follow()
  }

  const giveUp = () => {
    if (dispatch({ type: 'givenUp' })) stopProgress()
  }
  const stops = [
    connection.subscribe(onConnection),
    networks.subscribe(follow),
    modal().subscribe(({ history }, before) => {
      const isShown = (entries: typeof history) =>
        entries.some(({ name }) => name === 'SIWXSignMessage' || name === 'ConnectingSiwe')
      if (!isShown(before.history) || isShown(history)) return
      left = machine.number
      giveUp()
    }),
  ]
  const { subscribe } = siwx()
  if (subscribe) stops.push(subscribe(() => void lookAgain()))
  follow()

  return {
    signIn: async () => {
      const subject = subjectInUse()
      if (machine.status === 'signedIn') {
        const [session] = await sessionsOf(subject)
        if (session) return session
        if (machine.subject?.accountId !== subject.accountId) throw new ServiceError('account_changed')
      }
      const isUnderWay = machine.status === 'signing' || machine.status === 'storing'
      if (isUnderWay && running?.number === machine.number) return running.session
      dispatch({ type: 'signStarted' })
      const { number } = machine
      const abort = new AbortController()
      const isSmart = inUse()?.type === 'smartAccount'
      const session = sign({ subject, number, signal: abort.signal, isSmart })
      running = { number, session, abort }
      session.then(
        (signed) => noteEnds(subject, [signed]),
        () => {},
      )
      return session
    },
    cancel: async () => {
      giveUp()
      forget()
      if (machine.status !== 'signedIn' && machine.subject && isRequired()) await leave()
      else modal().leaveSignIn()
    },
    getSessions: async () => sessionsOf(subjectInUse()),
    signOut: async () => {
      const { accountId, chainId, address } = subjectInUse()
      const bind = () => {
        if (machine.status === 'needed' && isRequired()) modal().showSignIn()
      }
      giveUp()
      bind()
      // A signature that is being stored has to arrive first, so that it can be ended.
      if (machine.status === 'storing') await running?.session.catch(() => undefined)
      await limited(siwx().revokeSession({ chainId, address }))
      if (machine.subject?.accountId !== accountId) return
      // A running check may have found the ended sign-in.
      if (dispatch({ type: 'signedOut' })) bind()
      else isOutdated = true
    },
    take: async ({ signIns, asked }) => {
      taken.clear()
      refused = undefined
      const stored: SiwxSubject[] = []
      for (const session of signIns) {
        try {
          checkOneClick({ session, asked })
          const { chainId, accountAddress } = session.data
          const accountId = toAccountId({ chainId, address: accountAddress })
          await storeSession(accountId, session)
          taken.add(accountId)
          stored.push({ accountId, chainId, address: accountAddress })
        } catch (cause) {
          refused = readSignInFailure({ cause, step: 'store', isSmart: false }).failure
        }
      }
      return () => {
        const { connections } = connection.getState()
        for (const { accountId, chainId, address } of stored) {
          if (hasAddress(connections, address) || siwx().signOutOnDisconnect === false) continue
          taken.delete(accountId)
          // No visitor is left who could see an error.
          ending = ending.then(() => limited(siwx().revokeSession({ chainId, address }))).catch(() => undefined)
        }
      }
    },
    destroy: () => {
      for (const stop of stops) stop()
      ends.set([])
      running?.abort.abort()
      over.abort()
    },
  }
}
