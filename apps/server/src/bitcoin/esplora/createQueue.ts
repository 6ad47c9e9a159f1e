/** Lets so much work be under way at once; the rest waits in its order. */
export type Queue = {
  /** @returns ends the turn; undefined where too many wait already */
  enter: () => Promise<(() => void) | undefined>
}

/** Creates a queue. */
export function createQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Queue {
  const waiting: (() => void)[] = []
  let running = 0
  const begin = () => {
    running += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      running -= 1
      waiting.shift()?.()
    }
  }
  return {
    enter: async () => {
      if (running < atOnce) return begin()
      if (waiting.length >= mostWaiting) return undefined
      return new Promise((resolve) => waiting.push(() => resolve(begin())))
    },
  }
}
