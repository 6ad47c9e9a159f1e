/** The rule of a permission that an operation breaks. */
export type SessionBreach = {
  rule:
    | 'calls' // no calls, or calls in a form that could hide something
    | 'session' // not granted, revoked, or granted with other rules
    | 'account' // the operation would deploy the account, or belongs to another one
    | 'call' // no rule allows the call
    | 'allowance_missing' // the call needs an allowance that is missing, or cannot be counted
    | 'allowance_exceeded'
    | 'gas' // the account would pay for gas, and no allowance covers that
    | 'window' // outside the time of the permission, or of an allowance
  /** Index of the call in the batch. */
  call?: number
  /** Index of the allowance. */
  allowance?: number
  /** For developers. */
  details: string
}
