import { etherCoinType, toCoinType } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { Eip1193Provider } from '../connectors/Connector.ts'

/** The account that signs for a name, with its coin type. */
export type NameSigner = { account: ConnectedAccount; provider: Eip1193Provider; coinType: number }

/**
 * Returns the embedded wallet's current account. The EOA is the same on all networks, so it uses Ethereum's coin type. The smart account is
 * a contract, whose address may have another owner elsewhere.
 *
 * @throws LatchkeyError `name_account_missing`; `invalid_chain_id` for a smart account on a network without a coin type
 */
export function findNameSigner(connection: ConnectionFeature): NameSigner {
  const { connections } = connection.getState()
  const account = connections.find(({ active, account }) => active && account.namespace === 'eip155')?.account
  const provider = connection.getProvider()
  if (account?.connector.type !== 'embedded' || !provider) throw new ServiceError('name_account_missing')
  const coinType = account.type === 'smartAccount' ? toCoinType(account.chainId) : etherCoinType
  if (coinType === undefined) throw new ServiceError('invalid_chain_id', { field: 'chainId' })
  return { account, provider, coinType }
}

/** Whether two signers have the same address and coin type. */
export function isSameSigner(one: NameSigner, other: NameSigner): boolean {
  return one.account.address === other.account.address && one.coinType === other.coinType
}
