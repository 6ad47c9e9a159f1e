import type { ErrorCode } from '@latchkey/protocol'
import type { PairingState } from './PairingFeature.ts'

/** The present pairing, and who looks at it. */
export type PairingMachine = {
  /** Of the present pairing; answers to any other come late and count for nothing. */
  number: number
  state: PairingState
  /** How many look at the code. */
  watchers: number
  /** Whether the page is in front. */
  visible: boolean
  /** A wallet agreed; nothing is made anew until somebody asks. */
  settled: boolean
}

/** What happens to a pairing. */
export type PairingEvent =
  /** Somebody may need one soon. */
  | { type: 'wanted' }
  | { type: 'watched' }
  /** `keep`: the pairing stays for its lifetime, because the wallet is on this very device. */
  | { type: 'unwatched'; keep: boolean }
  | { type: 'renewed' }
  | { type: 'visibilityChanged'; visible: boolean }
  | { type: 'opened'; number: number; uri: string; expiresAt: number }
  | { type: 'failed'; number: number; failure: { code: ErrorCode; message: string } }
  | { type: 'approved'; number: number }
  /** Time has passed. */
  | { type: 'ticked' }
  | { type: 'dropped' }

/** Before anybody asked. */
export const initialPairing: PairingMachine = {
  number: 0,
  state: { status: 'idle' },
  watchers: 0,
  visible: true,
  settled: false,
}

/**
 * What becomes of a pairing. A new one has a new number; whoever runs this opens it, and ends the one before.
 *
 * @param now Unix milliseconds: timers sleep while a phone shows another app, so every event looks at the clock
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

/** Somebody would see a fresh code. */
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
