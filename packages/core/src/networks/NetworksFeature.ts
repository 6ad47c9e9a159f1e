import type { ChainId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'
import type { Readable } from '../store/Store.ts'

/** The networks of the app and the current one. */
export type NetworksState = {
  /** All networks of the app. */
  networks: readonly Network[]
  /** The current network; undefined while the wallet is on one that the app does not list. */
  active: Network | undefined
  /** The wallet's network if the app does not list it. */
  unsupportedChainId: ChainId | undefined
  /** Target network of a running switch. */
  switchingTo: ChainId | undefined
}

/**
 * Shows and switches networks.
 *
 * @example
 * const { active, unsupportedChainId } = latchkey.networks.getState()
 * if (unsupportedChainId !== undefined) await latchkey.networks.switchNetwork({ chainId: 'eip155:8453' })
 */
export type NetworksFeature = Readable<NetworksState> & {
  /**
   * Whether a visitor with an unsupported network (`unsupportedChainId`) has to switch to a supported one. False if the configuration
   * allows such networks, disables switches, or is `basic`.
   */
  readonly leavesUnsupported: boolean
  /**
   * Switches the app and the connected wallet to another of the app's networks (EIP-3326). A wallet that does not know the network is asked
   * to add it (EIP-3085). A network of another family selects that family's wallet.
   * @throws LatchkeyError `network_not_found`, `network_switch_off`, `no_active_account` (no wallet of that family is connected),
   *   `user_rejected`, `wallet_failed`, `wallet_timeout`
   */
  switchNetwork: (options: { chainId: ChainId }) => Promise<void>
}
