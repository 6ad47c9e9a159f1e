import { WalletConnectError } from '@latchkey/protocol/relay'
import type { CallRecord } from './records.ts'
import type { SessionEngine } from './SessionEngine.ts'

/** How long a call may be repeated (milliseconds). */
const repeatable = 600_000

/** An engine as other tabs see it: JSON in, JSON out. */
export type EngineCalls = {
  call: (call: { id: string; method: string; params: unknown; signal?: AbortSignal }) => Promise<unknown>
  start: () => void
  stop: () => void
}

/** Options of each call, next to its parameters. */
export type CallOptions = {
  callId: string
  signal?: AbortSignal
  /** Runs an effect once for each call ID; a repeated call gets the kept result. `keep` stores the result in the turn of the effect. */
  once: (run: (keep: (result: unknown) => void) => Promise<unknown>) => Promise<unknown>
}

/**
 * Defines the calls of an engine.
 * @param options.shared whether a call may be repeated under its ID, to this engine or to another tab's after this tab ends
 */
export function createCalls({
  engine,
  methods,
  shared,
}: {
  engine: SessionEngine
  methods: Readonly<
    Record<string, (params: Readonly<Record<string, unknown>>, options: CallOptions) => Promise<unknown>>
  >
  shared: boolean
}): EngineCalls {
  return {
    call: async ({ id, method, params, signal }) => {
      const run = methods[method]
      if (!run) throw new WalletConnectError('internal', { details: `There is no ${method}` })
      const key = `calls/${id}`
      const keep = (result: unknown) => {
        if (shared) engine.change({ [key]: { result, expiresAt: engine.now() + repeatable } satisfies CallRecord })
      }
      return run((params ?? {}) as Readonly<Record<string, unknown>>, {
        callId: id,
        ...(signal && { signal }),
        once: async (effect) => {
          const known = shared && (engine.store.get(key) as CallRecord | undefined)
          return known ? known.result : effect(keep)
        },
      })
    },
    start: engine.start,
    stop: engine.stop,
  }
}
