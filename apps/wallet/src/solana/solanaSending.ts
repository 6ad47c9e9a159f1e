import type { SendingMethods } from '../rpc/SendingMethods.ts'

type Statuses = { value?: readonly ({ confirmationStatus?: string | null } | null)[] } | null

/**
 * Of Solana's networks, which take the same bytes as the same transaction. One is good for 150 blocks after that of its blockhash; a
 * durable nonce is not waited for. Source: Solana's JSON-RPC.
 */
export const solanaSending: SendingMethods = {
  tries: 2,
  lifetime: 120_000,
  send: ({ ask, signed, options }) => ask('sendTransaction', [signed, { ...options, encoding: 'base64' }]),
  find: async ({ ask, hash }) => {
    const statuses = (await ask('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])) as Statuses
    const status = statuses?.value?.[0]
    if (!status) return 'unknown'
    return status.confirmationStatus === 'processed' ? 'pending' : 'included'
  },
}
