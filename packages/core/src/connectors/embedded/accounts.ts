import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'
import type { PreferredAccountType } from '../Connector.ts'
import { callFrame } from './callFrame.ts'
import type { EmbeddedHost } from './EmbeddedWallet.ts'
import { readUserChain } from './readUserChain.ts'

type Frame = { host: () => Promise<EmbeddedHost>; environment: Environment }

/**
 * Sets the account that the frame uses on a network, and reads the visitor again. The frame stores the choice.
 *
 * @throws LatchkeyError `smart_account_unavailable`, and the errors of the frame
 */
export async function preferAccount({
  host: load,
  environment,
  type,
  chainId,
}: Frame & { type: PreferredAccountType; chainId: ChainId }): Promise<void> {
  const host = await load()
  // First, so that a network without smart accounts refuses before anything changes.
  if (type === 'smartAccount') await callFrame({ host, environment, type: 'initSmartAccount', payload: { chainId } })
  const chosen = await callFrame({ host, environment, type: 'setPreferredAccount', payload: { type } })
  const user = await callFrame({ host, environment, type: 'getUser', payload: { chainId } })
  // With another account than requested, the visitor would unknowingly pay from the wrong one.
  if (user.address.toLowerCase() !== chosen.address.toLowerCase())
    throw new ServiceError('frame_error', { details: 'The wallet uses an account other than the selected one' })
  host.setUser(user)
}

/** Lists the networks on which the visitor has a smart account. @throws LatchkeyError the errors of the frame */
export async function listSmartNetworks({ host, environment }: Frame): Promise<readonly ChainId[]> {
  const type = 'getSmartAccountEnabledNetworks'
  const { smartAccountEnabledNetworks } = await callFrame({ host: await host(), environment, type, payload: {} })
  return smartAccountEnabledNetworks.flatMap((chainId) => readUserChain(chainId) ?? [])
}
