import type { SharedClient } from './TabSharing.ts'

/** What came of a call. */
export type CallOutcome = { result: unknown } | { error: unknown }

/** The owner's side: runs calls on the client, each once. */
export type CallAnswerer = {
  call: (call: { id: string; method: string; params: unknown }) => void
  abort: (id: string) => void
}

/** Answers that are given again to a call that crossed them. */
const remembered = 200

/**
 * Starts the client and runs calls on it, the same id once. Those that come before it has started wait; where it cannot start, they
 * fail with the reason, and the next one tries again.
 * @param options.signal when it aborts, nothing is answered any more: another tab does
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
