/** Entry of the catalog for a code. */
export type ErrorEntry = {
  /** The sentence that a visitor reads: the specification's exact text, if it has one. */
  message: string
  /** The same call can succeed later without a change. False by default. */
  retryable?: boolean
  /** The HTTP status of a server's answer with this code. */
  status?: number
}
