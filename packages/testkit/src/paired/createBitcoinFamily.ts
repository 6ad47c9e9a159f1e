import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base64 } from '@scure/base'
import { type BitcoinKey, ordinalsKey, paymentKey } from '../bitcoin/bitcoinKeys.ts'
import { buildTransfer } from '../bitcoin/buildTransfer.ts'
import { broadcastPsbt, readCoins, readFeeRate } from '../bitcoin/esplora.ts'
import { signPsbt } from '../bitcoin/psbt.ts'
import { signBitcoinMessage } from '../bitcoin/signBitcoinMessage.ts'
import { toStandardChain } from '../bitcoin/toStandardChain.ts'
import type { BitcoinAccount } from '../bitcoin/VirtualBitcoinWallet.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import type { FamilyRequest, PairedFamily } from './PairedFamily.ts'
import type { PairedNetwork } from './PairedWallet.ts'

const namespace = 'bip122'

/** The methods that apps can call. Source: WalletConnect's Bitcoin RPC reference. */
const methods = ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer']

type Params = {
  account?: unknown
  address?: unknown
  intentions?: readonly string[]
  message?: unknown
  protocol?: 'ecdsa' | 'bip322'
  psbt?: unknown
  signInputs?: readonly { address: string; index: number }[]
  broadcast?: boolean
  recipientAddress?: unknown
  amount?: unknown
  changeAddress?: string
  memo?: string
}

/**
 * The Bitcoin networks of a paired wallet. A session contains the address for payments; `getAccountAddresses` also returns the one for
 * ordinals. PSBTs are in base64, signatures of messages in hexadecimal.
 */
export function createBitcoinFamily({
  accounts,
  networks,
  fetch,
}: {
  accounts: readonly BitcoinAccount[]
  /** `rpcUrl` is an Esplora API. */
  networks: readonly PairedNetwork[]
  fetch: typeof globalThis.fetch
}): PairedFamily {
  const secrets = accounts.map(({ privateKey }) => hexToBytes(privateKey.slice(2)))
  const keysOn = (caipChain: string, index: number): readonly BitcoinKey[] => {
    const privateKey = secrets[index]
    const chain = toStandardChain(caipChain)
    return privateKey ? [paymentKey({ privateKey, chain }), ordinalsKey({ privateKey, chain })] : []
  }
  const addressOn = (chain: string, index: number) => keysOn(chain, index)[0]?.address
  const network = (chain: string) => networks.find((known) => known.chain === chain)
  const [first] = networks

  /** In the format of `getAccountAddresses`. */
  const listAddresses = (chain: string, index: number, intentions?: readonly string[]) => {
    const coin = toStandardChain(chain) === 'bitcoin:mainnet' ? 0 : 1
    return keysOn(chain, index)
      .map(({ purpose, address, publicKey }) => ({
        address,
        publicKey: bytesToHex(publicKey),
        path: `m/${purpose === 'payment' ? 84 : 86}'/${coin}'/${index}'/0/0`,
        intention: purpose === 'payment' ? 'payment' : 'ordinal',
      }))
      .filter(({ intention }) => !intentions?.length || intentions.includes(intention))
  }

  const answer = async ({ request, chain, shared, ask }: FamilyRequest): Promise<unknown> => {
    const { method } = request
    const params = (request.params[0] ?? {}) as Params
    if (!methods.includes(method))
      throw new ProviderRpcError({ code: 4200, message: `The wallet does not support ${method}.` })
    const esploraUrl = network(chain)?.rpcUrl
    if (esploraUrl === undefined)
      throw new ProviderRpcError({ code: 4902, message: `The wallet has no chain ${chain}.` })
    // Either address of an account can identify it.
    const indexes = secrets.map((_, index) => index)
    const index = indexes.find(
      (at) =>
        shared.accounts.includes(`${chain}:${addressOn(chain, at)}`) &&
        keysOn(chain, at).some(({ address }) => address === params.account),
    )
    if (index === undefined)
      throw new ProviderRpcError({ code: 4100, message: 'The account is not shared with this site.' })
    const keys = keysOn(chain, index)
    const keyOf = (address: unknown) => {
      const key = keys.find((known) => known.address === address)
      if (!key) throw new ProviderRpcError({ code: 4100, message: 'The address is not of this account.' })
      return key
    }
    switch (method) {
      case 'getAccountAddresses':
        return listAddresses(chain, index, params.intentions)
      case 'signMessage': {
        const key = keyOf(params.address ?? params.account)
        const message = utf8ToBytes(String(params.message))
        await ask()
        const protocol = params.protocol ?? (key.purpose === 'ordinals' ? 'bip322' : 'ecdsa')
        return { address: key.address, signature: bytesToHex(signBitcoinMessage({ key, message, protocol })) }
      }
      case 'signPsbt': {
        const psbt = base64.decode(String(params.psbt))
        const signers = (params.signInputs ?? []).map(({ address, index: at }) => ({ index: at, key: keyOf(address) }))
        await ask()
        const signed = signPsbt({ psbt, signers })
        const answered = { psbt: base64.encode(signed.psbt) }
        if (!params.broadcast) return answered
        return { ...answered, txid: await broadcastPsbt({ psbt: signed.psbt, esploraUrl, fetch }) }
      }
      default: {
        const key = keyOf(params.account)
        const [coins, feeRate] = await Promise.all([
          readCoins({ address: key.address, esploraUrl, fetch }),
          readFeeRate({ esploraUrl, fetch }),
        ])
        const receivers = [{ address: String(params.recipientAddress), amount: BigInt(String(params.amount)) }]
        const memo = params.memo ? hexToBytes(params.memo) : undefined
        const { changeAddress } = params
        const standard = toStandardChain(chain)
        const { psbt, inputs } = buildTransfer({ key, coins, receivers, feeRate, chain: standard, memo, changeAddress })
        await ask()
        const signers = Array.from({ length: inputs }, (_, at) => ({ index: at, key }))
        return { txid: await broadcastPsbt({ psbt: signPsbt({ psbt, signers }).psbt, esploraUrl, fetch }) }
      }
    }
  }

  return {
    namespace,
    methods,
    moving: ['sendTransfer'],
    events: ['bip122_addressesChanged'],
    accounts: first
      ? secrets.map((_, index) => ({
          index,
          name: accounts[index]?.name ?? `Account ${index + 1}`,
          family: namespace,
          address: addressOn(first.chain, index) ?? '',
        }))
      : [],
    addressOn,
    chains: () => networks.map(({ chain }) => chain),
    network,
    toChainData: (chain) => chain,
    toAccountsEvent: (chain, shown) => ({
      name: 'bip122_addressesChanged',
      data: shown.flatMap((index) => listAddresses(chain, index)),
    }),
    sessionProperties: (chain, shown) => ({
      bip122_getAccountAddresses: JSON.stringify(shown.flatMap((index) => listAddresses(chain, index))),
    }),
    answer,
  }
}
