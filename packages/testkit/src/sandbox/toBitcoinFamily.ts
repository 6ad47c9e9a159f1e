import { base64, hex } from '@scure/base'
import { describePsbt, writeBitcoin } from '../bitcoin/describePsbt.ts'
import type { VirtualBitcoinWallet } from '../bitcoin/VirtualBitcoinWallet.ts'
import { nameNetwork, readableText } from './nameNetwork.ts'
import type { PanelFamily } from './PanelFamily.ts'

type Input = {
  account?: { address?: string }
  message?: Uint8Array | string
  psbt?: Uint8Array | string
  chain?: string
  recipients?: readonly { address: string; amount: number }[]
}

/** The Bitcoin part of a wallet for its panel, for all interfaces. */
export function toBitcoinFamily({
  wallet,
  names,
  chain: start,
}: {
  wallet: VirtualBitcoinWallet
  names: readonly string[]
  /** The network of requests that do not contain one. */
  chain: string
}): PanelFamily {
  const accounts = wallet.addresses.map(({ payment }, index) => ({
    name: names[index] ?? `Account ${index + 1}`,
    address: payment,
  }))
  return {
    wallet,
    accounts,
    describe: async ({ method, params }) => {
      const [first] = params
      const {
        message,
        psbt,
        chain = start,
        recipients,
      }: Input = typeof first === 'object' && first !== null ? first : {}
      const index = wallet.getState().account
      const own = Object.values(wallet.addresses[index] ?? {})
      const about = {
        network: nameNetwork(chain),
        account: accounts[index] ?? { name: '', address: '' },
        isConnect: false,
      }
      if (/connect$|accounts$/i.test(method))
        return {
          ...about,
          ...{ title: 'Connect', action: 'Connect', isConnect: true },
          lines: [{ label: 'Asks for', value: 'your addresses, for payments and for ordinals' }],
        }
      if (/signMessage$/.test(method)) {
        const value = readableText(typeof first === 'string' ? first : message)
        return { ...about, title: 'Sign message', action: 'Sign', lines: [{ label: 'Message', value, long: true }] }
      }
      if (/^send/.test(method)) {
        const to = recipients ?? [{ address: String(first), amount: Number(params[1]) }]
        const lines = to.flatMap(({ address, amount }) => [
          { label: 'Sends', value: writeBitcoin(BigInt(amount)) },
          { label: 'Receiver', value: address, long: true },
        ])
        return { ...about, title: 'Send transaction', action: 'Approve', lines }
      }
      const bytes = readPsbt(psbt ?? first)
      if (bytes) {
        const sends = /AndSend/.test(method)
        return {
          ...about,
          ...{ title: sends ? 'Send transaction' : 'Sign transaction', action: sends ? 'Approve' : 'Sign' },
          lines: describePsbt({ psbt: bytes, chain, own }),
        }
      }
      return { ...about, title: method, action: 'Approve', lines: [] }
    },
  }
}

/** A PSBT in any format of the wallet's interfaces: bytes, base64 or hexadecimal. */
function readPsbt(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string') return undefined
  try {
    return /^[0-9a-f]+$/i.test(value) ? hex.decode(value.toLowerCase()) : base64.decode(value)
  } catch {
    return undefined
  }
}
