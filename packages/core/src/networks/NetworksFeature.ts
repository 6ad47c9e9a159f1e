import type { ChainId } from '@latchkey/protocol'
import type { Readable } from '../store/Store.ts'
import type { Network } from './Network.ts'

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

/** See and switch networks. */
export type NetworksFeature = Readable<NetworksState> & {
  /**
   * Moves the app, and the connected wallet with it, to another of the app's networks (EIP-3326); a wallet that does not
   * know it is offered to add it (EIP-3085).
   * @throws LatchkeyError `network_not_found`, `user_rejected`, `wallet_failed`, `wallet_timeout`
   */
  switchNetwork: (options: { chainId: ChainId }) => Promise<void>
}
