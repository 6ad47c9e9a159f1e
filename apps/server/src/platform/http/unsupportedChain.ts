import { ServiceError } from '@latchkey/protocol/errors'

/**
 * What is thrown when a request names a network that is not served.
 *
 * @param options.field where it is named
 */
export function unsupportedChain({ chainId, field = 'chainId' }: { chainId: string; field?: string }): ServiceError {
  return new ServiceError('unsupported_chain', {
    field,
    message: `The chain ${chainId} is not one that this server serves`,
  })
}
