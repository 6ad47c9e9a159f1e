import type { AccountId, ChainId, ChainNamespace, ErrorCode } from '@latchkey/protocol'
import type { AccountType, ConnectorInfo, SmartAccountFacts, WalletAccount } from '../connectors/Connector.ts'

/** Why the last attempt to connect ended without a connection. */
export type ConnectionFailure = { code: ErrorCode; message: string; connectorId: string }

/** An account that is connected. */
export type ConnectedAccount = SmartAccountFacts & {
  namespace: ChainNamespace
  /** As checksummed text. */
  address: string
  /** CAIP-10 of the address on the network in use. */
  caipAddress: AccountId
  type: AccountType
  /** Every account that the wallet shared, the active one first. */
  allAccounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The network the wallet is on; check `networks` for whether the app supports it. */
  chainId: ChainId
  connector: ConnectorInfo
}

/** A live connection. There may be several; each family uses one of its own. */
export type Connection = {
  account: ConnectedAccount
  /** Whether it is the one that its family uses. */
  active: boolean
}

/**
 * The connections: what the app works with (`status`, `account`), everything else that is live, and which wallet is being
 * asked. While an account is in use, asking another wallet does not change the status.
 */
export type ConnectionState = {
  /** Every live connection: the one in use first, then the newest. */
  connections: readonly Connection[]
  /** The wallet that is being asked now. */
  asking: ConnectorInfo | undefined
  /** Why the last attempt ended without a connection; cleared by the next. */
  failure: ConnectionFailure | undefined
} & (
  | { status: 'disconnected' }
  /** Nobody is connected, and a wallet is asked. */
  | { status: 'connecting'; connector: ConnectorInfo }
  /** The connections of the last visit come back; this is the one that was in use. */
  | { status: 'reconnecting'; connectorId: string }
  | { status: 'connected'; account: ConnectedAccount }
)
