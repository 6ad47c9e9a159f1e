import { hexToBytes } from '@noble/hashes/utils'
import { createOwner } from '../owner/createOwner.ts'
import type { Owner, WalletRequest } from '../owner/Owner.ts'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import { createStandardWallet } from '../standard/createStandardWallet.ts'
import type { StandardAccount } from '../standard/StandardWallet.ts'
import { type BitcoinKey, ordinalsKey, paymentKey } from './bitcoinKeys.ts'
import { buildTransfer } from './buildTransfer.ts'
import { createSatsProvider } from './createSatsProvider.ts'
import { createUnisatProvider } from './createUnisatProvider.ts'
import { broadcastPsbt, readCoins, readFeeRate } from './esplora.ts'
import { signPsbt } from './psbt.ts'
import { signBitcoinMessage } from './signBitcoinMessage.ts'
import type { BitcoinChain, VirtualBitcoinWallet, VirtualBitcoinWalletParameters } from './VirtualBitcoinWallet.ts'

const features = ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'] as const

/** Parts that all interfaces of the wallet share: its owner, its keys and its signing functions. */
export type BitcoinSigner = {
  owner: Owner
  /** The keys of the current account on a network, payments first. Empty without permission. */
  shared: (chain: string) => readonly BitcoinKey[]
  chains: readonly string[]
  signMessage: (options: {
    request: WalletRequest
    address: string
    message: Uint8Array
    protocol?: 'bip322' | 'ecdsa' | undefined
  }) => Promise<Uint8Array>
  signPsbt: (options: {
    request: WalletRequest
    psbt: Uint8Array
    inputs: readonly { index: number; address: string }[]
    /** The network to send on. If it is omitted, the transaction is not sent. */
    sendOn?: string | undefined
  }) => Promise<{ psbt: Uint8Array; txid: string }>
  send: (options: { psbt: Uint8Array; chain: string }) => Promise<void>
  /** Creates a payment from the account's coins, asks the owner, signs and sends. */
  transfer: (options: {
    request: WalletRequest
    chain: string
    receivers: readonly { address: string; amount: bigint }[]
  }) => Promise<{ txid: string }>
}

/**
 * Creates a Bitcoin wallet with local keys for tests. It registers through the Wallet Standard. It can also be a provider in a page, for
 * the sats-connect protocol or with the interface of UniSat. Its signatures (BIP-322, BIP-137, BIP-143, BIP-341) are real.
 *
 * @example
 * const wallet = createVirtualBitcoinWallet({ accounts: [{ privateKey }] })
 * announceStandardWallet({ wallet })
 */
export function createVirtualBitcoinWallet({
  accounts,
  name = 'Virtual Bitcoin Wallet',
  icon,
  chains = ['bitcoin:mainnet'],
  policy,
  messageProtocol = 'bip322',
  storage,
  esploraUrls = {},
  fetch = (...call) => globalThis.fetch(...call),
  send = async ({ psbt, chain }) => {
    const esploraUrl = esploraUrls[chain as BitcoinChain]
    if (esploraUrl !== undefined) await broadcastPsbt({ psbt, esploraUrl, fetch })
  },
}: VirtualBitcoinWalletParameters): VirtualBitcoinWallet {
  const owner = createOwner({
    accounts: accounts.length,
    policy,
    storage,
    memoryKey: `@latchkey-testkit/bitcoin:${name}`,
  })
  const secrets = accounts.map(({ privateKey }) => hexToBytes(privateKey.slice(2)))
  const keysOf = (index: number, chain: string): readonly BitcoinKey[] => {
    const privateKey = secrets[index]
    return privateKey ? [paymentKey({ privateKey, chain }), ordinalsKey({ privateKey, chain })] : []
  }
  const shared = (chain: string) => {
    const { permitted, present, account } = owner.getState()
    return permitted && present ? keysOf(account, chain) : []
  }
  const keyOf = (address: string): BitcoinKey => {
    const key = chains.flatMap((chain) => shared(chain)).find((known) => known.address === address)
    if (!key) throw new ProviderRpcError({ code: 4100, message: 'The address is not shared with this site.' })
    return key
  }
  const signer: BitcoinSigner = {
    owner,
    shared,
    chains,
    signMessage: async ({ request, address, message, protocol }) => {
      const key = keyOf(address)
      await owner.ask(request)
      // A taproot address supports only one form.
      const form = protocol ?? (key.purpose === 'ordinals' ? 'bip322' : messageProtocol)
      return signBitcoinMessage({ key, message, protocol: form })
    },
    signPsbt: async ({ request, psbt, inputs, sendOn }) => {
      const signers = inputs.map(({ index, address }) => ({ index, key: keyOf(address) }))
      await owner.ask(request)
      const signed = signPsbt({ psbt, signers })
      if (sendOn !== undefined) await send({ psbt: signed.psbt, chain: sendOn })
      return signed
    },
    send,
    transfer: async ({ request, chain, receivers }) => {
      const [key] = shared(chain)
      const esploraUrl = esploraUrls[chain as BitcoinChain]
      if (!key) throw new ProviderRpcError({ code: 4100, message: 'The address is not shared with this site.' })
      if (esploraUrl === undefined) throw new ProviderRpcError({ code: 4200, message: `No node of ${chain} is known.` })
      const [coins, feeRate] = await Promise.all([
        readCoins({ address: key.address, esploraUrl, fetch }),
        readFeeRate({ esploraUrl, fetch }),
      ])
      const { psbt, inputs } = buildTransfer({ key, coins, receivers, feeRate, chain })
      await owner.ask(request)
      const signers = Array.from({ length: inputs }, (_, index) => ({ index, key }))
      const signed = signPsbt({ psbt, signers })
      await send({ psbt: signed.psbt, chain })
      return { txid: signed.txid }
    },
  }

  type PsbtInput = {
    psbt: Uint8Array
    inputsToSign: readonly { account: { address: string }; signingIndexes: readonly number[] }[]
    chain?: string
  }
  type MessageInput = { account: { address: string }; message: Uint8Array }
  const toInputs = ({ inputsToSign }: PsbtInput) =>
    inputsToSign.flatMap(({ account: { address }, signingIndexes }) =>
      signingIndexes.map((index) => ({ index, address })),
    )
  const noteAll = (method: string, inputs: readonly unknown[]) => {
    const request = { method, params: inputs }
    owner.note(request)
    return request
  }
  const standard = createStandardWallet({
    owner,
    name,
    icon,
    chains,
    read: () =>
      chains.flatMap((chain) =>
        keysOf(owner.getState().account, chain).map(
          ({ address, publicKey }): StandardAccount => ({ address, publicKey, chains: [chain], features }),
        ),
      ),
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        connect: async (input: { purposes: readonly string[] }) => {
          await owner.permit(noteAll('bitcoin:connect', [input]))
          const wanted = chains
            .flatMap((chain) => shared(chain))
            .filter(({ purpose }) => input.purposes.includes(purpose))
          return { accounts: standard.accounts.filter(({ address }) => wanted.some((key) => key.address === address)) }
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: async (...inputs: MessageInput[]) => {
          const request = noteAll('bitcoin:signMessage', inputs)
          const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = []
          for (const { account, message } of inputs)
            outputs.push({
              signedMessage: message,
              signature: await signer.signMessage({ request, address: account.address, message }),
            })
          return outputs
        },
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: async (...inputs: PsbtInput[]) => {
          const request = noteAll('bitcoin:signTransaction', inputs)
          const outputs: { signedPsbt: Uint8Array }[] = []
          for (const input of inputs) {
            const { psbt } = await signer.signPsbt({ request, psbt: input.psbt, inputs: toInputs(input) })
            outputs.push({ signedPsbt: psbt })
          }
          return outputs
        },
      },
      'bitcoin:signAndSendTransaction': {
        version: '1.0.0',
        signAndSendTransaction: async (...inputs: PsbtInput[]) => {
          const request = noteAll('bitcoin:signAndSendTransaction', inputs)
          const outputs: { txId: string }[] = []
          for (const input of inputs) {
            const signed = await signer.signPsbt({
              request,
              psbt: input.psbt,
              inputs: toInputs(input),
              sendOn: input.chain ?? chains[0],
            })
            outputs.push({ txId: signed.txid })
          }
          return outputs
        },
      },
    },
  })
  const moves = new Set<(chain: string) => void>()
  return {
    ...owner,
    standard,
    sats: createSatsProvider({ signer, onMove: (move) => void moves.add(move) }),
    unisat: createUnisatProvider({ signer, onMove: (move) => void moves.add(move) }),
    addresses: accounts.map((_, index) => {
      const [payment, ordinals] = keysOf(index, chains[0])
      return { payment: payment?.address ?? '', ordinals: ordinals?.address ?? '' }
    }),
    setChain: (chain) => {
      if (!chains.some((known) => known === chain)) throw new Error(`The wallet has no network ${chain}`)
      for (const move of moves) move(chain)
    },
  }
}
