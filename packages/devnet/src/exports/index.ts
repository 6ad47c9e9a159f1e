export { waitForReceipt } from '../anvil/waitForReceipt.ts'
export { type DevnetBitcoinConfig, toBitcoinConfigs } from '../bitcoin/toBitcoinConfigs.ts'
export type {
  Devnet,
  DevnetAccount,
  DevnetChain,
  DevnetContracts,
  DevnetNames,
  DevnetParameters,
  DevnetToken,
} from '../Devnet.ts'
export type { Mailbox, MailboxMessage } from '../mailbox/Mailbox.ts'
export { startMailbox } from '../mailbox/startMailbox.ts'
export type { SolanaAccount, SolanaNetwork, SolanaToken } from '../solana/Solana.ts'
export { type DevnetSolanaConfig, toSolanaConfigs } from '../solana/toSolanaConfigs.ts'
export { startDevnet } from '../startDevnet.ts'
export { type DevnetChainConfig, toChainConfigs } from '../toChainConfigs.ts'
export { publicMnemonic } from '../world/accounts.ts'
export { contracts as devnetContracts } from '../world/contracts.ts'
export { squareRoot } from '../world/squareRoot.ts'
