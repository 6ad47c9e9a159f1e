import { type ChainId, toAccountId, toTopic } from '@latchkey/protocol'
import type { Environment, TimerId } from '../environment/Environment.ts'
import { createReadQueue } from '../http/createReadQueue.ts'
import type { RealtimeFeature } from '../realtime/RealtimeFeature.ts'

/** Milliseconds after which a pending transaction is called slow, but never failed (specification 9). */
const confirmationWait = 25_000
const firstInterval = 1_000
/** Milliseconds between two looks if no change is imminent. */
export const slowInterval = 5_000

/** The fields of a transaction that following needs. */
type FollowedRecord = {
  chainId: ChainId
  from: string
  status: { type: string }
  settled?: unknown
  askedAt: number
  sentAt?: number | undefined
}

/**
 * Looks at a transaction until it is settled: on each event of the account and every second, then every five seconds after 25 s. A failed
 * look extends the wait. A look without an answer prevents neither the slow state nor the look after the next event.
 *
 * @param options.id of the record
 * @param options.look reads the state, and applies it as long as `counts()` reports that no later look was answered
 * @param options.restOf milliseconds until the next look if no change is imminent, by the time waited so far; default 5 s
 * @returns a function that stops following
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
  /** Reports a long wait in time, even during a look without an answer. */
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
        // The next look below retries.
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
