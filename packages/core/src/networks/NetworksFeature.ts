import type { ChainId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'
import type { Readable } from '../store/Store.ts'

/** The networks of the app and the one in use. */
export type NetworksState = {
  /** All networks of the app. */
  networks: readonly Network[]
  /** The network in use; undefined while the wallet is on one that the app does not list. */
  active: Network | undefined
  /** The wallet's network when the app does not list it. */
  unsupportedChainId: ChainId | undefined
  /** The network a switch is under way to. */
  switchingTo: ChainId | undefined
}

/**
 * See and switch networks.
 *
 * @example
 * const { active, unsupportedChainId } = latchkey.networks.getState()
 * if (unsupportedChainId !== undefined) await latchkey.networks.switchNetwork({ chainId: 'eip155:8453' })
 */
export type NetworksFeature = Readable<NetworksState> & {
  /**
   * Whether a visitor whose wallet is on a network that the app does not list (`unsupportedChainId`) is led to one that it does:
   * unless the configuration allows such networks, forbids to switch, or is `basic`.
   */
  readonly leavesUnsupported: boolean
  /**
   * Moves the app, and the connected wallet with it, to another of the app's networks (EIP-3326); a wallet that does not
   * know it is offered to add it (EIP-3085). A network of another family makes that family's wallet the one in use.
   * @throws LatchkeyError `network_not_found`, `network_switch_off`, `no_active_account` (no wallet of that family is connected), `user_rejected`, `wallet_failed`, `wallet_timeout`
   */
  switchNetwork: (options: { chainId: ChainId }) => Promise<void>
}
