/** Which rule of a session an operation breaks. */
export type SessionBreach = {
  rule:
    | 'calls' // not calls that a session may make at all: none, or in a form that hides something
    | 'session' // not granted, revoked, or granted with other rules
    | 'account' // the operation would make the account, or is not for this one
    | 'call' // no rule allows the call
    | 'allowance_missing' // the call would need an allowance that is not there, or cannot be counted
    | 'allowance_exceeded'
    | 'gas' // the account would pay the network, and no allowance covers that
    | 'window' // the session's time, or that of an allowance, has not begun or is over
  /** Which call of the batch, from 0. */
  call?: number
  /** Which allowance, from 0. */
  allowance?: number
  /** For who debugs it. */
  details: string
}
