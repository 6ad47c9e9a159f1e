/** An answer, and the time for which it is valid (unix milliseconds): the time of arrival minus the server's `x-stale`. */
export type Dated<T> = {
  value: T
  asOf: number
  /** The server could not reach its upstream and sent its last data. */
  stale: boolean
}
