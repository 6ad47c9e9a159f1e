import type { AccountId, ChainId, ChainNamespace, ErrorCode } from '@latchkey/protocol'
import type { AccountType, ConnectorInfo, SmartAccountFacts, WalletAccount } from '../connectors/Connector.ts'

/** The error of the last attempt to connect. */
export type ConnectionFailure = { code: ErrorCode; message: string; connectorId: string }

/** A connected account. */
export type ConnectedAccount = SmartAccountFacts & {
  namespace: ChainNamespace
  /** Checksummed for families with checksums. */
  address: string
  /** CAIP-10 of the address on the current network. */
  caipAddress: AccountId
  type: AccountType
  /** All accounts that the wallet shares, the current one first. */
  allAccounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The wallet's current network. `networks` tells whether the app supports it. */
  chainId: ChainId
  connector: ConnectorInfo
}

/** A connection. There may be several, and each family selects one. */
export type Connection = {
  account: ConnectedAccount
  /** Whether its family has selected it. */
  active: boolean
}

/**
 * The connections: the selected account (`status`, `account`), all other connections, and the wallet with an open request. A request to
 * another wallet does not change the status while an account is connected.
 */
export type ConnectionState = {
  /** All connections: the selected one first, then the newest. */
  connections: readonly Connection[]
  /** The wallet with an open request. */
  asking: ConnectorInfo | undefined
  /** The error of the last attempt, cleared by the next one. */
  failure: ConnectionFailure | undefined
} & (
  | { status: 'disconnected' }
  /** No account is connected, and a wallet has a request. */
  | { status: 'connecting'; connector: ConnectorInfo }
  /** The connections of the last visit are being restored. This one was selected. */
  | { status: 'reconnecting'; connectorId: string }
  | { status: 'connected'; account: ConnectedAccount }
)
