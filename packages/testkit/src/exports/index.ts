export { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
export { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
export { ProviderRpcError } from '../wallet/ProviderRpcError.ts'
export type {
  VirtualProvider,
  VirtualWallet,
  VirtualWalletParameters,
  VirtualWalletState,
  WalletAccount,
  WalletApproval,
  WalletChain,
  WalletPolicy,
  WalletRequest,
} from '../wallet/VirtualWallet.ts'
