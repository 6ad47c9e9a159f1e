import { base64 } from '@scure/base'
import { callRpc } from '../wallet/callRpc.ts'

/**
 * Sends a signed transaction to a Solana node, which simulates it first.
 *
 * @returns the signature in base58, which is the transaction ID
 * @throws ProviderRpcError with the node's error
 */
export async function sendSolanaTransaction({
  transaction,
  rpcUrl,
  fetch,
  options = {},
}: {
  transaction: Uint8Array
  rpcUrl: string
  fetch: typeof globalThis.fetch
  /** In the format of `sendTransaction`. */
  options?: Record<string, unknown>
}): Promise<string> {
  const params = [base64.encode(transaction), { preflightCommitment: 'confirmed', ...options, encoding: 'base64' }]
  return String(await callRpc({ fetch, rpcUrl, method: 'sendTransaction', params }))
}
