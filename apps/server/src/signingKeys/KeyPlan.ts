/** What a key signs. None signs for the other. */
export type KeyPurpose = 'wallet' | 'siwx'

/** How long a key signs, and how long it is known. All in milliseconds, counted from the moment in which it was made. */
export type KeyPlan = {
  /** A key of this age has a successor. */
  renewAfter: number
  /** A new key is published this long before it signs, so that whoever keeps the published keys has it by then. */
  publishAhead: number
  /** An old key stays published this long after it signed for the last time: no less than its tokens live. */
  keepAfter: number
}

const hour = 3_600_000
const day = 24 * hour

/** When keys of each purpose are renewed. */
export const keyPlans: Readonly<Record<KeyPurpose, KeyPlan>> = {
  wallet: { renewAfter: 90 * day, publishAhead: hour, keepAfter: day },
  siwx: { renewAfter: 30 * day, publishAhead: hour, keepAfter: day },
}
