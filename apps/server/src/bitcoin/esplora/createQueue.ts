/** Limits concurrent work. The rest waits in order. */
export type Queue = {
  /** @returns a function that ends the work; undefined if the queue is full */
  enter: () => Promise<(() => void) | undefined>
}

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
