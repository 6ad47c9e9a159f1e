import type { ErrorCode } from '@latchkey/protocol'
import type { PairingState } from './PairingFeature.ts'

/** The current pairing, and its watchers. */
export type PairingMachine = {
  /** Number of the current pairing. Answers to others are late and ignored. */
  number: number
  state: PairingState
  /** Number of views that watch the code. */
  watchers: number
  /** Whether the page is visible. */
  visible: boolean
  /** A wallet approved. Nothing is created until the next request. */
  settled: boolean
}

/** Events of a pairing. */
export type PairingEvent =
  /** A pairing may be needed soon. */
  | { type: 'wanted' }
  | { type: 'watched' }
  /** `keep`: the pairing stays for its lifetime, because the wallet is on this device. */
  | { type: 'unwatched'; keep: boolean }
  | { type: 'renewed' }
  | { type: 'visibilityChanged'; visible: boolean }
  | { type: 'opened'; number: number; uri: string; expiresAt: number }
  | { type: 'failed'; number: number; failure: { code: ErrorCode; message: string } }
  | { type: 'approved'; number: number }
  /** The time limit of the pairing may have passed. */
  | { type: 'ticked' }
  | { type: 'dropped' }

export const initialPairing: PairingMachine = {
  number: 0,
  state: { status: 'idle' },
  watchers: 0,
  visible: true,
  settled: false,
}

/**
 * The transitions of a pairing. A new one has a new number; the caller then opens it and ends the previous one.
 *
 * @param now Unix milliseconds. Timers sleep while a phone shows another app, so every event checks the time.
 */
export function pairingReducer(before: PairingMachine, event: PairingEvent, now: number): PairingMachine {
  const next = step(before, event)
  if (next.state.status !== 'waiting' || now < next.state.expiresAt) return next
  return isLookedAt(next) ? begin(next) : end(next)
}

function step(machine: PairingMachine, event: PairingEvent): PairingMachine {
  const { number, state, watchers } = machine
  switch (event.type) {
    case 'wanted':
      return isOpen(machine) ? machine : begin(machine)
    case 'watched': {
      const watched = { ...machine, watchers: watchers + 1 }
      return isOpen(machine) ? watched : begin(watched)
    }
    case 'unwatched': {
      const left = { ...machine, watchers: Math.max(0, watchers - 1) }
      return left.watchers > 0 || (event.keep && isOpen(machine)) ? left : end(left)
    }
    case 'renewed':
      return begin(machine)
    case 'visibilityChanged': {
      const seen = { ...machine, visible: event.visible }
      return isLookedAt(seen) && state.status === 'idle' && !machine.settled ? begin(seen) : seen
    }
    case 'opened':
      if (event.number !== number || state.status !== 'preparing') return machine
      return { ...machine, state: { status: 'waiting', uri: event.uri, expiresAt: event.expiresAt } }
    case 'failed':
      if (event.number !== number || !isOpen(machine)) return machine
      return { ...machine, state: { status: 'failed', failure: event.failure } }
    case 'approved':
      if (event.number !== number || state.status !== 'waiting') return machine
      return { ...end(machine), settled: true }
    case 'dropped':
      return end(machine)
    case 'ticked':
      return machine
  }
}

/** Whether a new code would be visible. */
function isLookedAt({ watchers, visible }: PairingMachine): boolean {
  return watchers > 0 && visible
}

function isOpen({ state: { status } }: PairingMachine): boolean {
  return status === 'preparing' || status === 'waiting'
}

function begin(machine: PairingMachine): PairingMachine {
  return { ...machine, number: machine.number + 1, state: { status: 'preparing' }, settled: false }
}

function end(machine: PairingMachine): PairingMachine {
  if (machine.state.status === 'idle') return machine
  return { ...machine, number: machine.number + 1, state: { status: 'idle' } }
}
