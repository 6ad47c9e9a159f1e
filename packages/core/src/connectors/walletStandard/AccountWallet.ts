import type { ChainId } from '@latchkey/protocol'
import type { BitcoinProvider, SolanaProvider, WalletAccount } from '../Connector.ts'

/** An account with the networks that the wallet lists for it. */
export type ListedAccount = { account: WalletAccount; chainIds: readonly ChainId[] }

/** A Solana or Bitcoin wallet with any interface. Its values are already validated. */
export type AccountWallet<Provider extends SolanaProvider | BitcoinProvider = SolanaProvider | BitcoinProvider> = {
  /**
   * Asks for accounts. With `silent`, it never prompts, and returns undefined or an empty list if the wallet would have to ask. `chainId`
   * is the app's preferred network, for wallets that accept one.
   */
  connect: (options: { silent: boolean; chainId: ChainId | undefined }) => Promise<readonly ListedAccount[] | undefined>
  disconnect: () => Promise<void>
  /** Creates the provider. `chainId` returns the current network. */
  createProvider: (options: { chainId: () => ChainId | undefined }) => Provider
  /** Switches the wallet's current network; missing in wallets without one. */
  switchNetwork?: (options: { chainId: ChainId }) => Promise<void>
  /** Reports changed accounts; an empty list if none are shared anymore. */
  subscribe: (listener: (accounts: readonly ListedAccount[]) => void) => () => void
}
