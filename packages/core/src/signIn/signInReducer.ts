import type { SiwxSubject } from '../siwx/Siwx.ts'
import type { SignInState } from './SignInFeature.ts'

/** The sign-in with the data for its transitions. */
export type SignInMachine = SignInState & {
  /** Number of the attempt. Answers with another number are late, and ignored. */
  number: number
}

/** Events of a sign-in. */
export type SignInEvent =
  /** The current account or network changed. */
  | { type: 'subjectChanged'; subject: SiwxSubject | undefined; required: boolean }
  /** The app was asked for existing sign-ins. `failure` is the error of one that came with the connection. */
  | { type: 'checked'; number: number; found: boolean; failure?: SignInState['failure'] }
  | { type: 'signStarted' }
  /** The wallet signed, and the app stores the signature. */
  | { type: 'signed'; number: number }
  /** The app refused an earlier signature. The wallet is asked for another one. */
  | { type: 'signedInVain'; number: number }
  | { type: 'stored'; number: number }
  | { type: 'failed'; number: number; failure: NonNullable<SignInState['failure']> }
  /** The visitor canceled the open request. */
  | { type: 'givenUp' }
  | { type: 'signedOut' }
  /** Sign-ins changed elsewhere, and the app was asked again. */
  | { type: 'lookedAgain'; number: number; found: boolean }

/** An app with sign-in, before a connection. */
export const initialSignIn: SignInMachine = {
  status: 'idle',
  subject: undefined,
  required: false,
  failure: undefined,
  number: 0,
}

/**
 * The transitions of the sign-in (specification 4). An account on a supported network is checked, and without a sign-in it is asked for
 * one. A change of account or network ends any other operation.
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
      // A signature that already exists is still stored.
      if (machine.status !== 'signing') return machine
      return { ...machine, status: 'needed', number: machine.number + 1 }
    case 'signedOut':
      // Also without a sign-in, because earlier results are no longer valid.
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
