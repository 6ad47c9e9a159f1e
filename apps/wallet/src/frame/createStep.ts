import { frameStepTimeout } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Schedule } from '../device/Schedule.ts'

/** A step that waits for the visitor and outlives the requests for it. */
export type Step<T> = {
  /**
   * Starts the step, or continues to wait for it. After 25 s the answer is `pending`, and the host asks again; a result in between is
   * kept. An aborted request ends the step, and so does a request for something else.
   *
   * @throws LatchkeyError `request_aborted` when a request with another payload replaced it
   */
  wait: (options: {
    start: (signal: AbortSignal) => Promise<T>
    /** Subject of the request: it joins only a running step with the same one. Default: any running step. */
    payload?: string | undefined
    signal: AbortSignal
  }) => Promise<T | { status: 'pending' }>
  cancel: (reason: unknown) => void
  isRunning: () => boolean
}

/** Creates a {@link Step}. */
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
        // Avoids an unhandled rejection: it may fail between two requests, and the next one gets the error.
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
