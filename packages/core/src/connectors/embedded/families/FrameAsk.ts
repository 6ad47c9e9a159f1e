import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../../environment/Environment.ts'
import { callFrame } from '../callFrame.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'
import { isGivenUp } from '../loginFailure.ts'
import type { FrameNetworks } from './createFrameNetworks.ts'

/** Asks the frame for something that an account does. `chainId`: the network in use when left out. */
export type FrameAsk = (options: {
  method: string
  params: object
  /** Whose it is. */
  address: string
  chainId?: ChainId | undefined
}) => Promise<unknown>

/** The network in use, and the addresses that are the visitor's on one. */
export type FrameAccounts = {
  chainId: () => ChainId | undefined
  has: (options: { address: string; chainId: ChainId }) => boolean
}

/**
 * Makes what asks the frame by the methods of Solana and Bitcoin, which are those of WalletConnect. The frame shows what is asked, and
 * lets the visitor decide. It is moved to the network of a request before: it signs for the one in use alone.
 *
 * @throws LatchkeyError `session_ended`, `account_changed` for an address that is not the visitor's there, `user_rejected`, and what the
 * frame refuses with
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
        // Loaded anew, or moved meanwhile by another library of the page; it has shown nothing.
        await networks.use({ chainId, isSure: true })
        return request()
      })
    } catch (error) {
      const isAborted = isGivenUp(error) || (error instanceof LatchkeyError && error.code === 'rpc_aborted')
      throw isAborted ? new LatchkeyError('user_rejected', { cause: error }) : error
    }
  }
}
