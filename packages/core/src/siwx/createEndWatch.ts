import type { Environment, TimerId } from '../environment/Environment.ts'

/** The longest that one timer is set for, in milliseconds: browsers let one of more than 24 days run off at once. */
const longestTimer = 86_400_000

/** Waits for the end of what ends by itself. */
export type EndWatch = {
  /** When what is there ends, in milliseconds since 1970, instead of what was said before; what is past is waited for no more. */
  set: (ends: readonly number[]) => void
}

/**
 * Makes {@link EndWatch}.
 *
 * @param options.onEnd called once, in the moment of the earliest end
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
