import type { Environment, TimerId } from '../environment/Environment.ts'

/** Longest timer in milliseconds. Browsers fire a timer of more than 24 days immediately. */
const longestTimer = 86_400_000

/** Waits for the earliest of several expiry times. */
export type EndWatch = {
  /** Replaces the expiry times, in milliseconds since 1970. Past ones are ignored. */
  set: (ends: readonly number[]) => void
}

/**
 * Creates {@link EndWatch}.
 *
 * @param options.onEnd called once, at the earliest time
 */
export function createEndWatch({
  environment,
  onEnd,
}: {
  environment: Pick<Environment, 'now' | 'setTimeout' | 'clearTimeout'>
  onEnd: () => void
}): EndWatch {
  let timer: TimerId | undefined
  const set: EndWatch['set'] = (ends) => {
    environment.clearTimeout(timer)
    timer = undefined
    const now = environment.now()
    const coming = ends.filter((end) => end > now)
    if (coming.length === 0) return
    const end = Math.min(...coming)
    timer = environment.setTimeout(
      () => (environment.now() < end ? set([end]) : onEnd()),
      Math.min(longestTimer, end - now),
    )
  }
  return { set }
}
