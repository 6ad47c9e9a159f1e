import type { AppClient } from '@latchkey/walletconnect'
import type { PairedSession } from '../createPairedSession.ts'

/**
 * Asks a Bitcoin wallet, which said nothing of it with the session, for the addresses that belong to its account: the one for ordinals,
 * and keys. Wallets answer it without their owner; one that does not answer shows its payments address alone. Source: WalletConnect's
 * Bitcoin RPC reference, `getAccountAddresses`.
 */
export async function askAddresses({
  client,
  session,
}: {
  client: Pick<AppClient, 'request'>
  session: Pick<PairedSession, 'current' | 'tell'>
}): Promise<void> {
  // The connection is told of first, by whoever asked for it.
  await Promise.resolve()
  const current = session.current()
  const account = current?.accounts.find(({ chainId }) => chainId === current.chainId)
  if (!current || !account || account.publicKey) return
  const { topic, namespaces } = current.session
  const method = 'getAccountAddresses'
  if (!Object.values(namespaces).some(({ methods }) => methods.includes(method))) return
  const question = { topic, chainId: current.chainId, method, params: { account: account.address } }
  try {
    // Under one name: a page that was reloaded finds the answer to what the one before it asked.
    const answer = await client.request({ ...question, idempotencyKey: `${topic}/${method}/${account.address}` })
    if (Array.isArray(answer) && session.current()?.session.topic === topic) session.tell(answer)
  } catch {
    // It goes without.
  }
}
