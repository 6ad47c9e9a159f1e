import { type ChainId, isAccountId, parseAccountId } from '@latchkey/protocol'
import type { Session } from '@latchkey/walletconnect'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'

/** An account of a session on one of its chains. */
export type SessionAccount = { chainId: ChainId; address: `0x${string}` }

/** The `eip155` accounts that a wallet agreed to, in its own order, checksummed. What is no CAIP-10 account is left out. */
export function readSessionAccounts({ namespaces }: Pick<Session, 'namespaces'>): readonly SessionAccount[] {
  const accounts = Object.entries(namespaces).flatMap(([key, namespace]) =>
    /^eip155(:|$)/.test(key) ? namespace.accounts : [],
  )
  return accounts.flatMap((account) => {
    if (!isAccountId(account)) return []
    const { chainId, address } = parseAccountId(account)
    return chainId.startsWith('eip155:') ? [{ chainId, address: checksumAddress(address) }] : []
  })
}
