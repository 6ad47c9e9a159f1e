import { type ChainId, isBitcoinAddress, isSolanaAddress, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../../environment/Environment.ts'
import type { WalletAccount } from '../../Connector.ts'
import { callFrame } from '../callFrame.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'

/** The visitor's accounts on a network of Solana or Bitcoin. The payment account of Bitcoin comes first. */
export type FamilyAccounts = readonly [WalletAccount, ...WalletAccount[]]

/**
 * Reads the visitor's accounts on a network of Solana or Bitcoin from the frame.
 *
 * @throws LatchkeyError `frame_error` for an answer of another network or family, and the errors of the frame: `unsupported_chain`,
 *   `no_active_account`
 */
export async function readFamilyAccounts({
  wallet,
  environment,
  chainId,
}: {
  wallet: Pick<EmbeddedWallet, 'host'>
  environment: Environment
  chainId: ChainId
}): Promise<FamilyAccounts> {
  const host = await wallet.host()
  const user = await callFrame({ host, environment, type: 'getUser', payload: { chainId } })
  const { namespace } = parseChainId(chainId)
  const isOwn = namespace === 'solana' ? isSolanaAddress : isBitcoinAddress
  const accounts = user.accounts.map(({ address, type, publicKey, path }): WalletAccount => {
    if (!isOwn(address)) throw new ServiceError('frame_error', { details: `${address} is no account of ${namespace}` })
    return {
      ...{ namespace, address, type },
      ...(publicKey ? { publicKey: publicKey.replace(/^0x/, '') } : {}),
      ...(path ? { path } : {}),
    }
  })
  const [first, ...others] = [...accounts].sort((a, b) => rank(a) - rank(b))
  if (!first || user.chainId !== chainId)
    throw new ServiceError('frame_error', { details: 'The wallet answered for another network' })
  return [first, ...others]
}

function rank({ type }: WalletAccount): number {
  return type === 'ordinal' ? 1 : 0
}
