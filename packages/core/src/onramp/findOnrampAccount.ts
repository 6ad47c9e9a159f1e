import { parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ConnectedAccount, ConnectionState } from '../connection/connectionState.ts'
import type { OnrampAsset } from './OnrampFeature.ts'

/**
 * Returns the account that receives the bought tokens: the current one of the token's family. A contract account can receive only on its
 * own network, because it may not exist on others.
 *
 * @throws LatchkeyError `onramp_account_missing`
 */
export function findOnrampAccount({
  connection: { connections },
  asset: { chainId, networkName },
}: {
  connection: ConnectionState
  asset: Pick<OnrampAsset, 'chainId' | 'networkName'>
}): ConnectedAccount {
  const { namespace } = parseChainId(chainId)
  const account = connections.find((one) => one.active && one.account.namespace === namespace)?.account
  if (!account) throw new ServiceError('onramp_account_missing')
  const isContract = account.type === 'smartAccount' || ['safe', 'smartWallet'].includes(account.connector.type)
  if (isContract && account.chainId !== chainId)
    throw new ServiceError('onramp_account_missing', {
      message: `Your account is a contract on another network. Switch to ${networkName} to buy there`,
    })
  return account
}
