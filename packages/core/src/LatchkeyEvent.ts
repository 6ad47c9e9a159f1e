import type { AccountId, ChainId, ErrorCode } from '@latchkey/protocol'

/** What the kit reports. */
export type LatchkeyEvent =
  | { type: 'connected'; account: AccountId; connectorId: string }
  | { type: 'disconnected'; connectorId: string }
  | { type: 'signedIn'; account: AccountId }
  | { type: 'signInFailed'; account: AccountId; code: ErrorCode }
  | { type: 'accountChanged'; account: AccountId }
  | { type: 'networkChanged'; chainId: ChainId }
  | { type: 'transactionSent'; hash: string; chainId: ChainId }
  /** The visitor took an offer; nothing is paid yet. The order's id is no news for others: whoever has it can read the order. */
  | { type: 'purchaseStarted'; provider: string; chainId: ChainId }
  | { type: 'purchaseDelivered'; provider: string; chainId: ChainId }
  | { type: 'nameRegistered'; name: string; account: AccountId }
