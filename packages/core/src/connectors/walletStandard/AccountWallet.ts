import type { ChainId } from '@latchkey/protocol'
import type { BitcoinProvider, SolanaProvider, WalletAccount } from '../Connector.ts'

/** An account, and the networks that the wallet lists for it. */
export type ListedAccount = { account: WalletAccount; chainIds: readonly ChainId[] }

/** A wallet of the Solana or the Bitcoin family, whatever it speaks. What it says has been checked already. */
export type AccountWallet<Provider extends SolanaProvider | BitcoinProvider = SolanaProvider | BitcoinProvider> = {
  /**
   * Asks for accounts. `silent` never prompts: it answers undefined, or nothing, when the wallet would have to ask.
   * `chainId` is the network that the app would like, for wallets that can be told.
   */
  connect: (options: { silent: boolean; chainId: ChainId | undefined }) => Promise<readonly ListedAccount[] | undefined>
  disconnect: () => Promise<void>
  /** What the wallet is asked through. `chainId` says the network in use. */
  createProvider: (options: { chainId: () => ChainId | undefined }) => Provider
  /** Moves a wallet that has a network of its own; left out by those that have none. */
  switchNetwork?: (options: { chainId: ChainId }) => Promise<void>
  /** Tells of other accounts; none: it shares no account any more. */
  subscribe: (listener: (accounts: readonly ListedAccount[]) => void) => () => void
}
