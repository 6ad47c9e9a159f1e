import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyReaderCalls } from '../families/FamilyReaderCalls.ts'
import { createAsk } from '../gateway/createAsk.ts'
import { prepareTransfer, type Transfer } from './prepareTransfer.ts'

/** Makes everything that the reader worker of Bitcoin does. It has no keys. */
export function createBitcoinReaderCalls({
  fetch,
}: {
  fetch: typeof globalThis.fetch
  now: () => number
}): FamilyReaderCalls {
  return {
    prepare: async ({ request, accounts, url }) => {
      if (request.method !== 'sendTransfer') return request
      const ask = createAsk({ url, fetch })
      const transfer = request.params as Transfer
      const params = await prepareTransfer({ transfer, chainId: request.chainId, accounts, ask })
      return { ...request, method: 'signPsbt', params }
    },
    // Until its requests can be said in words, nothing is shown, and so nothing is signed.
    describe: async () => refuse(),
    payload: async () => refuse(),
    verify: async () => refuse(),
  }
}

function refuse(): never {
  throw new ServiceError('unsupported_chain')
}
