import { type ChainId, type ChainNamespace, isAccountId, parseAccountId } from '@latchkey/protocol'
import type { Session } from '@latchkey/walletconnect'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import type { WalletAccount } from '../Connector.ts'

/** An account of a session on one of its chains. */
export type SessionAccount = WalletAccount & { chainId: ChainId }

/** Returns the CAIP-10 accounts of a family in the wallet's order, without invalid ones. */
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

/** Returns the `eip155` accounts in the wallet's order, checksummed, without invalid ones. */
export function readSessionAccounts(session: Pick<Session, 'namespaces'>): readonly SessionAccount[] {
  return listSessionAccounts(session, 'eip155').map(({ chainId, address }) => ({
    chainId,
    ...{ namespace: 'eip155', type: 'eoa', address: checksumAddress(address) },
  }))
}
