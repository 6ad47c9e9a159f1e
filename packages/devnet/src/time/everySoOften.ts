/**
 * Does something again and again, never twice at once. What fails is tried again at the next turn.
 *
 * @param interval Milliseconds between the end of one turn and the beginning of the next.
 * @returns What ends it; resolves when a turn that runs has ended.
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
