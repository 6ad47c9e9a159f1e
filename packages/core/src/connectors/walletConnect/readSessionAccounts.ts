import { type ChainId, type ChainNamespace, isAccountId, parseAccountId } from '@latchkey/protocol'
import type { Session } from '@latchkey/walletconnect'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import type { WalletAccount } from '../Connector.ts'

/** An account of a session on one of its chains. */
export type SessionAccount = WalletAccount & { chainId: ChainId }

/** The CAIP-10 accounts of a family that a wallet agreed to, in its own order. What is none is left out. */
export function listSessionAccounts(
  { namespaces }: Pick<Session, 'namespaces'>,
  namespace: ChainNamespace,
): readonly { chainId: ChainId; address: string }[] {
  const accounts = Object.entries(namespaces).flatMap(([key, each]) =>
    key === namespace || key.startsWith(`${namespace}:`) ? each.accounts : [],
  )
  return accounts.flatMap((account) => {
    if (!isAccountId(account)) return []
    const { chainId, address } = parseAccountId(account)
    return chainId.startsWith(`${namespace}:`) ? [{ chainId, address }] : []
  })
}

/** The `eip155` accounts that a wallet agreed to, in its own order, checksummed. What is no CAIP-10 account is left out. */
export function readSessionAccounts(session: Pick<Session, 'namespaces'>): readonly SessionAccount[] {
  return listSessionAccounts(session, 'eip155').map(({ chainId, address }) => ({
    chainId,
    ...{ namespace: 'eip155', type: 'eoa', address: checksumAddress(address) },
  }))
}
