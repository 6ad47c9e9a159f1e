import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../../environment/Environment.ts'
import { callFrame } from '../callFrame.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'
import { isGivenUp } from '../loginFailure.ts'
import type { FrameNetworks } from './createFrameNetworks.ts'

/** Sends a request of an account to the frame. `chainId` defaults to the current network. */
export type FrameAsk = (options: {
  method: string
  params: object
  /** The account of the request. */
  address: string
  chainId?: ChainId | undefined
}) => Promise<unknown>

/** The current network, and the visitor's addresses by network. */
export type FrameAccounts = {
  chainId: () => ChainId | undefined
  has: (options: { address: string; chainId: ChainId }) => boolean
}

/**
 * Creates the function that sends requests for Solana and Bitcoin to the frame, with the methods of WalletConnect. The frame shows the
 * request and lets the visitor decide. The frame first switches to the network of the request, because it signs only for its current one.
 *
 * @throws LatchkeyError `session_ended`, `account_changed` for an address that is not the visitor's on that network, `user_rejected`, and
 *   the errors of the frame
 */
export function createFrameAsk({
  wallet,
  environment,
  networks,
  accounts,
}: {
  wallet: Pick<EmbeddedWallet, 'host' | 'getState'>
  environment: Environment
  networks: FrameNetworks
  accounts: FrameAccounts
}): FrameAsk {
  return async ({ method, params, address, chainId = accounts.chainId() }) => {
    if (!wallet.getState().user || !chainId) throw new ServiceError('session_ended')
    if (!accounts.has({ address, chainId })) throw new ServiceError('account_changed')
    const host = await wallet.host()
    const request = () => callFrame({ host, environment, type: 'rpc', payload: { method, params, chainId } })
    try {
      await networks.use({ chainId })
      return await request().catch(async (error: unknown) => {
        if (!(error instanceof LatchkeyError) || error.code !== 'chain_changed') throw error
        // The frame was reloaded, or another library on the page switched it. It has not shown anything.
        await networks.use({ chainId, isSure: true })
        return request()
      })
    } catch (error) {
      const isAborted = isGivenUp(error) || (error instanceof LatchkeyError && error.code === 'rpc_aborted')
      throw isAborted ? new LatchkeyError('user_rejected', { cause: error }) : error
    }
  }
}
