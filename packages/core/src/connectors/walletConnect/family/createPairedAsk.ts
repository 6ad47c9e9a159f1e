import { type ChainId, type ChainNamespace, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AppClient } from '@latchkey/walletconnect'
import { toWalletError } from '../../toWalletError.ts'
import type { PairedRequests } from '../createPairedRequests.ts'
import type { PairedSession } from '../createPairedSession.ts'
import { requestErrorOf } from '../requestErrorOf.ts'

/** Sends a request to the paired wallet. `chainId` defaults to the current network. */
export type PairedAsk = (options: {
  method: string
  params: object
  address: string
  chainId?: ChainId | undefined
}) => Promise<unknown>

/**
 * Creates the function that sends requests of Solana or Bitcoin to a paired wallet. It shows waiting requests, and opens the wallet on a
 * phone.
 *
 * @throws LatchkeyError `wallet_disconnected`, `account_changed` for an address that the wallet does not share on that network,
 *   `chain_not_on_connector`, `wallet_lacks_method`, `user_rejected`, `wallet_failed`
 */
export function createPairedAsk({
  client,
  session,
  namespace,
  follow,
}: {
  client: Pick<AppClient, 'request'>
  session: Pick<PairedSession, 'current'>
  namespace: ChainNamespace
  follow: PairedRequests['follow']
}): PairedAsk {
  return async ({ method, params, address, chainId: wanted }) => {
    const current = session.current()
    if (!current) throw new LatchkeyError('wallet_disconnected')
    const { topic, namespaces } = current.session
    const chainId = wanted ?? current.chainId
    const here = current.accounts.filter((account) => account.chainId === chainId)
    if (here.length === 0) throw new ServiceError('chain_not_on_connector')
    if (!here.some((account) => account.address === address)) throw new ServiceError('account_changed')
    const agreed = Object.entries(namespaces).some(
      ([key, { methods }]) => key.split(':')[0] === namespace && methods.includes(method),
    )
    if (!agreed) throw new ServiceError('wallet_lacks_method', { details: method })
    const ask = (idempotencyKey: string) => client.request({ topic, chainId, method, params, idempotencyKey })
    try {
      return await follow({ current: { ...current, chainId }, method, ask })
    } catch (error) {
      throw toWalletError(requestErrorOf(error))
    }
  }
}
