import { describeRequest, readSigningPayload, verifySigned } from '@latchkey/clear-signing'
import { askNode } from '../rpc/createGateway.ts'
import type { ReaderCalls } from '../rpc/ReaderCalls.ts'

/** Makes everything that the reader worker does. It has no keys. */
export function createReaderCalls({ fetch: fetchUrl, now }: { fetch: typeof fetch; now: () => number }): ReaderCalls {
  return {
    describe: ({ request, url, network, knownAddresses, tokens }) =>
      describeRequest({
        request,
        read: ({ method, params }) => askNode({ url, method, params, fetch: fetchUrl }),
        network,
        knownAddresses,
        tokens,
        now,
      }),
    payload: async ({ description }) => readSigningPayload({ description }),
    verify: (options) => verifySigned(options),
  }
}
