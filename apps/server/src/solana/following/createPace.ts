/** Work that is asked for more often than it is done. */
export type Pace = {
  /** Does it, now or when it may be done again: what is asked for in between is one more time, and never forgotten. */
  ask: () => void
  /** It was done now, otherwise. */
  done: () => void
  end: () => void
}

/**
 * Creates the pace of a piece of work.
 *
 * @param options.every milliseconds from one time to the next at least
 * @param options.delay milliseconds before the first time, for what comes at once (default 0)
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
