/** Limits how often work runs. */
export type Pace = {
  /** Runs the work now, or at the end of the period. Several requests in one period cause one run. */
  ask: () => void
  /** Counts a run that happened elsewhere. */
  done: () => void
  end: () => void
}

/**
 * Creates the pace of some work.
 *
 * @param options.every milliseconds between two runs, at least
 * @param options.delay milliseconds before the first run, to merge simultaneous requests (default 0)
 */
export function createPace({ work, every, delay = 0 }: { work: () => void; every: number; delay?: number }): Pace {
  let timer: NodeJS.Timeout | undefined
  let next = 0
  return {
    ask: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          next = performance.now() + every
          work()
        },
        Math.max(delay, next - performance.now()),
      )
      timer.unref()
    },
    done: () => {
      next = performance.now() + every
    },
    end: () => clearTimeout(timer),
  }
}
