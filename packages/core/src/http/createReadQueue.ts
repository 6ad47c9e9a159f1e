import type { Environment, TimerId } from '../environment/Environment.ts'

/** Milliseconds for which a read that is not answered holds up the next one. */
const holdUp = 3_000

/** One read, as whoever makes it sees it. */
export type ReadTurn = {
  /** Aborted when its answer can no longer count. */
  signal: AbortSignal
  /** As it was asked for. */
  force: boolean
  /** Whether its answer counts, asked when it is there: not once a newer read was answered. */
  counts: () => boolean
  /** Whether it is the last that was begun: then its failure counts, too. */
  isNewest: () => boolean
}

/** Reads of one thing, again and again. */
export type ReadQueue = {
  /**
   * Reads. During a read it makes one more read follow, because the first may have been too early: when that one is answered, or has not
   * been for 3 s. Then both go on, and the newest answer counts.
   *
   * @returns when the read that was asked for is over, however it ended
   */
  ask: (options: { force: boolean }) => Promise<void>
  /** Gives up what is under way. */
  stop: () => void
}

type Read = { number: number; since: number; abort: AbortController }
type Waiting = { force: boolean; timer: TimerId; done: Promise<void>; settle: (done?: Promise<void>) => void }

/**
 * Makes a queue in which a read that hangs holds up no other. The oldest goes on to its end and the newest begins at once; one between
 * them is given up, so that at most two are under way and a slow server is still heard.
 *
 * @param options.read reads once, never throws, and tells whether it got what is true now; after a failure nothing follows by itself
 * @example
 * const queue = createReadQueue({ environment, read: async ({ signal, counts }) => show(await ask(signal), counts()) })
 * await queue.ask({ force: false })
 */
export function createReadQueue({
  environment,
  read,
}: {
  environment: Pick<Environment, 'now' | 'setTimeout' | 'clearTimeout'>
  read: (turn: ReadTurn) => Promise<boolean>
}): ReadQueue {
  /** Oldest first. */
  let reads: readonly Read[] = []
  let waiting: Waiting | undefined
  let asked = 0
  let answered = 0

  const begin = async (force: boolean): Promise<void> => {
    const [oldest, ...between] = reads
    for (const one of between) one.abort.abort()
    const number = ++asked
    const abort = new AbortController()
    const { signal } = abort
    const mine: Read = { number, since: environment.now(), abort }
    reads = oldest ? [oldest, mine] : [mine]
    const isNewest = () => !signal.aborted && number === asked
    const counts = () => {
      if (signal.aborted || number < answered) return false
      answered = number
      for (const one of reads) if (one.number < number) one.abort.abort()
      reads = reads.filter((one) => one.number >= number)
      return true
    }
    const worked = await read({ signal, force, counts, isNewest })
    reads = reads.filter((one) => one !== mine)
    if (!isNewest()) return
    const next = waiting?.done
    endWaiting(worked)
    await next
  }

  const wait = (force: boolean, milliseconds: number): Promise<void> => {
    if (waiting) {
      waiting.force ||= force
      return waiting.done
    }
    let settle: Waiting['settle'] = () => {}
    const done = new Promise<void>((resolve) => {
      settle = resolve
    })
    const timer = environment.setTimeout(() => endWaiting(true), milliseconds)
    waiting = { force, timer, done, settle }
    return done
  }
  const endWaiting = (goesOn: boolean) => {
    const ended = waiting
    if (!ended) return
    waiting = undefined
    environment.clearTimeout(ended.timer)
    ended.settle(goesOn ? begin(ended.force) : undefined)
  }

  return {
    ask: ({ force }) => {
      const newest = reads.at(-1)
      const heldUp = newest ? newest.since + holdUp - environment.now() : 0
      return heldUp > 0 ? wait(force, heldUp) : begin(force)
    },
    stop: () => {
      for (const one of reads) one.abort.abort()
      reads = []
      endWaiting(false)
    },
  }
}
