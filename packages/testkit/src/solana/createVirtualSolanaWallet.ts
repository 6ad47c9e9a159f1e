import { ed25519 } from '@noble/curves/ed25519'
import { hexToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { createOwner } from '../owner/createOwner.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { createStandardWallet } from '../standard/createStandardWallet.ts'
import type { StandardAccount } from '../standard/StandardWallet.ts'
import { sendSolanaTransaction } from './sendSolanaTransaction.ts'
import { signSolanaTransaction } from './signSolanaTransaction.ts'
import type { VirtualSolanaWallet, VirtualSolanaWalletParameters } from './VirtualSolanaWallet.ts'

const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

/**
 * Creates a Solana wallet with local keys for tests. It registers through the Wallet Standard. A test controls whether it approves,
 * rejects, hangs or asks. Its signatures are real ed25519 ones.
 *
 * @example
 * const wallet = createVirtualSolanaWallet({ accounts: [{ privateKey }] })
 * announceStandardWallet({ wallet })
 */
export function createVirtualSolanaWallet({
  accounts,
  name = 'Virtual Solana Wallet',
  icon,
  chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet'],
  policy,
  shares = 'active',
  storage,
  rpcUrls = {},
  fetch = (...call) => globalThis.fetch(...call),
  send = async ({ transaction, chain }) => {
    const rpcUrl = rpcUrls[chain]
    if (rpcUrl !== undefined) await sendSolanaTransaction({ transaction, rpcUrl, fetch })
  },
}: VirtualSolanaWalletParameters): VirtualSolanaWallet {
  const owner = createOwner({
    accounts: accounts.length,
    policy,
    storage,
    memoryKey: `@latchkey-testkit/solana:${name}`,
  })
  const keys = accounts.map(({ privateKey }) => hexToBytes(privateKey.slice(2)))
  const own: StandardAccount[] = keys.map((seed, index) => {
    const publicKey = ed25519.getPublicKey(seed)
    const label = accounts[index]?.name ?? `Account ${index + 1}`
    return { address: base58.encode(publicKey), publicKey, chains, features, label }
  })
  const read = () => {
    const { account } = owner.getState()
    const active = own.filter((_, index) => index === account)
    return shares === 'all' ? [...active, ...own.filter((_, index) => index !== account)] : active
  }
  const keyOf = (account: unknown): Uint8Array => {
    const { address } = (account ?? {}) as { address?: unknown }
    const key = owner.getState().permitted && read().some((known) => known.address === address)
    const seed = key ? keys[own.findIndex((known) => known.address === address)] : undefined
    if (!seed) throw new ProviderRpcError({ code: 4100, message: 'The account is not shared with this site.' })
    return seed
  }
  /** Records the call, asks the owner, and answers each input. */
  const method =
    <Input extends { account: unknown }, Output>(name: string, answer: (input: Input, seed: Uint8Array) => Output) =>
    async (...inputs: Input[]): Promise<Awaited<Output>[]> => {
      const request = { method: name, params: inputs }
      owner.note(request)
      const seeds = inputs.map(({ account }) => keyOf(account))
      await owner.ask(request)
      const outputs: Awaited<Output>[] = []
      for (const [index, input] of inputs.entries()) outputs.push(await answer(input, seeds[index] ?? new Uint8Array()))
      return outputs
    }
  type MessageInput = { account: unknown; message: Uint8Array }
  type TransactionInput = { account: unknown; transaction: Uint8Array; chain?: string }
  const sign = ({ transaction }: TransactionInput, seed: Uint8Array) => signSolanaTransaction({ transaction, seed })

  const standard = createStandardWallet({
    owner,
    name,
    icon,
    chains,
    read,
    features: {
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: method('solana:signMessage', ({ message }: MessageInput, seed) => ({
          signedMessage: message,
          signature: ed25519.sign(message, seed),
        })),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: method('solana:signTransaction', (input: TransactionInput, seed) => ({
          signedTransaction: sign(input, seed),
        })),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: method('solana:signAndSendTransaction', async (input: TransactionInput, seed) => {
          const transaction = sign(input, seed)
          await send({ transaction, chain: input.chain ?? '' })
          // The first signature is the transaction ID.
          const [count = 0] = transaction
          if (count > 127) throw new Error('More signers than this wallet reads')
          return { signature: transaction.slice(1, 65) }
        }),
      },
    },
  })
  return { ...owner, standard, addresses: own.map(({ address }) => address) }
}
