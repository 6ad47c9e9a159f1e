import type { SendingMethods } from '../rpc/SendingMethods.ts'

type Statuses = { value?: readonly ({ confirmationStatus?: string | null } | null)[] } | null

/**
 * Sending on Solana networks, which treat the same bytes as the same transaction. A transaction is valid for 150 blocks after its
 * blockhash; a durable nonce is not awaited. Source: Solana's JSON-RPC.
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
