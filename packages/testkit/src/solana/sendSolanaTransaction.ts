import { base64 } from '@scure/base'
import { callRpc } from '../wallet/callRpc.ts'

/**
 * Sends a signed transaction to a node of Solana, after the node tried it out.
 *
 * @returns the signature in base58, which is the transaction's id
 * @throws ProviderRpcError what the node refused
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
  /** As `sendTransaction` takes them. */
  options?: Record<string, unknown>
}): Promise<string> {
  const params = [base64.encode(transaction), { preflightCommitment: 'confirmed', ...options, encoding: 'base64' }]
  return String(await callRpc({ fetch, rpcUrl, method: 'sendTransaction', params }))
}
