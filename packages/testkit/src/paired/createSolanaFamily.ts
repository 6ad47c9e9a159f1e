import { ed25519 } from '@noble/curves/ed25519'
import { hexToBytes } from '@noble/hashes/utils'
import { base58, base64 } from '@scure/base'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { sendSolanaTransaction } from '../solana/sendSolanaTransaction.ts'
import { signatureOf, signSolanaTransaction } from '../solana/signSolanaTransaction.ts'
import type { SolanaAccount } from '../solana/VirtualSolanaWallet.ts'
import type { FamilyRequest, PairedFamily } from './PairedFamily.ts'
import type { PairedNetwork } from './PairedWallet.ts'

const namespace = 'solana'

/** The methods that apps can call. Source: WalletConnect's Solana RPC reference. */
const methods = [
  'solana_getAccounts',
  'solana_requestAccounts',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

type Params = {
  pubkey?: unknown
  message?: unknown
  transaction?: unknown
  transactions?: unknown
  sendOptions?: Record<string, unknown>
}

/** The Solana networks of a paired wallet. Parameters are one object; messages are in base58, transactions in base64. */
export function createSolanaFamily({
  accounts,
  networks,
  fetch,
}: {
  accounts: readonly SolanaAccount[]
  networks: readonly PairedNetwork[]
  fetch: typeof globalThis.fetch
}): PairedFamily {
  const seeds = accounts.map(({ privateKey }) => hexToBytes(privateKey.slice(2)))
  const addresses = seeds.map((seed) => base58.encode(ed25519.getPublicKey(seed)))
  const network = (chain: string) => networks.find((known) => known.chain === chain)

  const answer = async ({ request, chain, shared, ask }: FamilyRequest): Promise<unknown> => {
    const { method } = request
    const params = (request.params[0] ?? {}) as Params
    if (!methods.includes(method))
      throw new ProviderRpcError({ code: 4200, message: `The wallet does not support ${method}.` })
    const rpcUrl = network(chain)?.rpcUrl
    if (rpcUrl === undefined) throw new ProviderRpcError({ code: 4902, message: `The wallet has no chain ${chain}.` })
    const own = shared.accounts
      .filter((account) => account.startsWith(`${chain}:`))
      .map((account) => account.slice(chain.length + 1))
    if (method === 'solana_getAccounts' || method === 'solana_requestAccounts') return own.map((pubkey) => ({ pubkey }))

    const wanted = params.pubkey ?? own[0]
    const seed = own.some((address) => address === wanted) ? seeds[addresses.indexOf(String(wanted))] : undefined
    if (!seed) throw new ProviderRpcError({ code: 4100, message: 'The account is not shared with this site.' })
    const read = (value: unknown) => decode(base64, value)
    const sign = (transaction: Uint8Array) => signSolanaTransaction({ transaction, seed })
    switch (method) {
      case 'solana_signMessage': {
        const message = decode(base58, params.message)
        await ask()
        return { signature: base58.encode(ed25519.sign(message, seed)) }
      }
      case 'solana_signTransaction': {
        const transaction = read(params.transaction)
        await ask()
        const signed = sign(transaction)
        return {
          signature: base58.encode(signatureOf({ transaction: signed, seed })),
          transaction: base64.encode(signed),
        }
      }
      case 'solana_signAllTransactions': {
        const transactions = (Array.isArray(params.transactions) ? params.transactions : []).map(read)
        await ask()
        return { transactions: transactions.map((transaction) => base64.encode(sign(transaction))) }
      }
      default: {
        const transaction = read(params.transaction)
        await ask()
        const options = params.sendOptions ?? {}
        return { signature: await sendSolanaTransaction({ transaction: sign(transaction), rpcUrl, fetch, options }) }
      }
    }
  }

  return {
    namespace,
    methods,
    moving: ['solana_signAndSendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
    accounts: addresses.map((address, index) => ({
      index,
      name: accounts[index]?.name ?? `Account ${index + 1}`,
      family: namespace,
      address,
    })),
    addressOn: (_chain, index) => addresses[index],
    chains: () => networks.map(({ chain }) => chain),
    network,
    toChainData: (chain) => chain,
    toAccountsEvent: (_chain, shown) => ({ name: 'accountsChanged', data: shown.map((index) => addresses[index]) }),
    answer,
  }
}

function decode(coder: { decode: (text: string) => Uint8Array }, value: unknown): Uint8Array {
  try {
    return coder.decode(String(value))
  } catch {
    throw new ProviderRpcError({ code: -32602, message: 'Invalid params: not the encoding of this method' })
  }
}
