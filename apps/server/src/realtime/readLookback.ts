import { ServiceError } from '@latchkey/protocol/errors'

/** Seconds. */
const mostLookback = 60

/**
 * Reads the `lookback` of a stream request: the seconds since the client first read the data that it follows.
 *
 * @throws LatchkeyError `malformed_request`
 */
export function readLookback(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (seconds >= 1 && seconds <= mostLookback) return seconds
  const message = `Expected whole seconds from 1 to ${mostLookback}`
  throw new ServiceError('malformed_request', { field: 'lookback', message })
}
