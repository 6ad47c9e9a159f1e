import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { base64 } from '@scure/base'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import type { BitcoinSigner } from './createVirtualBitcoinWallet.ts'
import type { SatsProvider } from './VirtualBitcoinWallet.ts'

const names: Readonly<Record<string, string>> = {
  'bitcoin:mainnet': 'Mainnet',
  'bitcoin:testnet': 'Testnet',
  'bitcoin:regtest': 'Regtest',
}

/**
 * The wallet through the sats-connect protocol. It answers with `{status, result}`, rejects with -32000, and with -32002 if the site has no
 * access.
 */
export function createSatsProvider({
  signer: { owner, shared, chains, signMessage, signPsbt, transfer },
  onMove,
}: {
  signer: BitcoinSigner
  onMove: (move: (chain: string) => void) => void
}): SatsProvider {
  let chain = chains[0] ?? 'bitcoin:mainnet'
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  const emit = (type: string) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener({ type })
  }
  const move = (next: string) => {
    if (next === chain) return
    chain = next
    emit('networkChange')
  }
  onMove(move)
  let before = owner.getState()
  owner.subscribe(() => {
    const now = owner.getState()
    const wasPermitted = before.permitted
    const moved = now.account !== before.account
    before = now
    if (moved && now.permitted) emit('accountChange')
    if ((wasPermitted && !now.permitted) || !now.present) emit('disconnect')
  })

  const addresses = (purposes: readonly string[] = ['payment', 'ordinals']) =>
    shared(chain)
      .filter(({ purpose }) => purposes.includes(purpose))
      .map(({ address, publicKey, purpose }) => ({
        address,
        publicKey: bytesToHex(publicKey),
        purpose,
        addressType: purpose === 'payment' ? 'p2wpkh' : 'p2tr',
        walletType: 'software',
      }))
  const network = () => ({ bitcoin: { name: names[chain] } })
  const expectAccess = () => {
    if (shared(chain).length === 0) throw new ProviderRpcError({ code: -32002, message: 'Access denied.' })
  }
  type Params = Record<string, unknown>
  const methods: Record<string, (params: Params, request: { method: string; params: unknown[] }) => unknown> = {
    wallet_connect: async (params, request) => {
      await owner.permit(request)
      const wanted = chains.find((known) => names[known] === params.network)
      if (wanted) move(wanted)
      return {
        id: 'virtual',
        walletType: 'software',
        addresses: addresses(params.addresses as string[]),
        network: network(),
      }
    },
    getAccounts: async (params, request) => {
      await owner.permit(request)
      return addresses(params.purposes as string[])
    },
    wallet_getAccount: () => {
      expectAccess()
      return { id: 'virtual', walletType: 'software', addresses: addresses(), network: network() }
    },
    wallet_getNetwork: () => {
      expectAccess()
      return network()
    },
    wallet_changeNetwork: async (params, request) => {
      expectAccess()
      const wanted = chains.find((known) => names[known] === params.name)
      if (!wanted) throw new ProviderRpcError({ code: -32602, message: 'Unknown network.' })
      await owner.ask(request)
      move(wanted)
      return {}
    },
    wallet_disconnect: () => {
      owner.revoke()
      return null
    },
    signMessage: async ({ address, message, protocol }, request) => {
      expectAccess()
      const signature = await signMessage({
        request,
        address: String(address),
        message: utf8ToBytes(String(message)),
        protocol: protocol === 'ECDSA' ? 'ecdsa' : protocol === 'BIP322' ? 'bip322' : undefined,
      })
      return { address, messageHash: '', signature: base64.encode(signature) }
    },
    signPsbt: async ({ psbt, signInputs, broadcast }, request) => {
      expectAccess()
      const inputs = Object.entries((signInputs ?? {}) as Record<string, number[]>).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ index, address })),
      )
      const signed = await signPsbt({
        request,
        psbt: base64.decode(String(psbt)),
        inputs,
        sendOn: broadcast ? chain : undefined,
      })
      return { psbt: base64.encode(signed.psbt), ...(broadcast ? { txid: signed.txid } : {}) }
    },
    sendTransfer: async ({ recipients }, request) => {
      expectAccess()
      const to = (recipients ?? []) as readonly { address: string; amount: number }[]
      return transfer({
        request,
        chain,
        receivers: to.map(({ address, amount }) => ({ address, amount: BigInt(amount) })),
      })
    },
  }

  return {
    request: async (method, params) => {
      const request = { method, params: params === undefined || params === null ? [] : [params] }
      try {
        owner.note(request)
        const answer = methods[method]
        if (!answer) throw new ProviderRpcError({ code: -32601, message: `Method ${method} not found.` })
        return { status: 'success', result: await answer((params ?? {}) as Params, request) }
      } catch (error) {
        const { code, message } = error as ProviderRpcError
        return { status: 'error', error: { code: code === 4001 ? -32000 : (code ?? -32603), message } }
      }
    },
    addListener: (event, listener) => {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return () => void known.delete(listener)
    },
  }
}
