/**
 * Runs work repeatedly, never concurrently. Failed work runs again in the next round.
 *
 * @param interval Milliseconds between the end of one run and the start of the next.
 * @returns A function that stops it; resolves when the running work has ended.
 */
export function everySoOften({
  interval,
  turn,
}: {
  interval: () => number
  turn: () => Promise<void>
}): () => Promise<void> {
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const next = () => {
    timer = setTimeout(() => {
      running = turn()
        .catch(() => {})
        .finally(() => {
          if (!ended) next()
        })
    }, interval())
  }
  next()
  return async () => {
    ended = true
    clearTimeout(timer)
    await running
  }
}
