/** An answer and the moment it was true (unix milliseconds): the server's `x-stale` is taken off the time of arrival. */
export type Dated<T> = {
  value: T
  asOf: number
  /** The server could not reach its source and gave what it had. */
  stale: boolean
}
