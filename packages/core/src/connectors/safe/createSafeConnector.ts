import type { Environment } from '../../environment/Environment.ts'
import type { Connector } from '../Connector.ts'
import { createLazyConnector } from '../lazy/createLazyConnector.ts'

/**
 * Reaches the Safe in which this page runs as an app, by the Safe Apps message protocol. Offer it where `isInSafe` says
 * so; it connects silently, because whoever opened the app in a Safe has chosen the account already.
 *
 * @throws LatchkeyError from `connect`: `wallet_not_found`, `wallet_timeout`, `wallet_failed`; from `switchNetwork`:
 * `chain_not_on_connector`, because a Safe lives on one network
 */
export function createSafeConnector({ environment }: { environment: Environment }): Connector {
  const load = () => import('./createSafe.ts')
  return createLazyConnector({
    info: { id: 'safe', namespace: 'eip155', name: 'Safe', icon: null, rdns: null, type: 'safe' },
    load: async () => (await load()).createSafe({ environment }),
    switchNetwork: async (options) => (await load()).stayOnNetwork({ ...options, environment }),
  })
}
