import type { ChainNamespace } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { EmbeddedUser, EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import { embeddedIdOf } from '../connectors/embedded/embeddedIdOf.ts'
import { createConnectionStorage } from '../storage/createConnectionStorage.ts'

/**
 * Connects whoever signed in to the embedded wallet, in the family of the network in use; the others follow by themselves.
 *
 * @param options.user as the login answered; left out where it is yet to be asked
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
  const account = await connection.connect({ connectorId: embeddedIdOf(familyInUse(context)) })
  // Whether it can be recovered is asked once the visitor has what they came for.
  host.restore().catch(() => {})
  return account
}

/** The family of the network that the visitor chose, else of the app's default, else of its first. */
function familyInUse({
  config: { networks, defaultNetwork },
  environment,
}: Pick<CoreContext, 'config' | 'environment'>): ChainNamespace {
  const { namespace, chainIds } = createConnectionStorage(environment).read()
  const chosen = (namespace && chainIds[namespace]) ?? defaultNetwork
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chosen) ?? networks[0]
  return network.chainNamespace
}
