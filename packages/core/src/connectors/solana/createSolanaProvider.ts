import { type ChainId, encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SolanaProvider } from '../Connector.ts'
import { askStandardWallet, findAccount } from '../walletStandard/askStandardWallet.ts'
import type { StandardAccounts } from '../walletStandard/createStandardWallet.ts'
import { expectBytes } from '../walletStandard/readBytes.ts'
import { readMember, type StandardWallet } from '../walletStandard/readStandardWallet.ts'

/**
 * Creates a Solana provider over the Wallet Standard: `solana:signMessage`, `solana:signTransaction`, `solana:signAndSendTransaction`.
 *
 * @throws LatchkeyError `account_changed` for an account that the wallet does not share, `chain_not_on_connector`, `wallet_lacks_method`,
 *   `user_rejected`, `wallet_failed`
 */
export function createSolanaProvider({
  wallet,
  accounts,
}: {
  wallet: StandardWallet
  accounts: StandardAccounts
}): SolanaProvider {
  const ask = (method: string, input: Record<string, unknown>) =>
    askStandardWallet({ wallet, family: 'solana', method, input })
  const askFor = async (
    method: string,
    { address, transaction, chainId }: { address: string; transaction: Uint8Array; chainId: ChainId },
  ) => {
    const { raw, chains } = findAccount(accounts, address)
    const chain = chains.get(chainId)
    if (chain === undefined) throw new ServiceError('chain_not_on_connector')
    return ask(method, { account: raw, transaction, chain })
  }
  return {
    signMessage: async ({ address, message }) => {
      const output = await ask('signMessage', { account: findAccount(accounts, address).raw, message })
      return { signature: expectBytes(readMember(output, 'signature'), 64) }
    },
    signTransaction: async (options) =>
      expectBytes(readMember(await askFor('signTransaction', options), 'signedTransaction')),
    signAndSendTransaction: async (options) => {
      const output = await askFor('signAndSendTransaction', options)
      return { signature: encodeBase58(expectBytes(readMember(output, 'signature'), 64)) }
    },
  }
}
