import { describeRequest, readSigningPayload, verifySigned } from '@latchkey/clear-signing'
import { askNode } from '../gateway/createGateway.ts'
import type { ReaderCalls } from './ReaderCalls.ts'

/** Milliseconds that the network has for all that one card asks of it. */
const readLimit = 20_000

/** Makes everything that the reader worker does. It has no keys. */
export function createReaderCalls({ fetch: fetchUrl, now }: { fetch: typeof fetch; now: () => number }): ReaderCalls {
  return {
    describe: ({ request, url, network, knownAddresses, tokens }) => {
      // A node that never answers must not keep a card from being shown: what cannot be had by then is warned of.
      const signal = AbortSignal.timeout(readLimit)
      return describeRequest({
        request,
        read: ({ method, params }) => askNode({ url, method, params, fetch: fetchUrl, signal }),
        network,
        knownAddresses,
        tokens,
        now,
      })
    },
    payload: async ({ description }) => readSigningPayload({ description }),
    verify: (options) => verifySigned(options),
  }
}
