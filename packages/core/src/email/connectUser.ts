import type { CoreContext } from '../CoreContext.ts'
import type { Network } from '../chains/Network.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import { createLoginSignIn, type LoginSignIn } from '../connectors/embedded/createLoginSignIn.ts'
import type { EmbeddedUser, EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import { embeddedIdOf } from '../connectors/embedded/embeddedIdOf.ts'
import type { SignInInternals } from '../signIn/createSignIn.ts'
import { createConnectionStorage } from '../storage/createConnectionStorage.ts'

/**
 * Connects the logged-in visitor, in the family of the current network. The other families follow automatically.
 *
 * @param options.user the visitor as the login returned it; if omitted, it is read from the frame
 * @throws LatchkeyError see `ConnectionFeature.connect`
 */
export async function connectUser({
  context,
  embedded,
  connection,
  user,
}: {
  context: Pick<CoreContext, 'config' | 'environment'>
  embedded: EmbeddedWallet
  connection: Pick<ConnectionFeature, 'connect'>
  user?: EmbeddedUser | undefined
}): Promise<ConnectedAccount> {
  const host = await embedded.host()
  if (user) host.setUser(user)
  const account = await connection.connect({ connectorId: embeddedIdOf(networkInUse(context).chainNamespace) })
  // The warning about recovery comes after the visitor is connected.
  host
    .restore()
    .then(() => {
      const { isProtected, isKept } = embedded.getState()
      if (isProtected === false)
        host.alert({ message: 'Unprotected', text: isKept === false ? 'unkept' : 'unprotected' })
    })
    .catch(() => {})
  return account
}

/** Creates the one-click sign-in for such a login. */
export function loginSignIn({
  context,
  embedded,
  signIn,
}: {
  context: Pick<CoreContext, 'config' | 'environment'>
  embedded: EmbeddedWallet
  signIn: Pick<SignInInternals, 'take'>
}): LoginSignIn {
  return createLoginSignIn({
    context,
    chainIds: () => {
      const { caipNetworkId, chainNamespace } = networkInUse(context)
      const first = chainNamespace === 'eip155' ? embedded.getState().chainId : caipNetworkId
      return [...new Set([first, ...context.config.networks.map((network) => network.caipNetworkId)])]
    },
    store: signIn.take,
  })
}

/** Returns the network that the visitor chose, else the app's default, else its first. */
function networkInUse({
  config: { networks, defaultNetwork },
  environment,
}: Pick<CoreContext, 'config' | 'environment'>): Network {
  const { namespace, chainIds } = createConnectionStorage(environment).read()
  const chosen = (namespace && chainIds[namespace]) ?? defaultNetwork
  return networks.find(({ caipNetworkId }) => caipNetworkId === chosen) ?? networks[0]
}
