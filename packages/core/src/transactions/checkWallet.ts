import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectorInfo, Eip1193Provider } from '../connectors/Connector.ts'
import { readChainId } from '../connectors/provider/readChainId.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { Environment } from '../environment/Environment.ts'

/** Time in which a wallet has to report its account and network, in milliseconds. */
export const checkTimeout = 10_000

/** The wallet before a request. */
export type CheckedWallet = {
  provider: Eip1193Provider
  connector: ConnectorInfo
  /**
   * Returns a change that prevents a request. Reads the state anew each time, because the visitor may have disconnected or chosen another
   * wallet.
   * @throws LatchkeyError `wallet_disconnected`
   */
  changed: () => 'account_changed' | 'chain_changed' | undefined
}

/**
 * Reads account and network from the wallet itself.
 *
 * @throws LatchkeyError `wallet_disconnected`, `wallet_timeout`, and the errors of the wallet
 */
export async function checkWallet({
  environment,
  connection,
  chainId,
  from,
}: {
  environment: Environment
  connection: ConnectionFeature
  chainId: ChainId
  from: string
}): Promise<CheckedWallet> {
  const inUse = () => {
    const state = connection.getState()
    if (state.status !== 'connected') throw new LatchkeyError('wallet_disconnected')
    return state.account
  }
  const { connector, chainId: before } = inUse()
  const provider = connection.getProvider()
  if (!provider) throw new LatchkeyError('wallet_disconnected')
  const [accounts, chain] = await waitForWallet({
    environment,
    answer: Promise.all([provider.request({ method: 'eth_accounts' }), provider.request({ method: 'eth_chainId' })]),
    milliseconds: checkTimeout,
  })
  const account = from.toLowerCase()
  const shared = Array.isArray(accounts) ? accounts.map((one) => String(one).toLowerCase()) : []
  const isThere = readChainId(chain) === chainId
  return {
    provider,
    connector,
    changed: () => {
      if (!isThere) return 'chain_changed'
      const now = inUse()
      const isOwn =
        shared.includes(account) && now.address.toLowerCase() === account && now.connector.id === connector.id
      if (!isOwn) return 'account_changed'
      // The wallet reported the change after the request.
      return now.chainId === before || now.chainId === chainId ? undefined : 'chain_changed'
    },
  }
}
