/** Kind of signed tokens. Each purpose has separate keys. */
export type KeyPurpose = 'wallet' | 'siwx'

/** Lifetimes of a key, in milliseconds from its creation. */
export type KeyPlan = {
  /** Age at which a key gets a successor. */
  renewAfter: number
  /** Time for which a new key is published before it signs, so that caches of the published keys have it by then. */
  publishAhead: number
  /** Time for which an old key stays published after its last signature: at least the lifetime of its tokens. */
  keepAfter: number
}

const hour = 3_600_000
const day = 24 * hour

/** Rotation of the keys of each purpose. */
export const keyPlans: Readonly<Record<KeyPurpose, KeyPlan>> = {
  wallet: { renewAfter: 90 * day, publishAhead: hour, keepAfter: day },
  siwx: { renewAfter: 30 * day, publishAhead: hour, keepAfter: day },
}
