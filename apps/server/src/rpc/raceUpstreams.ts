import { overtaken } from './createUpstream.ts'

/** Every candidate failed. `errors` are in the order of the failures. */
export class AllFailed extends Error {
  override readonly name = 'AllFailed'
  readonly errors: readonly unknown[]

  constructor(errors: readonly unknown[]) {
    super('Every upstream failed')
    this.errors = errors
  }
}

/**
 * Tries candidates one after the other until one succeeds. With `hedgeAfter`, the second one also starts if the first has not answered
 * within that many milliseconds. The first success wins, and the rest is aborted.
 *
 * @throws AllFailed; or the reason of `signal` if it is aborted
 */
export function raceUpstreams<Candidate, Result>({
  candidates,
  attempt,
  hedgeAfter,
  signal,
}: {
  candidates: readonly Candidate[]
  attempt: (candidate: Candidate, signal: AbortSignal) => Promise<Result>
  hedgeAfter?: number | undefined
  signal?: AbortSignal | undefined
}): Promise<Result> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    const running = new Set<AbortController>()
    let next = 0
    let settled = false
    let hedge: NodeJS.Timeout | undefined

    const finish = (settle: () => void, reason: unknown) => {
      if (settled) return
      settled = true
      clearTimeout(hedge)
      signal?.removeEventListener('abort', abort)
      for (const controller of running) controller.abort(reason)
      settle()
    }
    const abort = () => finish(() => reject(signal?.reason), signal?.reason)

    const start = () => {
      const candidate = candidates[next]
      if (candidate === undefined) {
        if (running.size === 0) finish(() => reject(new AllFailed(errors)), undefined)
        return
      }
      next += 1
      const controller = new AbortController()
      running.add(controller)
      attempt(candidate, controller.signal).then(
        (result) => {
          running.delete(controller)
          finish(() => resolve(result), overtaken)
        },
        (error) => {
          running.delete(controller)
          if (settled) return
          errors.push(error)
          start()
        },
      )
    }

    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (hedgeAfter !== undefined && candidates.length > 1) {
      hedge = setTimeout(() => {
        if (next < candidates.length) start()
      }, hedgeAfter)
    }
    start()
  })
}
