import type { EmailState } from './EmailFeature.ts'

/** The two flows, each with the number of the attempt that is under way; answers of any other are late and ignored. */
export type EmailMachine = {
  login: Pick<EmailState, 'status' | 'email' | 'failure' | 'left'>
  update: EmailState['update']
  loginAttempt: number | undefined
  updateAttempt: number | undefined
}

/** Nobody signs in, nobody changes an address. */
export const initialEmail: EmailMachine = {
  login: { status: 'idle', email: undefined, failure: undefined, left: undefined },
  update: { status: 'idle', email: undefined, failure: undefined },
  loginAttempt: undefined,
  updateAttempt: undefined,
}
