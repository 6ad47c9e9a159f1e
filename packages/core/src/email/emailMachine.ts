import type { EmailState } from './EmailFeature.ts'

/** The two flows, each with the number of its current attempt. Answers to others are late and ignored. */
export type EmailMachine = {
  login: Pick<EmailState, 'status' | 'email' | 'failure' | 'left'>
  update: EmailState['update']
  loginAttempt: number | undefined
  updateAttempt: number | undefined
}

/** Without a login or a change of the address. */
export const initialEmail: EmailMachine = {
  login: { status: 'idle', email: undefined, failure: undefined, left: undefined },
  update: { status: 'idle', email: undefined, failure: undefined },
  loginAttempt: undefined,
  updateAttempt: undefined,
}
