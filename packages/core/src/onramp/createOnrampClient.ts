import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import { askInTime } from '../http/askInTime.ts'
import { type ApiClient, createApiClient } from '../http/createApiClient.ts'

/** What buying asks the server with. */
export type OnrampClient = {
  /** As {@link ApiClient.request}. An error for which `isUnreached` holds says nothing about buying. */
  request: ApiClient['request']
  /**
   * Whether an error means that the server cannot be reached: no answer, or one of 5xx without a code of ours, as a proxy gives it in the
   * place of a server that is down.
   */
  isUnreached: (error: unknown) => boolean
}

/** Makes the client of buying. */
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
        // Something answered, and said no.
        if (status >= 400 && status < 500 && error instanceof LatchkeyError) refused.add(error)
        throw error
      }
    },
    isUnreached: (error) =>
      error instanceof LatchkeyError && error.code === 'network_request_failed' && !refused.has(error),
  }
}
