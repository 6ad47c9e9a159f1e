import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '../Connector.ts'
import { readWalletError, toWalletError } from '../toWalletError.ts'
import type { AccountWallet, ListedAccount } from '../walletStandard/AccountWallet.ts'
import { expectText } from '../walletStandard/readBytes.ts'
import { readList, readMember } from '../walletStandard/readStandardWallet.ts'
import { readBitcoinNetwork, toSatsNetwork } from './bitcoinNetworks.ts'
import { base64ToHex, hexToBase64 } from './encoding.ts'
import { arrangeBitcoinAccounts, isMainAddress, readBitcoinAccount } from './readBitcoinAccount.ts'

const mainnet: ChainId = 'bip122:000000000019d6689c085ae165831e93'

/** A provider of the sats-connect protocol. Events are optional. */
export type SatsProvider = {
  request: (method: string, params: unknown) => Promise<unknown>
  addListener?: unknown
  isLeather?: unknown
}

/** Whether a value has the interface of sats-connect. */
export function isSatsProvider(value: unknown): value is SatsProvider {
  return typeof readMember(value, 'request') === 'function'
}

/**
 * Connects a Bitcoin wallet with the sats-connect protocol. It uses `wallet_connect`, else `getAccounts`, else `getAddresses`, and the
 * signing methods. Answers may have either shape (`{status, result}` or JSON-RPC). It connects silently only with `wallet_getAccount`,
 * which never prompts; a wallet without it prompts on each visit. Source: sats-connect, WBIP004.
 *
 * @param options.name name of the site in the wallet's prompts
 */
export function createSatsConnectWallet({
  provider,
  name,
}: {
  provider: SatsProvider
  name: string
}): AccountWallet<BitcoinProvider> {
  const isLeather = readMember(provider, 'isLeather') === true
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const answer: unknown = await provider.request(method, params ?? null)
    const error = readMember(answer, 'error')
    if (readMember(answer, 'status') === 'error' || (error !== undefined && error !== null)) throw toSatsError(error)
    return readMember(answer, 'result')
  }
  const read = async (answer: unknown, asked?: ChainId | undefined): Promise<readonly ListedAccount[]> => {
    const list = [answer, readMember(answer, 'addresses'), readMember(answer, 'accounts')].find(Array.isArray)
    const accounts = arrangeBitcoinAccounts(
      readList(list).flatMap((entry) => {
        const account = readBitcoinAccount({
          address: readMember(entry, 'address'),
          publicKey: readMember(entry, 'publicKey'),
          purpose: readMember(entry, 'purpose'),
        })
        return account ? [{ account, chainIds: [] as ChainId[] }] : []
      }),
    )
    const [first] = accounts
    if (!first) return []
    const chainId = readNetworkName(answer) ?? (await readNetwork()) ?? networkOf(first.account.address, asked)
    return accounts.map(({ account }) => ({ account, chainIds: chainId ? [chainId] : [] }))
  }
  const readNetwork = async () => {
    try {
      return readNetworkName({ network: await ask('wallet_getNetwork') })
    } catch {
      return undefined
    }
  }
  const askForAccounts = async (asked: ChainId | undefined): Promise<unknown> => {
    const purposes = ['payment', 'ordinals']
    const network = toSatsNetwork(asked)
    const ways: [string, object][] = [
      ['wallet_connect', { addresses: purposes, message: name, ...(network ? { network } : {}) }],
      ['getAccounts', { purposes, message: name }],
      ['getAddresses', { purposes, message: name, ...(network ? { network: network.toLowerCase() } : {}) }],
    ]
    let refusal: unknown
    for (const [method, params] of isLeather ? ways.slice(2) : ways)
      try {
        return await ask(method, params)
      } catch (error) {
        refusal = error
        if (!isUnknownMethod(error)) break
      }
    throw refusal
  }
  const askSilently = async () => {
    try {
      return await read(await ask('wallet_getAccount'))
    } catch {
      return []
    }
  }

  return {
    connect: async ({ silent, chainId }) => (silent ? askSilently() : read(await askForAccounts(chainId), chainId)),
    disconnect: async () => void (await ask('wallet_disconnect')),
    switchNetwork: async ({ chainId }) => {
      const network = toSatsNetwork(chainId)
      if (!network) throw new ServiceError('chain_not_on_connector')
      try {
        await ask('wallet_changeNetwork', { name: network })
      } catch (error) {
        throw isUnknownMethod(error) ? new ServiceError('chain_not_on_connector') : error
      }
    },
    createProvider: ({ chainId }) =>
      createSatsSigner({
        ask,
        isLeather,
        // A payment names no account and no network, because the wallet uses its current ones. They are compared if the wallet reports them
        // silently.
        check: async (address) => {
          const accounts = await askSilently()
          if (accounts.length === 0) return
          const network = chainId()
          const found = accounts.find(({ account }) => account.address === address)
          if (!found) throw new ServiceError('account_changed')
          if (network && !found.chainIds.includes(network)) throw new ServiceError('chain_changed')
        },
      }),
    subscribe: (listener) => {
      let number = 0
      const reread = async () => {
        const mine = ++number
        const accounts = await askSilently()
        if (mine === number) listener(accounts)
      }
      const stops = [
        listen(provider, 'accountChange', reread),
        listen(provider, 'networkChange', reread),
        listen(provider, 'disconnect', () => listener([])),
        listen(provider, 'accountDisconnected', () => listener([])),
      ]
      return () => {
        number++
        for (const stop of stops) stop()
      }
    },
  }
}

/** Creates the signing methods. PSBTs are base64, or hexadecimal for Leather. Amounts are in satoshis. */
function createSatsSigner({
  ask: send,
  isLeather,
  check,
}: {
  ask: (method: string, params: unknown) => Promise<unknown>
  isLeather: boolean
  /** @throws LatchkeyError `account_changed`, `chain_changed` */
  check: (address: string) => Promise<void>
}): BitcoinProvider {
  const ask = async (method: string, params: unknown) => {
    try {
      return await send(method, params)
    } catch (error) {
      throw isUnknownMethod(error) ? new ServiceError('wallet_lacks_method', { cause: error }) : toWalletError(error)
    }
  }
  return {
    signMessage: async ({ address, message, protocol }) => {
      const params = isLeather
        ? { message, paymentType: /^..1p/i.test(address) ? 'p2tr' : 'p2wpkh' }
        : { address, message, ...(protocol ? { protocol: protocol.toUpperCase() } : {}) }
      return { signature: expectText(readMember(await ask('signMessage', params), 'signature')) }
    },
    signPsbt: async ({ psbt, inputs, broadcast = false }) => {
      const signInputs: Record<string, number[]> = {}
      for (const { index, address } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index]
      const result = await ask(
        'signPsbt',
        isLeather
          ? { hex: base64ToHex(psbt), signAtIndex: inputs.map(({ index }) => index), broadcast }
          : { psbt, signInputs, broadcast },
      )
      const hex = readMember(result, 'hex')
      const txid = readMember(result, 'txid')
      return {
        psbt: hex === undefined ? expectText(readMember(result, 'psbt')) : hexToBase64(hex),
        ...(typeof txid === 'string' && txid ? { txid } : {}),
      }
    },
    sendTransfer: async ({ address, receiver, amount }) => {
      if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new LatchkeyError('malformed_request')
      await check(address)
      const value = isLeather ? String(amount) : Number(amount)
      const result = await ask('sendTransfer', { recipients: [{ address: receiver, amount: value }] })
      return { txid: expectText(readMember(result, 'txid')) }
    },
  }
}

/** Reads the network of an answer: `{bitcoin: {name}}`, a name, or a network in each account. */
function readNetworkName(answer: unknown): ChainId | undefined {
  const network = readMember(answer, 'network')
  return (
    readBitcoinNetwork(readMember(readMember(network, 'bitcoin'), 'name')) ??
    readBitcoinNetwork(readMember(network, 'name')) ??
    readBitcoinNetwork(network)
  )
}

/** Returns the network of an address: the main network by its format, a test network only if it was requested. */
function networkOf(address: string, asked: ChainId | undefined): ChainId | undefined {
  if (isMainAddress(address)) return mainnet
  return asked === mainnet ? undefined : asked
}

/** -32000: the visitor refused; -32002: the site has no access. Other codes are those of JSON-RPC. */
function toSatsError(error: unknown): LatchkeyError {
  const { codes, text } = readWalletError(error)
  const details = text.slice(0, 500) || undefined
  if (codes.includes(-32000)) return new LatchkeyError('user_rejected', { cause: error, details })
  if (codes.includes(-32002)) return new LatchkeyError('wallet_disconnected', { cause: error, details })
  return toWalletError(error ?? new LatchkeyError('wallet_failed'))
}

function isUnknownMethod(error: unknown): boolean {
  const { codes, text } = readWalletError(error)
  return (
    codes.some((code) => code === -32601 || code === -32001 || code === 4200) ||
    /(not |un)(supported|found|known|implemented)/i.test(text)
  )
}

/** Adds a listener in either of the two forms that providers support. */
function listen(provider: SatsProvider, eventName: string, cb: () => void): () => void {
  try {
    const { addListener } = provider
    if (typeof addListener !== 'function') return () => {}
    const stop: unknown =
      addListener.length === 1
        ? addListener.call(provider, { eventName, cb: () => cb() })
        : addListener.call(provider, eventName, () => cb())
    return typeof stop === 'function' ? () => void stop() : () => {}
  } catch {
    return () => {}
  }
}
