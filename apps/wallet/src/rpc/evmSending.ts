import type { SendingMethods } from './SendingMethods.ts'

/** Sending on EVM networks. Source: the execution API of JSON-RPC. */
export const evmSending: SendingMethods = {
  tries: 1,
  lifetime: 0,
  send: ({ ask, signed }) => ask('eth_sendRawTransaction', [signed]),
  find: async ({ ask, hash }) => {
    const found = await ask('eth_getTransactionByHash', [hash])
    if (found === null) return 'unknown'
    const isIncluded = typeof found === 'object' && 'blockNumber' in found && typeof found.blockNumber === 'string'
    return isIncluded ? 'included' : 'pending'
  },
}
