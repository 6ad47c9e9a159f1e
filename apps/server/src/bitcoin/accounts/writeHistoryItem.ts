import { formatUnits } from '@latchkey/protocol'
import type { HistoryItem } from '@latchkey/protocol/api'
import type { BitcoinChainConfig } from '../../platform/config/ServerConfig.ts'
import type { EsploraTransaction } from '../esplora/esploraCalls.ts'

/** Placeholder for the sender of a block reward. */
const coinbase = 'coinbase'

/** Effect of a transaction on an address. */
export type Movement = {
  direction: 'in' | 'out' | 'self'
  /** Satoshis, without change and without the fee. */
  amount: number
  from: string
  to: string
}

/**
 * Reads the effect of a transaction on an address. Change does not count, and the fee is no payment. If others paid inputs as
 * well, the difference counts.
 */
export function readMovement({
  transaction: { vin, vout, fee },
  address,
}: {
  transaction: EsploraTransaction
  address: string
}): Movement {
  const isOwn = (output: { scriptpubkey_address?: string | null | undefined } | null | undefined) =>
    output?.scriptpubkey_address === address
  const sum = (outputs: readonly { value: number }[]) => outputs.reduce((total, { value }) => total + value, 0)
  const inputs = vin.flatMap(({ prevout }) => prevout ?? [])
  const spent = sum(inputs.filter(isOwn))
  const received = sum(vout.filter(isOwn))
  const largest = (outputs: readonly { value: number; scriptpubkey_address?: string | null | undefined }[]) =>
    [...outputs].sort((a, b) => b.value - a.value).find(({ scriptpubkey_address }) => scriptpubkey_address)
      ?.scriptpubkey_address
  const sender = vin.some(({ is_coinbase }) => is_coinbase) ? coinbase : largest(inputs.filter((one) => !isOwn(one)))
  if (spent === 0) return { direction: 'in', amount: received, from: sender ?? coinbase, to: address }
  const others = vout.filter((output) => !isOwn(output))
  // An output without a receiver (data in the chain) is no payment.
  if (sum(others) === 0) return { direction: 'self', amount: received, from: address, to: address }
  const to = largest(others) ?? address
  const isAlone = inputs.length === vin.length && inputs.every(isOwn)
  const net = spent - received - (isAlone ? fee : 0)
  if (net < 0) return { direction: 'in', amount: -net, from: sender ?? address, to: address }
  return { direction: 'out', amount: net, from: address, to }
}

/**
 * Returns an item of the activity.
 *
 * @param options.time Unix seconds: time of the block, or of the first sight
 * @param options.price USD per bitcoin at that time; null if unknown
 */
export function writeHistoryItem({
  transaction,
  address,
  chain: { chainId, nativeCurrency },
  time,
  price,
}: {
  transaction: EsploraTransaction
  address: string
  chain: BitcoinChainConfig
  time: number
  price: number | null
}): HistoryItem {
  const { txid, status, vin } = transaction
  const { direction, amount, from, to } = readMovement({ transaction, address })
  const { name, symbol, decimals, iconUrl = null } = nativeCurrency
  const numeric = formatUnits(BigInt(amount), decimals)
  const isNew = vin.some(({ is_coinbase }) => is_coinbase)
  return {
    id: `${chainId}:${txid}`,
    metadata: {
      operationType: direction === 'in' ? (isNew ? 'mint' : 'receive') : 'send',
      hash: txid,
      minedAt: new Date(time * 1000).toISOString(),
      sentFrom: from,
      sentTo: to,
      status: status.confirmed ? 'confirmed' : 'pending',
      application: null,
      chain: chainId,
    },
    transfers: [
      {
        fungible_info: { name, symbol, icon: { url: iconUrl } },
        nft_info: null,
        address: null,
        direction,
        quantity: { numeric },
        value: price === null ? null : price * Number(numeric),
        price,
      },
    ],
  }
}
