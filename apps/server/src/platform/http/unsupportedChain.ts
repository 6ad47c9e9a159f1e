import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Creates the error for a request with an unsupported network.
 *
 * @param options.field field that names it
 */
export function unsupportedChain({ chainId, field = 'chainId' }: { chainId: string; field?: string }): ServiceError {
  return new ServiceError('unsupported_chain', {
    field,
    message: `The chain ${chainId} is not one that this server serves`,
  })
}
