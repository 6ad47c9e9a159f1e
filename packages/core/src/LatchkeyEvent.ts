import type { AccountId, ChainId } from '@latchkey/protocol'

/** What the kit reports. */
export type LatchkeyEvent =
  | { type: 'connected'; account: AccountId; connectorId: string }
  | { type: 'disconnected'; connectorId: string }
  | { type: 'signedIn'; account: AccountId }
  | { type: 'accountChanged'; account: AccountId }
  | { type: 'networkChanged'; chainId: ChainId }
  | { type: 'transactionSent'; hash: string; chainId: ChainId }
  | { type: 'nameRegistered'; name: string; account: AccountId }
