import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '../Connector.ts'
import type { AccountWallet, ListedAccount } from '../walletStandard/AccountWallet.ts'
import { askWallet } from '../walletStandard/askWallet.ts'
import { expectText } from '../walletStandard/readBytes.ts'
import { readList, readMember } from '../walletStandard/readStandardWallet.ts'
import { toStandardName } from '../walletStandard/standardChains.ts'
import { readBitcoinNetwork } from './bitcoinNetworks.ts'
import { base64ToHex, hexToBase64 } from './encoding.ts'
import { arrangeBitcoinAccounts, readBitcoinAccount } from './readBitcoinAccount.ts'

type Listener = (value: unknown) => void

/** A provider with UniSat's interface, which OKX, Bitget and Binance share. PSBTs are hexadecimal. */
export type UnisatProvider = {
  requestAccounts: () => Promise<unknown>
  getAccounts: () => Promise<unknown>
  getPublicKey?: () => Promise<unknown>
  getNetwork?: () => Promise<unknown>
  /** Newer wallets: distinguishes networks that have the same name in `getNetwork`. */
  getChain?: () => Promise<unknown>
  switchChain?: (chain: string) => Promise<unknown>
  switchNetwork?: (network: string) => Promise<unknown>
  signMessage: (message: string, type?: string) => Promise<unknown>
  signPsbt: (psbtHex: string, options: object) => Promise<unknown>
  pushPsbt?: (psbtHex: string) => Promise<unknown>
  sendBitcoin?: (receiver: string, satoshis: number) => Promise<unknown>
  disconnect?: () => Promise<unknown>
  on?: (event: string, listener: Listener) => unknown
  removeListener?: (event: string, listener: Listener) => unknown
}

/** Whether a value has UniSat's interface. */
export function isUnisatProvider(value: unknown): value is UnisatProvider {
  return ['requestAccounts', 'getAccounts', 'signPsbt'].every((name) => typeof readMember(value, name) === 'function')
}

/** Connects a wallet with UniSat's interface. The wallet is on one network at a time and reports it. */
export function createUnisatWallet({ provider }: { provider: UnisatProvider }): AccountWallet<BitcoinProvider> {
  const readNetwork = async (): Promise<ChainId | undefined> => {
    if (provider.getChain) return readBitcoinNetwork(readMember(await provider.getChain(), 'enum'))
    return readBitcoinNetwork(await provider.getNetwork?.())
  }
  /** The methods take no account and no network, so the wallet's current ones must match the request. */
  const check = async (addresses: readonly string[], network: ChainId | undefined) => {
    const accounts = await read(await askWallet(() => provider.getAccounts()))
    const isShared = (address: string) => accounts.some(({ account }) => account.address === address)
    if (!addresses.every(isShared)) throw new ServiceError('account_changed')
    if (network && !accounts.every(({ chainIds }) => chainIds.includes(network)))
      throw new ServiceError('chain_changed')
  }
  const read = async (answer: unknown): Promise<readonly ListedAccount[]> => {
    const [address] = readList(answer)
    const publicKey = await Promise.resolve(provider.getPublicKey?.()).catch(() => undefined)
    const account = readBitcoinAccount({ address, publicKey })
    if (!account) return []
    const chainId = await readNetwork()
    return arrangeBitcoinAccounts([{ account, chainIds: chainId ? [chainId] : [] }])
  }
  return {
    connect: async ({ silent }) => read(await (silent ? provider.getAccounts() : provider.requestAccounts())),
    disconnect: async () => void (await provider.disconnect?.()),
    switchNetwork: async ({ chainId }) => {
      const name = toStandardName(chainId)
      if (name && provider.switchChain) await provider.switchChain(`BITCOIN_${name.toUpperCase()}`)
      else if ((name === 'mainnet' || name === 'testnet') && provider.switchNetwork)
        await provider.switchNetwork(name === 'mainnet' ? 'livenet' : name)
      else throw new ServiceError('chain_not_on_connector')
    },
    createProvider: ({ chainId }) => ({
      signMessage: async ({ address, message, protocol }) => {
        await check([address], chainId())
        const type = protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple'
        return { signature: expectText(await askWallet(() => provider.signMessage(message, type))) }
      },
      signPsbt: async ({ psbt, inputs, broadcast = false }) => {
        const push = provider.pushPsbt
        if (broadcast && !push) throw new ServiceError('wallet_lacks_method')
        await check(
          inputs.map(({ address }) => address),
          chainId(),
        )
        const signed = await askWallet(() =>
          provider.signPsbt(base64ToHex(psbt), {
            // Only a finalized PSBT can be broadcast.
            autoFinalized: broadcast,
            toSignInputs: inputs.map(({ index, address }) => ({ index, address })),
          }),
        )
        const result = { psbt: hexToBase64(signed) }
        if (!broadcast) return result
        return { ...result, txid: expectText(await askWallet(() => provider.pushPsbt?.(String(signed)))) }
      },
      sendTransfer: async ({ address, receiver, amount }) => {
        if (!provider.sendBitcoin) throw new ServiceError('wallet_lacks_method')
        if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new LatchkeyError('malformed_request')
        await check([address], chainId())
        return { txid: expectText(await askWallet(() => provider.sendBitcoin?.(receiver, Number(amount)))) }
      },
    }),
    subscribe: (listener) => {
      let number = 0
      const reread = async () => {
        const mine = ++number
        // Without a known account, none may be shown.
        const accounts = await askWallet(() => provider.getAccounts())
          .then(read)
          .catch(() => [])
        if (mine === number) listener(accounts)
      }
      const onChange = () => void reread()
      // OKX omits the last letter of the first event.
      const events = ['accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged']
      for (const event of events) provider.on?.(event, onChange)
      return () => {
        number++
        for (const event of events) provider.removeListener?.(event, onChange)
      }
    },
  }
}
