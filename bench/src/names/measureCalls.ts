/** One measured call. Throws if the answer is wrong. */
export type Call = () => Promise<unknown>

/** Calls in a second, so many of them under way at any time. */
export async function measureRate({
  call,
  concurrency,
  seconds,
}: {
  call: Call
  concurrency: number
  seconds: number
}): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  const work = async () => {
    while (performance.now() < end) {
      await call()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return (done * 1000) / (performance.now() - start)
}

/**
 * Milliseconds of each call at a steady rate. Each is counted from the moment at which its turn was, so that a wait which holds up those
 * behind it counts for all of them.
 */
export async function measureLatencies({
  call,
  rate,
  seconds,
}: {
  call: Call
  rate: number
  seconds: number
}): Promise<number[]> {
  const start = performance.now()
  const total = rate * seconds
  const times: number[] = []
  const running: Promise<void>[] = []
  let begun = 0
  await new Promise<void>((resolve) => {
    const turn = () => {
      for (; begun < total && start + (begun * 1000) / rate <= performance.now(); begun++) {
        const due = start + (begun * 1000) / rate
        running.push(call().then(() => void times.push(performance.now() - due)))
      }
      if (begun < total) setTimeout(turn, 1)
      else resolve()
    }
    turn()
  })
  await Promise.all(running)
  return times
}
