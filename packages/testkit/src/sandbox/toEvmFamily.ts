import type { VirtualWallet, WalletApproval } from '../wallet/VirtualWallet.ts'
import { describeRequest, type ReadToken } from './describeRequest.ts'
import type { PanelFamily } from './PanelFamily.ts'

/** The EVM chains of a wallet for its panel. */
export function toEvmFamily({ wallet, readToken }: { wallet: VirtualWallet; readToken: ReadToken }): PanelFamily {
  return {
    wallet,
    accounts: wallet.getState().accounts,
    describe: async (approval) => {
      const { chain, account, method } = approval as WalletApproval
      return {
        ...(await describeRequest({ approval: approval as WalletApproval, readToken })),
        network: `${chain.name ?? 'Local chain'} (${chain.id})`,
        account,
        isConnect: method === 'eth_requestAccounts' || method === 'wallet_requestPermissions',
      }
    },
  }
}
