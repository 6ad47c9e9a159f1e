import type { LatchkeyErrorParameters } from '@latchkey/protocol'

/** What tabs of one origin say to each other. */
export type TabMessage =
  /** A tab calls the owner. */
  | { type: 'call'; id: string; method: string; params: unknown }
  /** The caller's signal aborted. */
  | { type: 'abort'; id: string }
  /** The owner's answer. */
  | { type: 'answer'; id: string; answer: CallAnswer }
  /** The owner tells all of them. */
  | { type: 'event'; event: { type: string; data: unknown } }
  /** Is the owner there? Whoever owns says so. */
  | { type: 'ping' }
  | { type: 'pong' }
  /** Another tab is the owner from now on: calls without an answer go to it. */
  | { type: 'owner' }

export type CallAnswer = { result: unknown } | { error: SharedError }

/** An error as it crosses from tab to tab. */
export type SharedError = {
  code: string
  message: string
  retryable: boolean
  details?: LatchkeyErrorParameters['details']
  /** Of what the other side of a session answered. */
  rpcCode?: number
  data?: unknown
}
