export type { PendingRequest, WalletClient, WalletEvent } from '../wallet/WalletClient.ts'
