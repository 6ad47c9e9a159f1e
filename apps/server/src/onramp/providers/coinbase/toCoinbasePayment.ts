import { parseChainId } from '@latchkey/protocol'
import type { ProviderOrder, ProviderPayment } from '../OnrampProvider.ts'
import { toChainId } from './coinbaseNetworks.ts'
import type { CoinbaseTransaction } from './coinbaseSchemas.ts'

/**
 * Milliseconds after the end of an order in which a page that was opened in time may still be paid. A token is valid for five
 * minutes.
 */
const lateness = 15 * 60_000
/** Milliseconds to wait for the hash of a successful transaction. */
const hashPatience = 10 * 60_000

/** Progress of each status: a higher rank replaces a lower one. */
const ranks = {
  ONRAMP_TRANSACTION_STATUS_FAILED: 0,
  ONRAMP_TRANSACTION_STATUS_CREATED: 1,
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 2,
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 3,
} as const

/**
 * Returns the state of an order's payment from the transactions under its reference. The most advanced one counts, because
 * the visitor may have tried another card after a refusal. The reference is part of the page's URL, so anyone may have bought
 * something else under it. Transactions for another address or another token are ignored.
 *
 * @param options.transactions the newest first
 * @param options.now Unix milliseconds
 */
export function toCoinbasePayment({
  transactions,
  order,
  now,
}: {
  transactions: readonly CoinbaseTransaction[]
  order: ProviderOrder
  now: number
}): ProviderPayment {
  const own = transactions.filter((transaction) => isOf(transaction, order))
  const furthest = own.reduce<CoinbaseTransaction | undefined>(
    (best, other) => (best && ranks[best.status] >= ranks[other.status] ? best : other),
    undefined,
  )
  const isOver = now > order.expiresAt.getTime() + lateness
  const unpaid = { paid: undefined, isRehearsal: false } as const
  if (!furthest) return { ...unpaid, state: isOver ? 'ended' : 'waiting', ended: isOver ? 'expired' : undefined }

  const hash = readHash(furthest.tx_hash)
  const taken = { paid: furthest.payment_total ?? order.amounts.paymentTotal, ended: undefined, isRehearsal: false }
  switch (furthest.status) {
    case 'ONRAMP_TRANSACTION_STATUS_SUCCESS': {
      const isWaited = hash === undefined && now - readTime(furthest) < hashPatience
      return { ...taken, state: 'paid', delivery: { state: isWaited ? 'pending' : 'delivered', hash } }
    }
    case 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS':
      return hash === undefined
        ? { ...unpaid, state: 'processing', ended: undefined }
        : { ...taken, state: 'paid', delivery: { state: 'pending', hash } }
    case 'ONRAMP_TRANSACTION_STATUS_CREATED':
      return { ...unpaid, state: 'processing', ended: undefined }
    case 'ONRAMP_TRANSACTION_STATUS_FAILED':
      // Bought and not sent: Coinbase keeps the token for the visitor, or refunds the payment. We do neither.
      if (furthest.failure_reason?.includes('SEND_FAILED'))
        return { ...unpaid, state: 'ended', ended: 'declined', delivery: { state: 'failed', hash } }
      return isOver
        ? { ...unpaid, state: 'ended', ended: 'declined' }
        : { ...unpaid, state: 'declined', ended: undefined }
  }
}

function isOf(
  { wallet_address: wallet, purchase_network: network, purchase_currency: currency }: CoinbaseTransaction,
  { address, chainId, asset }: ProviderOrder,
): boolean {
  const isEvm = parseChainId(chainId).namespace === 'eip155'
  const toKey = (text: string) => (isEvm ? text.toLowerCase() : text)
  if (wallet && toKey(wallet) !== toKey(address)) return false
  // An unknown network name is not proof of another network: do not overlook a payment because of it.
  const bought = network ? toChainId({ name: network }) : undefined
  if (bought && bought !== chainId) return false
  // Coinbase names a currency by its symbol or by its own ID of 36 characters.
  return !currency || currency.length === 36 || currency.toUpperCase() === asset.symbol.toUpperCase()
}

function readHash(hash: string | null | undefined): string | undefined {
  return hash && hash !== '0x' ? hash : undefined
}

function readTime({ completed_at: completed, created_at: created }: CoinbaseTransaction): number {
  return [completed, created].map((time) => Date.parse(time ?? '')).find((time) => time > 0) ?? 0
}
