import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base64 } from '@scure/base'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import type { BitcoinSigner } from './createVirtualBitcoinWallet.ts'
import { decodePsbt } from './psbt.ts'
import { encodeTransaction, hash256 } from './transaction.ts'
import type { UnisatNetwork, UnisatProvider } from './VirtualBitcoinWallet.ts'

const names: Readonly<Record<string, UnisatNetwork>> = {
  'bitcoin:mainnet': 'livenet',
  'bitcoin:testnet': 'testnet',
  'bitcoin:regtest': 'regtest',
}

/** The wallet through UniSat's interface: one address (for payments), PSBTs in hexadecimal, and the error codes of EIP-1193. */
export function createUnisatProvider({
  signer: { owner, shared, chains, signMessage, signPsbt, send, transfer },
  onMove,
}: {
  signer: BitcoinSigner
  onMove: (move: (chain: string) => void) => void
}): UnisatProvider {
  let chain = chains[0] ?? 'bitcoin:mainnet'
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const accounts = () => shared(chain).flatMap(({ purpose, address }) => (purpose === 'payment' ? [address] : []))
  const move = (next: string) => {
    if (next === chain) return
    chain = next
    emit('networkChanged', names[chain])
  }
  onMove(move)
  let told = accounts()
  owner.subscribe(() => {
    const now = accounts()
    if (now.join() === told.join()) return
    told = now
    emit('accountsChanged', now)
  })
  const note = (method: string, ...params: unknown[]) => {
    const request = { method, params }
    owner.note(request)
    return request
  }
  const own = () => {
    const [address] = accounts()
    if (address === undefined) throw new ProviderRpcError({ code: 4100, message: 'Not connected.' })
    return address
  }

  return {
    requestAccounts: async () => {
      await owner.permit(note('requestAccounts'))
      return accounts()
    },
    getAccounts: async () => {
      note('getAccounts')
      return accounts()
    },
    getPublicKey: async () => {
      const key = shared(chain).find(({ purpose }) => purpose === 'payment')
      return key ? bytesToHex(key.publicKey) : ''
    },
    getNetwork: async () => names[chain] ?? 'livenet',
    switchNetwork: async (network) => {
      const request = note('switchNetwork', network)
      const wanted = chains.find((known) => names[known] === network)
      if (!wanted) throw new ProviderRpcError({ code: -32602, message: 'Unknown network.' })
      await owner.ask(request)
      move(wanted)
      return network
    },
    signMessage: async (message, type) => {
      const request = note('signMessage', message, type)
      const signature = await signMessage({
        request,
        address: own(),
        message: utf8ToBytes(message),
        protocol: type === 'bip322-simple' ? 'bip322' : 'ecdsa',
      })
      return base64.encode(signature)
    },
    signPsbt: async (psbtHex, options) => {
      const request = note('signPsbt', psbtHex, options)
      const address = own()
      const psbt = hexToBytes(psbtHex)
      const inputs = options?.toSignInputs ?? decodePsbt(psbt).inputs.map((_, index) => ({ index }))
      const signed = await signPsbt({
        request,
        psbt,
        inputs: inputs.map((input) => ({ address, ...input })),
      })
      return bytesToHex(signed.psbt)
    },
    pushPsbt: async (psbtHex) => {
      note('pushPsbt', psbtHex)
      const psbt = hexToBytes(psbtHex)
      await send({ psbt, chain })
      return bytesToHex(hash256(encodeTransaction(decodePsbt(psbt).transaction)).reverse())
    },
    sendBitcoin: async (address, satoshis) => {
      const request = note('sendBitcoin', address, satoshis)
      own()
      const { txid } = await transfer({ request, chain, receivers: [{ address, amount: BigInt(satoshis) }] })
      return txid
    },
    disconnect: async () => {
      note('disconnect')
      owner.revoke()
    },
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
