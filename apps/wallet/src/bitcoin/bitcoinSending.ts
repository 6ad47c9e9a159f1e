import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { SendingMethods } from '../rpc/SendingMethods.ts'

/** Sending on Bitcoin networks with the methods of Bitcoin Core. The gateway accepts the same transaction twice. */
export const bitcoinSending: SendingMethods = {
  tries: 2,
  lifetime: 0,
  send: ({ ask, signed }) => ask('sendrawtransaction', [signed]),
  find: async ({ ask, hash }) => {
    try {
      const found = (await ask('getrawtransaction', [hash, true])) as { status?: { confirmed?: boolean } } | null
      if (found === null) return 'unknown'
      return found.status?.confirmed ? 'included' : 'pending'
    } catch (error) {
      // RPC_INVALID_ADDRESS_OR_KEY: the transaction is neither in a block nor in the mempool.
      if (error instanceof RpcRefusal && error.rpcCode === -5) return 'unknown'
      throw error
    }
  },
}
