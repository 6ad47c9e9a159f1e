import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { EmbeddedUser, EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import { embeddedIdOf } from '../connectors/embedded/embeddedIdOf.ts'

/**
 * Connects whoever signed in to the embedded wallet, in the family of the network in use; the others follow by themselves.
 *
 * @param options.user as the login answered; left out where it is yet to be asked
 * @throws LatchkeyError see `ConnectionFeature.connect`
 */
export async function connectUser({
  embedded,
  connection,
  user,
}: {
  embedded: EmbeddedWallet
  connection: Pick<ConnectionFeature, 'connect'>
  user?: EmbeddedUser | undefined
}): Promise<ConnectedAccount> {
  const host = await embedded.host()
  if (user) host.setUser(user)
  const account = await connection.connect({ connectorId: embeddedIdOf(embedded.inUse() ?? 'eip155') })
  // Whether it can be recovered is asked once the visitor has what they came for.
  host.restore().catch(() => {})
  return account
}
