import type { Money } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CardProcessor, ProviderPayment } from '../providers/OnrampProvider.ts'

/** A card processor that the test controls. */
export type ScriptedProvider = CardProcessor & {
  /** Number of `open` calls by order ID. */
  opened: Map<string, number>
  /** Minimum age of its page by order ID. */
  ages: Map<string, number | undefined>
  cancelled: string[]
  refunds: Map<string, number>
  /** Sets the state of a payment. */
  set: (id: string, payment: Partial<ProviderPayment>) => void
  /** Pays the whole amount of an order. */
  pay: (id: string, more?: Partial<ProviderPayment>) => void
  /** Whether it does not respond. */
  isAway: boolean
  /** Error for new orders. */
  refusal: ServiceError | undefined
}

const waiting: ProviderPayment = { state: 'waiting', paid: undefined, ended: undefined, isRehearsal: false }

/** Creates a card processor that the test controls. It accepts messages signed with `scripted`. */
export function createScriptedProvider({
  id = 'sandbox',
  fee = '2.50',
}: {
  id?: string
  fee?: string
} = {}): ScriptedProvider {
  const payments = new Map<string, ProviderPayment>()
  const totals = new Map<string, Money>()
  const read = (order: string) => {
    if (provider.isAway) throw new ServiceError('onramp_provider_unavailable')
    return payments.get(order) ?? waiting
  }
  const provider: ScriptedProvider = {
    info: { id, name: 'Scripted', isSandbox: true },
    deliversItself: false,
    currencies: ['USD', 'EUR'],
    methods: ['card', 'ach_bank_account'],
    feeOf: () => fee,
    open: async ({ order }) => {
      read(order.id)
      if (provider.refusal) throw provider.refusal
      provider.opened.set(order.id, (provider.opened.get(order.id) ?? 0) + 1)
      provider.ages.set(order.id, order.minimumAge)
      totals.set(order.id, order.amounts.paymentTotal)
      return { url: 'https://pay.example/page', reference: `reference-${order.id}` }
    },
    readPayment: async ({ id: order }) => read(order),
    cancel: async ({ id: order }) => {
      const payment = read(order)
      if (payment.state !== 'waiting' && payment.state !== 'declined') return payment
      provider.cancelled.push(order)
      payments.set(order, { ...waiting, state: 'ended', ended: 'cancelled' })
      return read(order)
    },
    refund: async ({ id: order }) => {
      const payment = read(order)
      if (payment.state === 'paid') {
        provider.refunds.set(order, (provider.refunds.get(order) ?? 0) + 1)
        payments.set(order, { ...payment, state: 'refunded' })
      }
      return read(order)
    },
    readEvent: async ({ headers, body }) => {
      if (headers.get('signature') !== 'scripted') throw new ServiceError('onramp_webhook_invalid')
      const { event, order } = JSON.parse(body) as { event: string; order: string }
      return { id: event, orders: [{ id: order }] }
    },
    checks: () => [{ name: `onramp ${id}`, check: async () => void read('') }],
    opened: new Map(),
    ages: new Map(),
    cancelled: [],
    refunds: new Map(),
    set: (order, payment) => void payments.set(order, { ...waiting, ...payments.get(order), ...payment }),
    pay: (order, more = {}) => {
      const paid = totals.get(order)
      payments.set(order, { ...waiting, state: 'paid', paid, ...more })
    },
    isAway: false,
    refusal: undefined,
  }
  return provider
}
