import { type AccountId, toAccountId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'
import type { ConnectionState } from '../connection/connectionState.ts'
import type { NetworksState } from '../networks/NetworksFeature.ts'
import type { Readable } from '../store/Store.ts'

/** The connected address on the current network. */
export type Subject = { accountId: AccountId; address: string; network: Network }

/** The stores that determine the subject. */
export type SubjectStores = { connection: Readable<ConnectionState>; networks: Readable<NetworksState> }

/** Returns the subject; undefined without a connected account, or on an unsupported network. */
export function readSubject({ connection, networks }: SubjectStores): Subject | undefined {
  const state = connection.getState()
  const network = networks.getState().active
  if (state.status !== 'connected' || !network) return undefined
  const { address } = state.account
  return { accountId: toAccountId({ chainId: network.caipNetworkId, address }), address, network }
}
