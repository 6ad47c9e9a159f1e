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

/** Where the WalletConnect client comes from. */
export type PairingSource = {
  /** The client; made with the first use, and again when that failed. */
  load: () => Promise<PairingClient>
  /** What waits in the wallet, as soon as there is a client. */
  requests: Readable<readonly PairedRequest[]>
  /** How the client's relays stand. */
  relay: Readable<RelayCondition>
  /** Lets a registry find the client's connector: a stored session is restored by it. */
  join: (registry: ConnectorRegistry) => ConnectorRegistry
}

/** Makes the app's WalletConnect client when it is needed; undefined where the app has none. */
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
