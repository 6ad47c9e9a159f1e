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

/** What is shown of an account's data: whose it is, beside what every resource tells. */
export type AccountResource = Resource<unknown> & { account: AccountId | undefined }

/** What a reader of an account's data is given by the kit. */
export type AccountReaderParameters<State extends AccountResource> = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  /** Tells of the first failure after a success. */
  toastError: (content: ToastContent) => void
  store: Store<State>
  /** The state before anything was read, of nobody. */
  initial: State
}

/** What makes a live reader the reader of something. */
export type LiveReaderParameters<
  State extends AccountResource,
  Answer extends { staleSeconds: number },
> = AccountReaderParameters<State> & {
  /** The topic that tells of changes. */
  kind: TopicKind
  /** The code, and by it the sentence, of a read that failed. */
  unavailable: 'balances_unavailable' | 'history_unavailable' | 'sessions_unavailable'
  /** Another account, another network or nobody: what was held beside the state is another's. */
  onReset?: () => void
  /** Asks once, and says how old the answer is (0: of now); `signal` is aborted when it is nobody's any more. */
  ask: (options: { subject: Subject; signal: AbortSignal; force: boolean }) => Promise<Answer>
  /** What an answer that still counts makes of the state. */
  take: (answer: Answer) => Partial<State>
  /** What a failure says beside its code. */
  onFailure: () => Partial<State>
  /** Whether only a read with `force` may be made now. A read that is not made has no effect on the state. */
  isBlocked?: () => boolean
  /** What to show on a network that the app does not list or its server does not serve; a failure where left out. */
  unsupported?: Partial<State>
}

/** Data of the connected account that is kept fresh while somebody watches. */
export type LiveReader = {
  /** Whose data is held, and until when an answer for them counts. */
  current: () => { subject: Subject | undefined; signal: AbortSignal }
  watch: () => () => void
  /** Reads; a call during a read makes one more read follow it, because the first may have been too early. One that hangs holds up none. */
  refresh: (options: { force: boolean }) => Promise<void>
  /** Notes a failed read of more of it, and reads again in 30 s if somebody watches by then. */
  fail: (error: unknown) => void
  destroy: () => void
}

/** Milliseconds that pass at most between one view that shows the data and the next. */
const viewChange = 1000

/** Makes the part that balances and history share: whose data, when to read, when to read again, what a failure shows. */
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
  /** Reads once and tells whether it got what is true now. */
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
      // What a newer one learns counts.
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

  /** Whether what is held, if anything, is too old to be shown as it is. */
  const isDue = () => {
    const { updatedAt } = store.getState()
    if (updatedAt === undefined || environment.now() - updatedAt >= pollInterval) return true
    // Nobody heard what happened meanwhile, so it may be of the past; from one view to the next it is not.
    return leftAt !== undefined && environment.now() - leftAt >= viewChange
  }
  /** Begins or ends to follow the subject, as somebody watches or nobody. */
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
