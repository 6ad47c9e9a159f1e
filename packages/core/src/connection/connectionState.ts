import type { AccountId, ChainId, ErrorCode } from '@latchkey/protocol'
import type { ConnectorInfo } from '../connectors/Connector.ts'

/** Why the last attempt to connect ended without a connection. */
export type ConnectionFailure = { code: ErrorCode; message: string; connectorId: string }

/** The account that is connected. */
export type ConnectedAccount = {
  /** As checksummed text. */
  address: string
  /** CAIP-10 of the address on the active network. */
  caipAddress: AccountId
  /** Every address that the wallet shared, the active one first. */
  allAddresses: readonly string[]
  /** The network the wallet is on; check `networks` for whether the app supports it. */
  chainId: ChainId
  connector: ConnectorInfo
}

/** The connection: where it stands and with whom. */
export type ConnectionState =
  | { status: 'disconnected'; failure: ConnectionFailure | undefined }
  | { status: 'connecting'; connector: ConnectorInfo }
  | { status: 'reconnecting'; connectorId: string }
  | { status: 'connected'; account: ConnectedAccount }
