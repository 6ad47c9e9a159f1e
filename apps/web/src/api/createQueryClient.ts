import { ServiceError } from '@latchkey/protocol/errors'
import { QueryClient } from '@tanstack/react-query'

/** How often a read is repeated that got no answer (specification 9). */
export const readRetries = 2

/**
 * The page's cache of answers. Requests are made even while the browser thinks that it is offline: the site may be on this very
 * machine, and a request that fails says so on screen where a paused one would show a skeleton for ever.
 */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        gcTime: 30 * 60_000,
        retry: (count, error) => count < readRetries && (!(error instanceof ServiceError) || error.retryable),
        retryDelay: 400,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
