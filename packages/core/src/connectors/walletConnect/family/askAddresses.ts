import type { AppClient } from '@latchkey/walletconnect'
import type { PairedSession } from '../createPairedSession.ts'

/**
 * Asks a Bitcoin wallet for the other addresses of its account (ordinals) and for their keys, if the session does not contain them. Wallets
 * answer without asking the visitor. Without an answer, the kit shows only the payment address. Source: WalletConnect's Bitcoin RPC
 * reference, `getAccountAddresses`.
 */
export async function askAddresses({
  client,
  session,
}: {
  client: Pick<AppClient, 'request'>
  session: Pick<PairedSession, 'current' | 'tell'>
}): Promise<void> {
  // The caller of `connect` reports the connection first.
  await Promise.resolve()
  const current = session.current()
  const account = current?.accounts.find(({ chainId }) => chainId === current.chainId)
  if (!current || !account || account.publicKey) return
  const { topic, namespaces } = current.session
  const method = 'getAccountAddresses'
  if (!Object.values(namespaces).some(({ methods }) => methods.includes(method))) return
  const question = { topic, chainId: current.chainId, method, params: { account: account.address } }
  try {
    // With a fixed ID, so that a reloaded page finds the answer to its earlier request.
    const answer = await client.request({ ...question, idempotencyKey: `${topic}/${method}/${account.address}` })
    if (Array.isArray(answer) && session.current()?.session.topic === topic) session.tell(answer)
  } catch {
    // The request is optional.
  }
}
