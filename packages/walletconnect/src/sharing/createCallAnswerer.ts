import type { SharedClient } from './TabSharing.ts'

/** Outcome of a call. */
export type CallOutcome = { result: unknown } | { error: unknown }

/** The owner's side: runs each call on the client once. */
export type CallAnswerer = {
  call: (call: { id: string; method: string; params: unknown }) => void
  abort: (id: string) => void
}

/** Number of answers kept for calls that are repeated. */
const remembered = 200

/**
 * Starts the client and runs calls on it, each ID once. Earlier calls wait for the start. If it fails, they fail with the reason, and
 * the next call tries again.
 * @param options.signal when it aborts, another tab answers instead
 */
export function createCallAnswerer({
  own,
  signal,
  onAnswer,
  onEvent,
}: {
  own: (signal: AbortSignal) => Promise<SharedClient>
  signal: AbortSignal
  onAnswer: (id: string, outcome: CallOutcome) => void
  onEvent: (event: { type: string; data: unknown }) => void
}): CallAnswerer {
  const running = new Map<string, AbortController>()
  const answered = new Map<string, CallOutcome>()
  let starting: Promise<SharedClient> | undefined

  const start = () => {
    if (starting) return starting
    starting = own(signal).then((client) => {
      client.subscribe((event) => {
        if (!signal.aborted) onEvent(event)
      })
      return client
    })
    starting.catch(() => {
      starting = undefined
    })
    return starting
  }
  start()

  const run = async (call: Parameters<SharedClient['call']>[0]): Promise<CallOutcome> => {
    try {
      return { result: await (await start()).call(call) }
    } catch (error) {
      return { error }
    }
  }

  return {
    call: ({ id, method, params }) => {
      const earlier = answered.get(id)
      if (earlier) return onAnswer(id, earlier)
      if (running.has(id)) return
      const controller = new AbortController()
      running.set(id, controller)
      void run({ id, method, params, signal: controller.signal }).then((outcome) => {
        running.delete(id)
        if (signal.aborted) return
        answered.set(id, outcome)
        const [oldest] = answered.keys()
        if (answered.size > remembered && oldest !== undefined) answered.delete(oldest)
        onAnswer(id, outcome)
      })
    },
    abort: (id) => running.get(id)?.abort(),
  }
}
