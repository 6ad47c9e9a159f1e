import type { SiwxSubject } from '../siwx/Siwx.ts'
import type { SignInState } from './SignInFeature.ts'

/** The sign-in with what its transitions need to know. */
export type SignInMachine = SignInState & {
  /** Counts attempts: an answer with any other number is late, and ignored. */
  number: number
}

/** What happens to the sign-in. */
export type SignInEvent =
  /** Another account or network is in use, or none. */
  | { type: 'subjectChanged'; subject: SiwxSubject | undefined; required: boolean }
  /** Existing sessions were looked for; `failure` speaks against one that came with the connection. */
  | { type: 'checked'; number: number; found: boolean; failure?: SignInState['failure'] }
  | { type: 'signStarted' }
  /** The wallet signed; the app takes the signature. */
  | { type: 'signed'; number: number }
  /** The app did not take a signature from before: the wallet is asked for another. */
  | { type: 'signedInVain'; number: number }
  | { type: 'stored'; number: number }
  | { type: 'failed'; number: number; failure: NonNullable<SignInState['failure']> }
  /** The visitor left the request that is open. */
  | { type: 'givenUp' }
  | { type: 'signedOut' }
  /** Sessions changed elsewhere, and were looked for once more. */
  | { type: 'lookedAgain'; number: number; found: boolean }

/** An app that asks for sign-ins, with nobody connected. */
export const initialSignIn: SignInMachine = {
  status: 'idle',
  subject: undefined,
  required: false,
  failure: undefined,
  number: 0,
}

/**
 * The transitions of the sign-in (specification 4): an account in use on a listed network is looked up; without a session
 * it is asked for one. Whatever was under way for another account or network ends with it.
 */
export function signInReducer(machine: SignInMachine, event: SignInEvent): SignInMachine {
  switch (event.type) {
    case 'subjectChanged': {
      const { subject, required } = event
      if (subject?.accountId === machine.subject?.accountId)
        return required === machine.required ? machine : { ...machine, required }
      const status = subject ? 'checking' : 'idle'
      return { status, subject, required, failure: undefined, number: machine.number + 1 }
    }
    case 'checked':
      if (machine.status !== 'checking' || event.number !== machine.number) return machine
      return { ...machine, status: event.found ? 'signedIn' : 'needed', failure: event.failure }
    case 'signStarted':
      if (!machine.subject || machine.status === 'signing' || machine.status === 'storing') return machine
      return { ...machine, status: 'signing', failure: undefined, number: machine.number + 1 }
    case 'signed':
      if (machine.status !== 'signing' || event.number !== machine.number) return machine
      return { ...machine, status: 'storing' }
    case 'signedInVain':
      if (machine.status !== 'storing' || event.number !== machine.number) return machine
      return { ...machine, status: 'signing' }
    case 'stored':
      if (machine.status !== 'storing' || event.number !== machine.number) return machine
      return { ...machine, status: 'signedIn' }
    case 'failed':
      if ((machine.status !== 'signing' && machine.status !== 'storing') || event.number !== machine.number)
        return machine
      return { ...machine, status: 'needed', failure: event.failure }
    case 'givenUp':
      // What is signed already goes on to the app.
      if (machine.status !== 'signing') return machine
      return { ...machine, status: 'needed', number: machine.number + 1 }
    case 'signedOut':
      // Also where nobody is signed in: what was seen before says nothing any more.
      if (machine.status !== 'signedIn' && machine.status !== 'needed') return machine
      return { ...machine, status: 'needed', number: machine.number + 1 }
    case 'lookedAgain': {
      const status = event.found ? 'signedIn' : 'needed'
      const isSettled = machine.status === 'signedIn' || machine.status === 'needed'
      if (!isSettled || machine.status === status || event.number !== machine.number) return machine
      return { ...machine, status, failure: undefined, number: machine.number + 1 }
    }
  }
}
