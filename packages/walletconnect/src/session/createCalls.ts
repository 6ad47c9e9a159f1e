import { WalletConnectError } from '@latchkey/protocol/relay'
import type { CallRecord } from './records.ts'
import type { SessionEngine } from './SessionEngine.ts'

/** How long a call may be made again (milliseconds). */
const repeatable = 600_000

/** An engine as other tabs see it: JSON in, JSON out. */
export type EngineCalls = {
  call: (call: { id: string; method: string; params: unknown; signal?: AbortSignal }) => Promise<unknown>
  start: () => void
  stop: () => void
}

/** What a call gets beside its parameters. */
export type CallOptions = {
  callId: string
  signal?: AbortSignal
  /**
   * Runs what has an effect, unless this call had it already: then it gives what came of it. `keep` says what, in the turn of
   * the effect.
   */
  once: (run: (keep: (result: unknown) => void) => Promise<unknown>) => Promise<unknown>
}

/**
 * Names what an engine can be asked.
 * @param options.shared whether a call may be made again under its id, to this engine or, after this tab's end, to another
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
