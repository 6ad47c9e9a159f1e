import { type AccountId, LatchkeyError, type TopicKind, toTopic } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { createReadQueue, type ReadTurn } from '../http/createReadQueue.ts'
import type { ToastContent } from '../modal/ModalFeature.ts'
import { serves } from '../networks/createServedChains.ts'
import { followLive, pollInterval } from '../realtime/followLive.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import type { Resource } from '../store/Resource.ts'
import type { Store } from '../store/Store.ts'
import { followSubject } from './followSubject.ts'
import type { Subject, SubjectStores } from './readSubject.ts'
import { toStaleError } from './toStaleError.ts'

/** The state of an account's data, with its account. */
export type AccountResource = Resource<unknown> & { account: AccountId | undefined }

/** Dependencies of a reader of account data. */
export type AccountReaderParameters<State extends AccountResource> = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  /** Shows a toast after the first failure that follows a success. */
  toastError: (content: ToastContent) => void
  store: Store<State>
  /** The state before the first read, without an account. */
  initial: State
}

/** Options of a particular live reader. */
export type LiveReaderParameters<
  State extends AccountResource,
  Answer extends { staleSeconds: number },
> = AccountReaderParameters<State> & {
  /** The topic that announces changes. */
  kind: TopicKind
  /** The error code of a failed read, which determines its sentence. */
  unavailable: 'balances_unavailable' | 'history_unavailable' | 'sessions_unavailable'
  /** Called after a change or loss of account or network. Clears data that is kept outside of the state. */
  onReset?: () => void
  /** Requests the data, and returns the age of the answer (0 for fresh data). `signal` aborts when the answer is no longer needed. */
  ask: (options: { subject: Subject; signal: AbortSignal; force: boolean }) => Promise<Answer>
  /** Returns the state change for a valid answer. */
  take: (answer: Answer) => Partial<State>
  /** Returns the state change for a failure. */
  onFailure: () => Partial<State>
  /** Whether only a read with `force` is currently allowed. A blocked read does not change the state. */
  isBlocked?: () => boolean
  /** The state on a network that the app or the server does not support; a failure if omitted. */
  unsupported?: Partial<State>
}

/** Data of the connected account that stays fresh while a view watches. */
export type LiveReader = {
  /** Returns the current subject, and a signal that aborts when it changes. */
  current: () => { subject: Subject | undefined; signal: AbortSignal }
  watch: () => () => void
  /**
   * Reads the data. A call during a read leads to one more read, because the first may have been too early. A read without an answer delays
   * no other.
   */
  refresh: (options: { force: boolean }) => Promise<void>
  /** Records a failed read of additional data, and reads again in 30 s if a view watches then. */
  fail: (error: unknown) => void
  destroy: () => void
}

/** Milliseconds that may pass between two views that show the data without another read. */
const viewChange = 1000

/** Creates the shared part of balances and activity: the subject, the times of reads and retries, and the state after a failure. */
export function createLiveReader<State extends AccountResource, Answer extends { staleSeconds: number }>({
  context,
  connection,
  networks,
  realtime,
  toastError,
  store,
  kind,
  initial,
  unavailable,
  onReset,
  ask,
  take,
  onFailure,
  isBlocked = () => false,
  unsupported,
}: LiveReaderParameters<State, Answer>): LiveReader {
  const { environment } = context
  let subject: Subject | undefined
  let abort = new AbortController()
  let retry: TimerId | undefined
  let watchers = 0
  let leftAt: number | undefined
  let stopLive: (() => void) | undefined

  const showFailure = (error: unknown) => {
    const isFirst = store.getState().error === undefined
    const { message } = new ServiceError(unavailable)
    const code = error instanceof LatchkeyError ? error.code : unavailable
    store.setState((state) => ({ ...state, ...onFailure(), status: 'failed', error: { code, message } }))
    if (isFirst) toastError({ code: unavailable, message })
  }
  const showUnsupported = (fallback: Partial<State>) =>
    store.setState((state) => ({ ...state, ...fallback, status: 'ready', error: undefined }))
  /** Reads once. Returns whether the result is up to date. */
  const read = async (turn: ReadTurn) => {
    if (!subject) return false
    const options = { subject, signal: turn.signal, force: turn.force }
    store.setState((state) => ({ ...state, status: 'loading' }))
    try {
      const isServed = await serves({ context, chainId: options.subject.network.caipNetworkId })
      if (options.signal.aborted) return false
      if (!isServed) {
        if (!unsupported) throw new ServiceError(unavailable)
        showUnsupported(unsupported)
        return true
      }
      const answer = await ask(options)
      if (!turn.counts()) return false
      const { staleSeconds } = answer
      const updatedAt = environment.now() - staleSeconds * 1000
      const error = toStaleError(staleSeconds)
      store.setState((state) => ({ ...state, ...take(answer), status: 'ready', updatedAt, error }))
      if (error && turn.isNewest()) retryLater()
      return error === undefined
    } catch (error) {
      // Only the failure of the newest read counts.
      if (!turn.isNewest()) return false
      showFailure(error)
      retryLater()
      return false
    }
  }

  const queue = createReadQueue({ environment, read })
  const retryLater = () => {
    environment.clearTimeout(retry)
    retry = environment.setTimeout(() => {
      if (watchers > 0) void refresh({ force: false })
    }, pollInterval)
  }

  const refresh = ({ force }: { force: boolean }): Promise<void> => {
    if (!subject) {
      if (networks.getState().unsupportedChainId === undefined) return Promise.resolve()
      if (unsupported) showUnsupported(unsupported)
      else showFailure(undefined)
      return Promise.resolve()
    }
    if (!force && isBlocked()) return Promise.resolve()
    return queue.ask({ force })
  }

  /** Whether the data is missing or too old. */
  const isDue = () => {
    const { updatedAt } = store.getState()
    if (updatedAt === undefined || environment.now() - updatedAt >= pollInterval) return true
    // Changes were missed while no view watched, unless one view directly replaced another.
    return leftAt !== undefined && environment.now() - leftAt >= viewChange
  }
  /** Starts to follow the subject with the first watcher, and stops with the last. */
  const live = () => {
    stopLive?.()
    stopLive = undefined
    if (watchers === 0) {
      leftAt = environment.now()
      return
    }
    if (isDue()) void refresh({ force: false })
    leftAt = undefined
    if (!subject) return
    stopLive = followLive({
      context,
      realtime,
      topic: toTopic(kind, subject.accountId),
      read: () => void refresh({ force: false }),
    })
  }

  const stopSubject = followSubject({
    connection,
    networks,
    onChange: (next) => {
      abort.abort()
      abort = new AbortController()
      queue.stop()
      environment.clearTimeout(retry)
      subject = next
      onReset?.()
      store.setState({ ...initial, account: next?.accountId })
      live()
    },
  })

  return {
    current: () => ({ subject, signal: abort.signal }),
    watch: () => {
      watchers++
      if (watchers === 1) live()
      let stopped = false
      return () => {
        if (stopped) return
        stopped = true
        watchers--
        if (watchers === 0) live()
      }
    },
    refresh,
    fail: (error) => {
      showFailure(error)
      retryLater()
    },
    destroy: () => {
      watchers = 0
      stopLive?.()
      stopSubject()
      environment.clearTimeout(retry)
      queue.stop()
      abort.abort()
    },
  }
}
