import { frameStepTimeout } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Schedule } from '../device/Schedule.ts'

/** A step that waits for a person and outlives the requests that ask for it. */
export type Step<T> = {
  /**
   * Begins the step, or goes on waiting for it. After 25 s the answer is `pending`, and the host asks again; what came meanwhile is
   * kept for it. A request that is given up ends the step, and so does one for something else.
   *
   * @throws LatchkeyError `request_aborted` when a request with another payload took its place
   */
  wait: (options: {
    start: (signal: AbortSignal) => Promise<T>
    /** What the request is about: it joins a running step for the same alone. Left out: whatever runs. */
    payload?: string | undefined
    signal: AbortSignal
  }) => Promise<T | { status: 'pending' }>
  cancel: (reason: unknown) => void
  isRunning: () => boolean
}

/** Makes a {@link Step}. */
export function createStep<T>({ schedule }: { schedule: Schedule }): Step<T> {
  let running: { result: Promise<T>; controller: AbortController; payload: string | undefined } | null = null
  const cancel: Step<T>['cancel'] = (reason) => {
    const step = running
    running = null
    step?.controller.abort(reason)
  }
  return {
    wait: async ({ start, payload, signal }) => {
      if (payload !== undefined && running && running.payload !== payload) cancel(new ServiceError('request_aborted'))
      if (!running) {
        const controller = new AbortController()
        const result = start(controller.signal)
        // Nobody may be waiting when it fails; the next request is told.
        result.catch(() => {})
        running = { result, controller, payload }
      }
      const step = running
      const giveUp = () => {
        if (running === step) running = null
        step.controller.abort(signal.reason)
      }
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      let stop = () => {}
      const late = new Promise<'late'>((resolve) => {
        stop = schedule(() => resolve('late'), frameStepTimeout)
      })
      try {
        const first = await Promise.race([step.result.then((value) => ({ value })), late])
        if (first === 'late') return { status: 'pending' }
        if (running === step) running = null
        return first.value
      } catch (error) {
        if (running === step) running = null
        throw error
      } finally {
        stop()
        signal.removeEventListener('abort', giveUp)
      }
    },
    cancel,
    isRunning: () => running !== null,
  }
}
