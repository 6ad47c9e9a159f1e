import { type ChainId, toAccountId, toTopic } from '@latchkey/protocol'
import type { Environment, TimerId } from '../environment/Environment.ts'
import { createReadQueue } from '../http/createReadQueue.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'

/** After this the wait for a block is called slow, never failed (specification 9). */
const confirmationWait = 25_000
const firstInterval = 1_000
/** Milliseconds between two looks once nothing is expected any moment. */
export const slowInterval = 5_000

/** What following needs of any kind of transaction. */
type FollowedRecord = {
  chainId: ChainId
  from: string
  status: { type: string }
  settled?: unknown
  askedAt: number
  sentAt?: number | undefined
}

/**
 * Looks at a transaction until it is settled: when the event stream tells of the account and every second besides, every five seconds
 * after 25 s. A look that fails only makes it wait longer; one that is not answered keeps neither the wait from being called slow nor the
 * next event from being looked at.
 *
 * @param options.id the record that is followed
 * @param options.look asks about it, and applies what is learned while `counts()` says that no later look was answered
 * @param options.restOf milliseconds until the next look once nothing is expected any moment, by how long it was waited; default 5 s
 * @returns the function that stops
 */
export function followRecord<Kept extends FollowedRecord>({
  environment,
  realtime,
  ledger,
  id,
  look,
  restOf = () => slowInterval,
}: {
  environment: Environment
  realtime: RealtimeFeature
  ledger: { get: (id: string) => Kept | undefined; apply: (id: string, event: { type: 'slow' }) => void }
  id: string
  look: (record: Kept, counts: () => boolean) => Promise<void>
  restOf?: (record: Kept, waited: number) => number
}): () => void {
  let stopped = false
  let timer: TimerId | undefined
  let slowTimer: TimerId | undefined

  const waitedFor = (record: Kept) => environment.now() - (record.sentAt ?? record.askedAt)
  /** Tells that the wait is long when it is, also while a look is not answered. */
  const watchSlow = () => {
    const record = ledger.get(id)
    if (stopped || !record || record.settled) return
    const left = confirmationWait - waitedFor(record)
    if (record.status.type === 'pending' && left <= 0) ledger.apply(id, { type: 'slow' })
    else slowTimer = environment.setTimeout(watchSlow, Math.max(slowInterval, left))
  }
  const lookAgain = () => {
    environment.clearTimeout(timer)
    const record = ledger.get(id)
    if (stopped || !record || record.settled) return
    const waited = waitedFor(record)
    const isPending = record.status.type === 'pending'
    const isLong = waited >= confirmationWait
    if (isPending && isLong) ledger.apply(id, { type: 'slow' })
    timer = environment.setTimeout(run, isPending && !isLong ? firstInterval : restOf(record, waited))
  }
  const queue = createReadQueue({
    environment,
    read: async ({ counts, isNewest }) => {
      environment.clearTimeout(timer)
      try {
        const record = ledger.get(id)
        if (record && !record.settled) await look(record, counts)
        return counts()
      } catch {
        // Looked at again below.
        return false
      } finally {
        if (isNewest()) lookAgain()
      }
    },
  })
  const run = () => void queue.ask({ force: false })
  const record = ledger.get(id)
  const unfollow = record
    ? realtime.follow({
        topic: toTopic('history', toAccountId({ chainId: record.chainId, address: record.from })),
        onEvent: run,
        onResync: run,
      })
    : () => {}
  run()
  watchSlow()
  return () => {
    stopped = true
    environment.clearTimeout(slowTimer)
    environment.clearTimeout(timer)
    queue.stop()
    unfollow()
  }
}
