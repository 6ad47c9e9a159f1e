import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../../../environment/Environment.ts'
import { callFrame } from '../callFrame.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'
import { isGivenUp } from '../loginFailure.ts'

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
 * lets the visitor decide.
 *
 * @throws LatchkeyError `session_ended`, `account_changed` for an address that is not the visitor's there, `user_rejected`, and what the
 * frame refuses with
 */
export function createFrameAsk({
  wallet,
  environment,
  accounts,
}: {
  wallet: Pick<EmbeddedWallet, 'host' | 'getState'>
  environment: Environment
  accounts: FrameAccounts
}): FrameAsk {
  return async ({ method, params, address, chainId = accounts.chainId() }) => {
    if (!wallet.getState().user || !chainId) throw new LatchkeyError('session_ended')
    if (!accounts.has({ address, chainId })) throw new LatchkeyError('account_changed')
    const host = await wallet.host()
    try {
      return await callFrame({ host, environment, type: 'rpc', payload: { method, params, chainId } })
    } catch (error) {
      const isAborted = isGivenUp(error) || (error instanceof LatchkeyError && error.code === 'rpc_aborted')
      throw isAborted ? new LatchkeyError('user_rejected', { cause: error }) : error
    }
  }
}
