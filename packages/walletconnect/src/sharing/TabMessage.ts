import type { LatchkeyErrorParameters } from '@latchkey/protocol'

/** Messages between the tabs of one origin. */
export type TabMessage =
  /** A tab calls the owner. */
  | { type: 'call'; id: string; method: string; params: unknown }
  /** The caller's signal aborted. */
  | { type: 'abort'; id: string }
  /** The owner's answer. */
  | { type: 'answer'; id: string; answer: CallAnswer }
  /** The owner's event for all tabs. */
  | { type: 'event'; event: { type: string; data: unknown } }
  /** Asks whether the owner is alive. The owner answers. */
  | { type: 'ping' }
  | { type: 'pong' }
  /** Another tab is the owner from now on, and gets all unanswered calls. */
  | { type: 'owner' }

export type CallAnswer = { result: unknown } | { error: SharedError }

/** An error as it passes between tabs. */
export type SharedError = {
  code: string
  message: string
  retryable: boolean
  details?: LatchkeyErrorParameters['details']
  /** For an error that the peer of a session answered. */
  rpcCode?: number
  data?: unknown
}
