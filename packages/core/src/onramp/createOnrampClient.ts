import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { askInTime } from '../http/askInTime.ts'
import { type ApiClient, createApiClient } from '../http/createApiClient.ts'

/** The onramp's client of the server. */
export type OnrampClient = {
  /** As {@link ApiClient.request}. Errors for which `isUnreached` is true are not answers of the server. */
  request: ApiClient['request']
  /** Whether an error means that the server is unreachable: no answer, or a 5xx status without an error code of ours, as from a proxy. */
  isUnreached: (error: unknown) => boolean
}

/** Creates the onramp's client. */
export function createOnrampClient({ config, environment, onRefusal }: CoreContext): OnrampClient {
  const refused = new WeakSet<object>()
  return {
    request: async (endpoint, request) => {
      let status = 0
      const client = createApiClient({
        ...{ ...config, onRefusal },
        fetch: async (input, init) => {
          const response = await environment.fetch(input, init)
          status = response.status
          return response
        },
      })
      const given = request.signal
      const ask = (signal: AbortSignal) => {
        const abort = new AbortController()
        for (const one of [signal, given]) one?.addEventListener('abort', () => abort.abort(one.reason))
        return client.request(endpoint, { ...request, signal: abort.signal, isRead: false })
      }
      try {
        return await askInTime({ environment, ask })
      } catch (error) {
        // An answer of 4xx is a refusal.
        if (status >= 400 && status < 500 && error instanceof LatchkeyError) refused.add(error)
        throw error
      }
    },
    isUnreached: (error) =>
      error instanceof LatchkeyError && error.code === 'network_request_failed' && !refused.has(error),
  }
}
