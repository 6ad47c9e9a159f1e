import { LatchkeyError } from '@latchkey/protocol'
import { PeerError } from '../../session/PeerError.ts'
import type { SharedClient } from '../TabSharing.ts'

/** A client for tests that reports the tab in which it runs, and its calls. */
export type LabelledClient = {
  own: (signal: AbortSignal) => Promise<SharedClient>
  /** One signal for each time that this tab owned the client. */
  signals: AbortSignal[]
  /** Calls that took effect here: `method id`. */
  calls: string[]
  /** Emits to all tabs. */
  tell: (type: string, data: unknown) => void
}

/** Methods: `where`, `echo`, `wait` (until its signal aborts), `decline`, `fail`, `break`. */
export function createLabelledClient(label: string): LabelledClient {
  const signals: AbortSignal[] = []
  const calls: string[] = []
  const listeners = new Set<(event: { type: string; data: unknown }) => void>()
  const methods: Record<string, (params: unknown, signal: AbortSignal | undefined) => unknown> = {
    where: () => label,
    echo: (params) => params,
    wait: (_, signal) =>
      new Promise((_resolve, reject) => {
        const end = () => reject(new LatchkeyError('user_rejected', { details: `in ${label}` }))
        if (signal?.aborted) end()
        signal?.addEventListener('abort', end)
      }),
    decline: () => {
      throw new PeerError({ code: 5001, message: 'Not on this network', data: { chain: 'eip155:1' } })
    },
    fail: () => {
      throw new LatchkeyError('relay_unavailable', { details: 'down', message: 'Nothing there' })
    },
    break: () => {
      throw new TypeError('a mistake')
    },
  }
  return {
    signals,
    calls,
    own: async (signal) => {
      signals.push(signal)
      return {
        call: async ({ id, method, params, signal }) => {
          calls.push(`${method} ${id}`)
          return methods[method]?.(params, signal)
        },
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
    },
    tell: (type, data) => {
      for (const listener of listeners) listener({ type, data })
    },
  }
}
