import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'
import type { PreferredAccountType } from '../Connector.ts'
import { callFrame } from './callFrame.ts'
import type { EmbeddedHost } from './EmbeddedWallet.ts'
import { readUserChain } from './readUserChain.ts'

type Frame = { host: () => Promise<EmbeddedHost>; environment: Environment }

/**
 * Tells the frame which of the visitor's accounts to use on a network, and takes over what it says then. The frame keeps the choice.
 *
 * @throws LatchkeyError `smart_account_unavailable`, and what the frame refuses with
 */
export async function preferAccount({
  host: load,
  environment,
  type,
  chainId,
}: Frame & { type: PreferredAccountType; chainId: ChainId }): Promise<void> {
  const host = await load()
  // First, so that a network that has none refuses before anything is changed.
  if (type === 'smartAccount') await callFrame({ host, environment, type: 'initSmartAccount', payload: { chainId } })
  const chosen = await callFrame({ host, environment, type: 'setPreferredAccount', payload: { type } })
  const user = await callFrame({ host, environment, type: 'getUser', payload: { chainId } })
  // Told of one account and given another, the visitor would pay from where they did not mean to.
  if (user.address.toLowerCase() !== chosen.address.toLowerCase())
    throw new ServiceError('frame_error', { details: 'The wallet uses another account than it was told to' })
  host.setUser(user)
}

/** The networks on which the visitor has a smart account. @throws LatchkeyError what the frame refuses with */
export async function listSmartNetworks({ host, environment }: Frame): Promise<readonly ChainId[]> {
  const type = 'getSmartAccountEnabledNetworks'
  const { smartAccountEnabledNetworks } = await callFrame({ host: await host(), environment, type, payload: {} })
  return smartAccountEnabledNetworks.flatMap((chainId) => readUserChain(chainId) ?? [])
}
