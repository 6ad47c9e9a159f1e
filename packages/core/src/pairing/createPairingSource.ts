import type { CoreContext } from '../CoreContext.ts'
import type { ConnectorRegistry } from '../connectors/ConnectorRegistry.ts'
import {
  type PairedRequest,
  type PairingClient,
  pairingConnectorId,
  type RelayCondition,
} from '../connectors/PairingClient.ts'
import { readReach } from '../directory/readReach.ts'
import { createStore, type Readable } from '../store/Store.ts'

/** The loader of the WalletConnect client. */
export type PairingSource = {
  /** Returns the client. It is created on first use, and again after a failure. */
  load: () => Promise<PairingClient>
  /** The requests that wait in the wallet, once a client is loaded. */
  requests: Readable<readonly PairedRequest[]>
  /** The state of the client's relays. */
  relay: Readable<RelayCondition>
  /** Adds the client's connector to a registry, so that a stored connection can be restored. */
  join: (registry: ConnectorRegistry) => ConnectorRegistry
}

/** Creates the loader of the app's WalletConnect client; undefined if the app does not use WalletConnect. */
export function createPairingSource({ context }: { context: CoreContext }): PairingSource | undefined {
  const { config, load } = context
  const reach = readReach(config)
  if (!reach.own && !reach.public) return undefined
  const ways = config.connectors?.walletConnect
  const make = async () => {
    if (typeof ways === 'function') return ways()
    const { openWalletConnect } = await import('../connectors/walletConnect/openWalletConnect.ts')
    return openWalletConnect({ context })
  }
  const relay = createStore<RelayCondition>('idle')
  const requests = createStore<readonly PairedRequest[]>([])
  let client: PairingClient | undefined
  let destroyed = false
  let loading: Promise<PairingClient> | undefined
  const open = () => {
    loading ??= load(make).then((made) => {
      client = made
      if (destroyed) made.destroy?.()
      const follow = () => relay.setState(made.relay?.getState() ?? 'idle')
      follow()
      made.relay?.subscribe(follow)
      made.requests?.subscribe(requests.setState)
      return made
    })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return {
    load: open,
    requests,
    relay,
    join: (registry) => ({
      ...registry,
      find: (id) => (id === pairingConnectorId ? client?.connector : (client?.others?.find(id) ?? registry.find(id))),
      waitFor: async (options) => {
        const { id } = options
        if (!id.endsWith(pairingConnectorId)) return registry.waitFor(options)
        return open()
          .then(({ connector, others }) => (id === pairingConnectorId ? connector : others?.load(id)))
          .catch(() => undefined)
      },
      destroy: () => {
        destroyed = true
        client?.destroy?.()
        registry.destroy()
      },
    }),
  }
}
