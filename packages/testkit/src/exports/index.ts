export { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
export { createVirtualBitcoinWallet } from '../bitcoin/createVirtualBitcoinWallet.ts'
export { installBitcoinProvider } from '../bitcoin/installBitcoinProvider.ts'
export { createPsbt, decodePsbt } from '../bitcoin/psbt.ts'
export { messageTransaction } from '../bitcoin/signBitcoinMessage.ts'
export { type BitcoinTransaction, hashForSegwit, hashForTaproot } from '../bitcoin/transaction.ts'
export type {
  BitcoinAccount,
  BitcoinChain,
  SatsProvider,
  UnisatProvider,
  VirtualBitcoinWallet,
  VirtualBitcoinWalletParameters,
} from '../bitcoin/VirtualBitcoinWallet.ts'
export {
  createVirtualMultiWallet,
  type VirtualMultiWallet,
  type VirtualMultiWalletParameters,
} from '../multi/createVirtualMultiWallet.ts'
export type { OwnerApproval, OwnerState, WalletControls, WalletPolicy, WalletRequest } from '../owner/Owner.ts'
export { ProviderRpcError } from '../owner/ProviderRpcError.ts'
export { createPairedWallet } from '../paired/createPairedWallet.ts'
export { describePairedRequest, type PairedDescription } from '../paired/describePairedRequest.ts'
export type {
  PairedAccount,
  PairedAnswer,
  PairedApproval,
  PairedChain,
  PairedFamilyParameters,
  PairedHoldings,
  PairedNetwork,
  PairedRefusal,
  PairedSession,
  PairedSubject,
  PairedWallet,
  PairedWalletParameters,
  PairedWalletState,
} from '../paired/PairedWallet.ts'
export type { RequestLine } from '../sandbox/describeRequest.ts'
export { createVirtualSolanaWallet } from '../solana/createVirtualSolanaWallet.ts'
export type {
  SolanaAccount,
  VirtualSolanaWallet,
  VirtualSolanaWalletParameters,
} from '../solana/VirtualSolanaWallet.ts'
export { announceStandardWallet } from '../standard/announceStandardWallet.ts'
export type { StandardAccount, StandardWallet } from '../standard/StandardWallet.ts'
export { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
export type {
  VirtualProvider,
  VirtualWallet,
  VirtualWalletParameters,
  VirtualWalletState,
  WalletAccount,
  WalletApproval,
  WalletChain,
} from '../wallet/VirtualWallet.ts'
