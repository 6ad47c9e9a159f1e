import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { Network } from '../chains/Network.ts'
import type { ConnectionInternals } from '../connection/createConnection.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import { createStore } from '../store/Store.ts'
import { deriveNetworks } from './deriveNetworks.ts'
import type { NetworksFeature, NetworksState } from './NetworksFeature.ts'

/** The networks feature with the methods for other features. */
export type NetworksInternals = NetworksFeature & {
  /** Restores the network of the last visit. */
  restore: () => void
  destroy: () => void
}

/** Creates the networks feature, which follows and switches the network of the current wallet. */
export function createNetworks({
  config,
  environment,
  connection,
  record,
  report,
  load,
}: Pick<CoreContext, 'config' | 'environment' | 'report' | 'load'> & {
  connection: ConnectionInternals
  record: ConnectionStorage
}): NetworksInternals {
  let chosenChainId = config.defaultNetwork
  let switchingTo: ChainId | undefined
  let switches = 0
  let destroyed = false
  const account = () => {
    const state = connection.getState()
    return state.status === 'connected' ? state.account : undefined
  }
  const derive = () =>
    deriveNetworks({ networks: config.networks, walletChainId: account()?.chainId, chosenChainId, switchingTo })
  const store = createStore<NetworksState>(derive())

  const update = () => {
    const before = store.getState()
    const next = derive()
    if (
      before.active === next.active &&
      before.unsupportedChainId === next.unsupportedChainId &&
      before.switchingTo === next.switchingTo
    )
      return
    store.setState(next)
    const chainId = next.active?.caipNetworkId ?? next.unsupportedChainId
    const chainIdBefore = before.active?.caipNetworkId ?? before.unsupportedChainId
    if (chainId !== undefined && chainId !== chainIdBefore) report({ type: 'networkChanged', chainId })
  }
  const stop = connection.subscribe((state, previous) => {
    if (state.status === 'connected') {
      const { chainId } = state.account
      if (config.networks.some((network) => network.caipNetworkId === chainId)) {
        chosenChainId = chainId
        record.setChainId(chainId)
      }
    } else if (state.status === 'disconnected' && previous.status === 'connected') chosenChainId = config.defaultNetwork
    update()
  })

  const finishSwitch = (number: number) => {
    if (number !== switches) return
    switchingTo = undefined
    update()
  }

  /** Selects the network's family, and returns its connection. */
  const useFamilyOf = ({ chainNamespace }: Network) => {
    const current = account()
    if (!current || current.namespace === chainNamespace) return current
    const other = connection
      .getState()
      .connections.find((entry) => entry.active && entry.account.namespace === chainNamespace)
    // A wallet of another family is connected. One of this family has to be connected first.
    if (!other) throw new LatchkeyError('no_active_account')
    connection.select({ connectorId: other.account.connector.id })
    return other.account
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    leavesUnsupported: !config.allowUnsupportedChain && !config.basic && config.enableNetworkSwitch !== false,
    switchNetwork: async ({ chainId }) => {
      if (destroyed) throw new LatchkeyError('networks_missing')
      const network = config.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
      if (!network) throw new LatchkeyError('network_not_found')
      if (config.enableNetworkSwitch === false) throw new LatchkeyError('network_switch_off')
      const connected = useFamilyOf(network)
      const number = ++switches
      if (!connected) {
        chosenChainId = chainId
        record.setChainId(chainId)
        finishSwitch(number)
        return
      }
      if (connected.chainId === chainId) {
        finishSwitch(number)
        return
      }
      switchingTo = chainId
      update()
      const connectorId = connected.connector.id
      try {
        const { moveWallet } = await load(() => import('./moveWallet.ts'))
        await moveWallet({ connector: connection.connectorOf(connectorId), network, environment })
        connection.noteChain({ connectorId, chainId })
      } finally {
        finishSwitch(number)
      }
    },
    restore: () => {
      const { namespace, chainIds } = record.read()
      const chainId = namespace && chainIds[namespace]
      if (chainId !== undefined) chosenChainId = chainId
      update()
    },
    destroy: () => {
      destroyed = true
      stop()
    },
  }
}
