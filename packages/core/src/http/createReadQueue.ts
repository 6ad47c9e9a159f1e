import type { Environment, TimerId } from '../environment/Environment.ts'

/** Milliseconds for which a read without an answer delays the next one. */
const holdUp = 3_000

/** One read, as passed to the function that performs it. */
export type ReadTurn = {
  /** Aborts when the answer can no longer count. */
  signal: AbortSignal
  /** Whether it was requested with `force`. */
  force: boolean
  /** Whether its answer counts. Call it when the answer arrives: it is false after a newer read was answered. */
  counts: () => boolean
  /** Whether it is the newest read. Only then does its failure count. */
  isNewest: () => boolean
}

/** Repeated reads of one resource. */
export type ReadQueue = {
  /**
   * Reads. A call during a read leads to one more read, because the first may have been too early. It starts when the first one is
   * answered, or after 3 s. Then both continue, and the newest answer counts.
   *
   * @returns a promise that resolves when the requested read ends, in any way
   */
  ask: (options: { force: boolean }) => Promise<void>
  /** Aborts all running reads. */
  stop: () => void
}

type Read = { number: number; since: number; abort: AbortController }
type Waiting = { force: boolean; timer: TimerId; done: Promise<void>; settle: (done?: Promise<void>) => void }

/**
 * Creates a queue in which a read without an answer delays no other. The oldest continues and the newest starts immediately. Those in
 * between are aborted, so that at most two run, and a slow server is still heard.
 *
 * @param options.read reads once, never throws, and returns whether the result is up to date; no read follows a failure automatically
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
