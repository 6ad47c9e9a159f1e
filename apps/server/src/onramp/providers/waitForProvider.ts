import { ServiceError } from '@latchkey/protocol/errors'
import { withTimeout } from '../../platform/withTimeout.ts'

/**
 * Waits for a provider with a timeout.
 *
 * @param patience milliseconds
 * @throws LatchkeyError `onramp_provider_unavailable`
 */
export function waitForProvider<Value>(work: Promise<Value>, patience: number): Promise<Value> {
  return withTimeout(work, patience, () => new ServiceError('onramp_provider_unavailable'))
}
