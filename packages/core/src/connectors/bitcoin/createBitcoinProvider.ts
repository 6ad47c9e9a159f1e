import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '../Connector.ts'
import { askStandardWallet, findAccount } from '../walletStandard/askStandardWallet.ts'
import type { StandardAccounts } from '../walletStandard/createStandardWallet.ts'
import { expectBytes, expectText } from '../walletStandard/readBytes.ts'
import { readMember, type StandardWallet } from '../walletStandard/readStandardWallet.ts'
import { fromBase64, toBase64 } from './encoding.ts'

/**
 * Creates a Bitcoin provider over the Wallet Standard: `bitcoin:signMessage`, `bitcoin:signTransaction`, `bitcoin:signAndSendTransaction`.
 * The wallet chooses the signature type of messages. A wallet that broadcasts does not return the signed PSBT. The result then has the PSBT
 * of the request, and the transaction ID.
 *
 * @param options.transfer another send method of the wallet, if it has one; the standard has none
 * @throws LatchkeyError `account_changed`, `chain_not_on_connector`, `wallet_lacks_method`, `user_rejected`, `wallet_failed`
 */
export function createBitcoinProvider({
  wallet,
  accounts,
  chainId,
  transfer,
}: {
  wallet: StandardWallet
  accounts: StandardAccounts
  chainId: () => ChainId | undefined
  transfer: BitcoinProvider['sendTransfer'] | undefined
}): BitcoinProvider {
  const ask = (method: string, input: Record<string, unknown>) =>
    askStandardWallet({ wallet, family: 'bitcoin', method, input })
  return {
    signMessage: async ({ address, message }) => {
      const output = await ask('signMessage', {
        account: findAccount(accounts, address).raw,
        message: new TextEncoder().encode(message),
      })
      return { signature: toBase64(expectBytes(readMember(output, 'signature'))) }
    },
    signPsbt: async ({ psbt, inputs, broadcast = false }) => {
      const network = chainId()
      const signers = new Map<string, { account: object; signingIndexes: number[] }>()
      let chain: string | undefined
      for (const { index, address } of inputs) {
        const { raw, chains } = findAccount(accounts, address)
        chain = network && chains.get(network)
        if (chain === undefined) throw new ServiceError('chain_not_on_connector')
        const signer = signers.get(address) ?? { account: raw, signingIndexes: [] }
        signer.signingIndexes.push(index)
        signers.set(address, signer)
      }
      const output = await ask(broadcast ? 'signAndSendTransaction' : 'signTransaction', {
        psbt: fromBase64(psbt),
        inputsToSign: [...signers.values()],
        chain,
      })
      if (broadcast) return { psbt, txid: expectText(readMember(output, 'txId') ?? readMember(output, 'txid')) }
      return { psbt: toBase64(expectBytes(readMember(output, 'signedPsbt'))) }
    },
    sendTransfer: async (options) => {
      if (!transfer) throw new ServiceError('wallet_lacks_method')
      return transfer(options)
    },
  }
}
