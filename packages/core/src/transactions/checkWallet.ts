import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectorInfo, Eip1193Provider } from '../connectors/Connector.ts'
import { readChainId } from '../connectors/provider/readChainId.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { Environment } from '../environment/Environment.ts'

/** How long a wallet may take to say where it is. */
export const checkTimeout = 10_000

/** The wallet that is about to be asked. */
export type CheckedWallet = {
  provider: Eip1193Provider
  connector: ConnectorInfo
  /**
   * What stands against asking it now: read once more each time, for the visitor may have left, or chosen another wallet, meanwhile.
   * @throws LatchkeyError `wallet_disconnected`
   */
  changed: () => 'account_changed' | 'chain_changed' | undefined
}

/**
 * Lets the wallet itself say where it is and whose it is.
 *
 * @throws LatchkeyError `wallet_disconnected`, `wallet_timeout`, and what the wallet answers
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
      // It told so since it was asked.
      return now.chainId === before || now.chainId === chainId ? undefined : 'chain_changed'
    },
  }
}
