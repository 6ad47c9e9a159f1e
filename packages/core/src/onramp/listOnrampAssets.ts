import type { ChainId } from '@latchkey/protocol'
import type { OnrampOptions } from '@latchkey/protocol/api'
import type { Network } from '../chains/Network.ts'
import type { OnrampAsset } from './OnrampFeature.ts'

/**
 * Lists the tokens that can be bought on the app's networks. The current network comes first, then the order of the configuration; within a
 * network, the order of the server. Networks that the app does not have are left out.
 */
export function listOnrampAssets({
  options,
  networks,
  active,
}: {
  options: OnrampOptions
  networks: readonly Network[]
  /** The current network. */
  active: ChainId | undefined
}): readonly OnrampAsset[] {
  const order = [
    ...networks.filter(({ caipNetworkId }) => caipNetworkId === active),
    ...networks.filter(({ caipNetworkId }) => caipNetworkId !== active),
  ]
  const seen = new Set<string>()
  return order.flatMap(({ caipNetworkId: chainId, name: networkName }) =>
    options.purchaseCurrencies.flatMap(({ networks: places, name, symbol, icon_url: iconUrl }) =>
      places
        .filter((place) => {
          const { decimals, asset } = place
          const isSound = Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
          // A token of another network under this network's name would be delivered to the wrong network.
          if (place.name !== chainId || !isSound || !asset.startsWith(`${chainId}:`) || seen.has(asset)) return false
          seen.add(asset)
          return true
        })
        .map(({ asset: id, decimals }) => ({ id, chainId, networkName, name, symbol, decimals, iconUrl })),
    ),
  )
}
