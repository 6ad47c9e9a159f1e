import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '../Connector.ts'
import type { AccountWallet, ListedAccount } from '../walletStandard/AccountWallet.ts'
import { askWallet } from '../walletStandard/askWallet.ts'
import { expectBytes } from '../walletStandard/readBytes.ts'
import { readList, readMember } from '../walletStandard/readStandardWallet.ts'
import { fromBase64, toBase64 } from './encoding.ts'
import { arrangeBitcoinAccounts, readBitcoinAccount } from './readBitcoinAccount.ts'

const mainnet: ChainId = 'bip122:000000000019d6689c085ae165831e93'

/** Phantom's own Bitcoin provider. It supports only the main network, and cannot connect silently. */
export type PhantomProvider = {
  requestAccounts: () => Promise<unknown>
  signMessage: (message: Uint8Array, address: string) => Promise<unknown>
  signPSBT: (psbt: Uint8Array, options: object) => Promise<unknown>
  on?: (event: string, listener: (value: unknown) => void) => unknown
  removeListener?: (event: string, listener: (value: unknown) => void) => unknown
}

/** Whether a value has Phantom's interface. */
export function isPhantomProvider(value: unknown): value is PhantomProvider {
  return ['requestAccounts', 'signMessage', 'signPSBT'].every((name) => typeof readMember(value, name) === 'function')
}

/** Connects a wallet with Phantom's interface. */
export function createPhantomWallet({ provider }: { provider: PhantomProvider }): AccountWallet<BitcoinProvider> {
  const read = (answer: unknown): readonly ListedAccount[] =>
    arrangeBitcoinAccounts(
      readList(answer).flatMap((entry) => {
        const account = readBitcoinAccount({
          address: readMember(entry, 'address'),
          publicKey: readMember(entry, 'publicKey'),
          purpose: readMember(entry, 'purpose'),
        })
        return account ? [{ account, chainIds: [mainnet] }] : []
      }),
    )
  return {
    connect: async ({ silent }) => (silent ? undefined : read(await provider.requestAccounts())),
    disconnect: async () => {},
    createProvider: () => ({
      signMessage: async ({ address, message }) => {
        const answer = await askWallet(() => provider.signMessage(new TextEncoder().encode(message), address))
        return { signature: toBase64(expectBytes(readMember(answer, 'signature'))) }
      },
      signPsbt: async ({ psbt, inputs, broadcast }) => {
        if (broadcast) throw new ServiceError('wallet_lacks_method')
        const inputsToSign = inputs.map(({ index, address }) => ({ address, signingIndexes: [index] }))
        return {
          psbt: toBase64(expectBytes(await askWallet(() => provider.signPSBT(fromBase64(psbt), { inputsToSign })))),
        }
      },
      sendTransfer: async () => {
        throw new ServiceError('wallet_lacks_method')
      },
    }),
    subscribe: (listener) => {
      const onAccounts = (accounts: unknown) => listener(read(accounts))
      provider.on?.('accountsChanged', onAccounts)
      return () => provider.removeListener?.('accountsChanged', onAccounts)
    },
  }
}
