import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'
import type { Connector } from '../Connector.ts'
import { createProvider } from '../provider/createProvider.ts'
import { toWalletError } from '../toWalletError.ts'
import { answerSafeRequest } from './answerSafeRequest.ts'
import { askParent } from './askParent.ts'
import { readSafeInfo, type SafeInfo } from './readSafeInfo.ts'

/**
 * Creates the connector of the Safe in which this page runs as an app, with the Safe Apps message protocol. Load it only after `isInSafe`
 * returned true. It connects silently, because the visitor chose the account by opening the app in a Safe. After the Safe's first answer,
 * requests go only to its origin.
 *
 * @throws LatchkeyError from `connect`: `wallet_not_found`, `wallet_timeout`, `wallet_failed`; from `switchNetwork`:
 *   `chain_not_on_connector`, because a Safe exists on one network
 */
export function createSafeConnector({
  environment,
  origins,
}: {
  environment: Environment
  /** Allowed origins of a Safe; default: any HTTPS origin. */
  origins?: readonly string[] | undefined
}): Connector {
  let known: Promise<SafeInfo> | undefined
  const readInfo = () => {
    known ??= askParent({ environment, origins, method: 'getSafeInfo', milliseconds: 5_000 }).then(readSafeInfo)
    known.catch(() => {
      known = undefined
    })
    return known
  }
  const { provider, subscribe } = createProvider({
    answer: async ({ method, params }) =>
      answerSafeRequest({
        environment,
        info: await readInfo(),
        method,
        params: Array.isArray(params) ? params : [],
      }),
  })
  return {
    info: { id: 'safe', namespace: 'eip155', name: 'Safe', icon: null, rdns: null, type: 'safe' },
    connect: async () => {
      try {
        const { address, chainId } = await readInfo()
        return { accounts: [{ namespace: 'eip155', address, type: 'smartAccount' }], chainId }
      } catch (error) {
        throw toWalletError(error)
      }
    },
    // An app inside a Safe has no permission to revoke.
    disconnect: async () => {},
    getProvider: () => provider,
    switchNetwork: async ({ network }) => {
      if ((await readInfo()).chainId !== network.caipNetworkId) throw new ServiceError('chain_not_on_connector')
    },
    subscribe,
  }
}
