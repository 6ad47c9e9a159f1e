import { ServiceError } from '@latchkey/protocol/errors'
import { QueryClient } from '@tanstack/react-query'

/** Number of retries of a read without an answer (specification 9). */
export const readRetries = 2

/**
 * Makes the page's cache of answers. Sends requests even while the browser reports that it is offline, because the site may be on this
 * machine. A failed request also shows an error, while a paused one would show a skeleton forever.
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
