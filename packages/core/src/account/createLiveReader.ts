import { type TopicKind, toTopic } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import { followLive, pollInterval } from '../realtime/followLive.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'
import { followSubject } from './followSubject.ts'
import type { Subject, SubjectStores } from './readSubject.ts'

/** What a live reader works with. */
export type LiveReaderParameters = SubjectStores & {
  context: CoreContext
  realtime: RealtimeFeature
  /** The topic that tells of changes. */
  kind: TopicKind
  /** Unix milliseconds of the data that is held; undefined while there is none. */
  updatedAt: () => number | undefined
  /** Another account, another network or nobody: what was held is another's. */
  reset: (next: Subject | undefined) => void
  /** Reads once and tells whether it got what is true now; `signal` is aborted when the answer is nobody's any more. */
  read: (options: { subject: Subject; signal: AbortSignal; force: boolean }) => Promise<boolean>
  /** Asked to read while the wallet is on a network that the app does not list. */
  readUnsupported: () => void
}

/** Data of the connected account that is kept fresh while somebody watches. */
export type LiveReader = {
  /** Whose data is held, and until when an answer for them counts. */
  current: () => { subject: Subject | undefined; signal: AbortSignal }
  watch: () => () => void
  /** Reads; a call during a read makes one more read follow it, because the first may have been too early. */
  refresh: (options: { force: boolean }) => Promise<void>
  /** Reads again in 30 s if somebody watches by then: a read has failed. */
  retryLater: () => void
  destroy: () => void
}

/** Milliseconds that pass at most between one view that shows the data and the next. */
const viewChange = 1000

/** Makes the part that balances and history share: whose data, when to read, when to read again. */
export function createLiveReader({
  context,
  connection,
  networks,
  realtime,
  kind,
  updatedAt,
  reset,
  read,
  readUnsupported,
}: LiveReaderParameters): LiveReader {
  const { environment } = context
  let subject: Subject | undefined
  let abort = new AbortController()
  let reading: Promise<void> | undefined
  let readAgain: { force: boolean } | undefined
  let retry: TimerId | undefined
  let watchers = 0
  let leftAt: number | undefined
  let stopLive: (() => void) | undefined

  const retryLater = () => {
    environment.clearTimeout(retry)
    retry = environment.setTimeout(() => {
      if (watchers > 0) void refresh({ force: false })
    }, pollInterval)
  }

  const refresh = ({ force }: { force: boolean }): Promise<void> => {
    if (!subject) {
      if (networks.getState().unsupportedChainId !== undefined) readUnsupported()
      return Promise.resolve()
    }
    if (reading) {
      readAgain = { force: force || readAgain?.force === true }
      return reading
    }
    const { signal } = abort
    const run = async (owner: Subject) => {
      let next: { force: boolean } | undefined = { force }
      while (next && !signal.aborted) {
        readAgain = undefined
        const worked = await read({ subject: owner, signal, force: next.force })
        if (signal.aborted) return
        if (!worked) retryLater()
        next = worked ? readAgain : undefined
      }
    }
    const mine = run(subject).finally(() => {
      if (reading === mine) reading = undefined
    })
    reading = mine
    return mine
  }

  const live = () => {
    stopLive?.()
    stopLive = undefined
    if (watchers === 0) {
      leftAt = environment.now()
      return
    }
    const readAt = updatedAt()
    // Nobody heard what happened meanwhile, so what was read before may be of the past; from one view to the next it is not.
    const hasMissed = leftAt !== undefined && environment.now() - leftAt >= viewChange
    leftAt = undefined
    if (readAt === undefined || hasMissed || environment.now() - readAt >= pollInterval) void refresh({ force: false })
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
      reading = undefined
      readAgain = undefined
      environment.clearTimeout(retry)
      subject = next
      reset(next)
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
    retryLater,
    destroy: () => {
      watchers = 0
      stopLive?.()
      stopSubject()
      environment.clearTimeout(retry)
      abort.abort()
    },
  }
}
