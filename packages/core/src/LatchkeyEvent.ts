import type { AccountId, ChainId, ErrorCode } from '@latchkey/protocol'

/** Events of the kit. */
export type LatchkeyEvent =
  | { type: 'connected'; account: AccountId; connectorId: string }
  | { type: 'disconnected'; connectorId: string }
  | { type: 'signedIn'; account: AccountId }
  | { type: 'signInFailed'; account: AccountId; code: ErrorCode }
  | { type: 'accountChanged'; account: AccountId }
  | { type: 'networkChanged'; chainId: ChainId }
  | { type: 'transactionSent'; hash: string; chainId: ChainId }
  /** The visitor accepted a quote; nothing is paid yet. The order ID is left out, because anyone who has it can read the order. */
  | { type: 'purchaseStarted'; provider: string; chainId: ChainId }
  | { type: 'purchaseDelivered'; provider: string; chainId: ChainId }
  | { type: 'nameRegistered'; name: string; account: AccountId }
