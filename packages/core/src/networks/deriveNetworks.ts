import type { ChainId } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'
import type { NetworksState } from './NetworksFeature.ts'

/**
 * Returns the current network. While a wallet is connected, it is the wallet's network even if the app does not list it, because a network
 * is never guessed.
 */
export function deriveNetworks({
  networks,
  walletChainId,
  chosenChainId,
  switchingTo,
}: {
  networks: readonly [Network, ...Network[]]
  walletChainId: ChainId | undefined
  chosenChainId: ChainId | undefined
  switchingTo: ChainId | undefined
}): NetworksState {
  const find = (chainId: ChainId | undefined) => networks.find((network) => network.caipNetworkId === chainId)
  const active = walletChainId === undefined ? (find(chosenChainId) ?? networks[0]) : find(walletChainId)
  return {
    networks,
    active,
    unsupportedChainId: walletChainId !== undefined && !active ? walletChainId : undefined,
    switchingTo,
  }
}
