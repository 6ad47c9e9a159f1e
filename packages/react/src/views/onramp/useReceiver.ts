import type { ConnectedAccount } from '@latchkey/core'
import { type ChainId, parseChainId } from '@latchkey/protocol'
import { useAccount } from '../../hooks/useAccount.ts'
import { useConnections } from '../../hooks/useConnections.ts'

/** Returns the receiver of an order on a network: the active account, otherwise the connected one of that network's family. */
export function useReceiver(chainId: ChainId | undefined): ConnectedAccount | undefined {
  const { account } = useAccount()
  const { connections } = useConnections()
  if (chainId === undefined) return account
  const { namespace } = parseChainId(chainId)
  if (account?.namespace === namespace) return account
  return connections.find((connection) => connection.account.namespace === namespace)?.account
}
