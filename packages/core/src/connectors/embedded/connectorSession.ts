import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../../CoreContext.ts'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import type { ConnectorEvent, ConnectorSession } from '../Connector.ts'
import type * as accounts from './accounts.ts'
import type { EmbeddedState, EmbeddedUser } from './EmbeddedWallet.ts'

/**
 * Converts the visitor to a connector's result: first the address that the wallet uses, then the other accounts.
 *
 * @throws LatchkeyError `session_ended` without a login
 */
export function toSession(chainId: ChainId, user: EmbeddedUser | undefined): ConnectorSession {
  if (!user) throw new ServiceError('session_ended')
  const { address, accounts, preferredAccountType, smartAccountDeployed } = user
  const namespace = 'eip155'
  const type = accounts.find((account) => account.address === address)?.type ?? 'eoa'
  const others = accounts.filter((account) => account.address !== address)
  return {
    accounts: [
      { namespace, address, type },
      ...others.map((account) => ({ namespace, address: account.address, type: account.type }) as const),
    ],
    chainId,
    preferredAccountType,
    smartAccountDeployed,
  }
}

/** Returns the connector event for a state change; undefined if the change does not concern the connector. */
export function toConnectorEvent({ user, chainId }: EmbeddedState, before: EmbeddedState): ConnectorEvent | undefined {
  if (!user) return before.user && { type: 'disconnected', isSignedOut: true }
  return user !== before.user || chainId !== before.chainId
    ? { type: 'accountsChanged', ...toSession(chainId, user) }
    : undefined
}

/** Emits the provider events for a change of the visitor. Source: EIP-1193. */
export function emitUser(
  emit: (event: string, value: unknown) => void,
  { user, chainId }: EmbeddedState,
  { user: before }: EmbeddedState,
): void {
  if (user && !before) emit('connect', { chainId: toHexChainId(chainId) })
  if (user?.address !== before?.address) emit('accountsChanged', user ? [user.address] : [])
  if (!user && before)
    emit('disconnect', Object.assign(new Error(new ServiceError('session_ended').message), { code: 4900 }))
}

type Loading<Options> = Options & Pick<CoreContext, 'load'>

/** Loads and calls the function in `accounts.ts`. */
export async function preferAccount({
  load,
  ...options
}: Loading<Parameters<typeof accounts.preferAccount>[0]>): Promise<void> {
  await (await load(() => import('./accounts.ts'))).preferAccount(options)
}

/** Loads and calls the function in `accounts.ts`. */
export async function listSmartNetworks({
  load,
  ...options
}: Loading<Parameters<typeof accounts.listSmartNetworks>[0]>): Promise<readonly ChainId[]> {
  return (await load(() => import('./accounts.ts'))).listSmartNetworks(options)
}
