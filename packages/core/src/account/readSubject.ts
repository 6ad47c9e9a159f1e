import { type AccountId, toAccountId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import type { Readable } from '../store/Store.ts'

/** Whose data is shown: the connected address on the network in use. */
export type Subject = { accountId: AccountId; address: string; network: Network }

/** The stores that say whose data is shown. */
export type SubjectStores = { connection: Readable<ConnectionState>; networks: Readable<NetworksState> }

/** Reads whose data is to be shown; undefined while nobody is connected or the wallet is on a foreign network. */
export function readSubject({ connection, networks }: SubjectStores): Subject | undefined {
  const state = connection.getState()
  const network = networks.getState().active
  if (state.status !== 'connected' || !network) return undefined
  const { address } = state.account
  return { accountId: toAccountId({ chainId: network.caipNetworkId, address }), address, network }
}
