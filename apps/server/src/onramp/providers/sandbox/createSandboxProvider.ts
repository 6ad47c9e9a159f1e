import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../../../platform/clock/Clock.ts'
import { askProvider, type ProviderAnswer, readAnswer, unavailable } from '../askProvider.ts'
import type { CardProcessor, ProviderOrder, ProviderPayment } from '../OnrampProvider.ts'
import { readSandboxEvent } from './readSandboxEvent.ts'
import { sandboxFee } from './sandboxFee.ts'
import { checkoutSchema, type SandboxCheckout } from './sandboxSchema.ts'
import { toSandboxPayment } from './toSandboxPayment.ts'

const provider = 'sandbox'

/**
 * Client of this repository's **sandbox** card processor (`@latchkey/devnet/cards`), without real money. It works like a
 * client of a real processor: the tokens come from the treasury.
 *
 * The order's ID grants access to the order. It is sent to the processor's API as `reference`, and never appears on the
 * visitor's page.
 *
 * @param options.url its API and pages
 * @param options.key of its API and of its messages
 * @param options.fee percent of the payment that it keeps
 * @param options.webhookUrl URL for its messages: this server's endpoint for this provider
 * @param options.currencies ISO 4217; currencies of its page
 * @param options.nameOf returns a network's name for the page
 * @param options.patience timeout of a request in milliseconds
 * @example
 * const sandbox = createSandboxProvider({
 *   url: 'http://localhost:7107', key, fee: 2.5, webhookUrl, currencies: ['USD'], nameOf, clock,
 * })
 */
export function createSandboxProvider({
  url,
  key,
  fee,
  webhookUrl,
  currencies,
  nameOf,
  clock,
  patience = 8_000,
}: {
  url: string
  key: string
  fee: number
  webhookUrl: string
  currencies: readonly string[]
  nameOf: (chainId: ChainId) => string
  clock: Clock
  patience?: number | undefined
}): CardProcessor {
  const base = `${url.replace(/\/+$/, '')}/v1/checkouts`
  const ask = (path: string, body?: unknown): Promise<ProviderAnswer> =>
    askProvider({
      provider,
      url: `${base}${path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
      patience,
    })

  const read = (answer: ProviderAnswer, order: ProviderOrder): SandboxCheckout => {
    const checkout = readAnswer({ provider, answer, schema: checkoutSchema })
    if (checkout.reference !== order.id) throw unavailable({ provider, why: 'answered about another payment' })
    return checkout
  }

  const find = async (order: ProviderOrder): Promise<SandboxCheckout | undefined> => {
    const answer = await ask(`?reference=${encodeURIComponent(order.id)}`)
    return answer.status === 404 ? undefined : read(answer, order)
  }

  const open = async (order: ProviderOrder): Promise<SandboxCheckout> => {
    const { purchaseAmount, paymentTotal } = order.amounts
    const answer = await ask('', {
      reference: order.id,
      amount: paymentTotal,
      methods: [order.paymentMethod],
      title: `${purchaseAmount.amount} ${purchaseAmount.currency}`,
      lines: [
        { label: 'You get', value: `${purchaseAmount.amount} ${purchaseAmount.currency}` },
        { label: 'Network', value: nameOf(order.chainId) },
        { label: 'Receiving address', value: toGroups(order.address) },
      ],
      returnUrl: order.returnUrl ?? null,
      minimumAge: order.minimumAge ?? null,
      webhookUrl,
      expiresAt: order.expiresAt.toISOString(),
    })
    if (answer.status === 400 || answer.status === 422)
      throw new ServiceError('onramp_refused', { details: `${provider} refused the order (HTTP ${answer.status})` })
    // 409 means another body for the same order, because this server's URL or a network's name has changed since the first
    // request.
    const checkout = answer.status === 409 ? await find(order) : read(answer, order)
    if (!checkout) throw unavailable({ provider, why: 'refused the request (HTTP 409)' })
    const { amount, currency } = checkout.amount
    if (amount !== paymentTotal.amount || currency !== paymentTotal.currency)
      throw unavailable({ provider, why: 'asks for another amount' })
    return checkout
  }

  /** An order without a checkout ends at its expiry: after that, it cannot be paid. */
  const unheard = (order: ProviderOrder): ProviderPayment => {
    const isOver = clock.now() > order.expiresAt.getTime()
    return {
      state: isOver ? 'ended' : 'waiting',
      paid: undefined,
      ended: isOver ? 'expired' : undefined,
      isRehearsal: false,
    }
  }

  /** If the checkout's state refuses a command (409), read the checkout instead. */
  const command = async (checkout: SandboxCheckout, order: ProviderOrder, name: string): Promise<ProviderPayment> => {
    const answer = await ask(`/${encodeURIComponent(checkout.id)}/${name}`, {})
    const after = answer.status === 409 ? await find(order) : read(answer, order)
    if (!after) throw unavailable({ provider, why: 'forgot a payment' })
    return toSandboxPayment(after)
  }

  return {
    info: { id: provider, name: 'Sandbox', isSandbox: true },
    asksAge: true,
    deliversItself: false,
    currencies,
    methods: ['card', 'ach_bank_account'],
    feeOf: ({ amount }) => sandboxFee({ amount, percent: fee }),
    open: async ({ order }) => {
      const checkout = await open(order)
      return { url: checkout.url, reference: checkout.id }
    },
    readPayment: async (order) => {
      const checkout = await find(order)
      return checkout ? toSandboxPayment(checkout) : unheard(order)
    },
    cancel: async (order) => {
      let checkout = await find(order)
      if (!checkout) {
        const payment = unheard(order)
        if (payment.state === 'ended') return payment
        // A concurrent request may be creating the page. `open` returns the same checkout, which is then canceled.
        checkout = await open(order)
      }
      return command(checkout, order, 'cancel')
    },
    refund: async (order) => {
      const checkout = await find(order)
      if (!checkout) throw unavailable({ provider, why: 'does not know a payment to refund' })
      return command(checkout, order, 'refunds')
    },
    readEvent: async ({ headers, body, now }) => readSandboxEvent({ headers, body, key, now }),
    checks: () => [
      {
        name: `onramp ${provider}`,
        check: async () => {
          // No checkout has this reference. The 404 proves that the processor runs and accepts the key.
          const { status } = await ask('?reference=none')
          if (status !== 404) throw unavailable({ provider, why: `answered HTTP ${status}` })
        },
      },
    ],
  }
}

/** Formats an address in groups of four digits like a wallet. The prefix stays with the first group. */
function toGroups(address: string): string {
  const prefix = address.startsWith('0x') ? '0x' : ''
  return prefix + (address.slice(prefix.length).match(/.{1,4}/g) ?? []).join(' ')
}
