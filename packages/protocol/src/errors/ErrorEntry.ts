/** What the catalogue says of a code. */
export type ErrorEntry = {
  /** The sentence a person reads; the specification's exact text where it gives one. */
  message: string
  /** The same call may succeed later without a change. Left out where it cannot. */
  retryable?: boolean
  /** The HTTP status when a server answers with it. */
  status?: number
}
