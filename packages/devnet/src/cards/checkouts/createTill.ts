import { randomBytes } from 'node:crypto'
import type { PaymentMethod } from '@latchkey/protocol'
import type { MessageType } from '../CardProcessor.ts'
import { type Change, writeMessages } from '../messages/writeMessages.ts'
import { type Behaviour, bankCode } from '../testCards.ts'
import type { Book } from './Book.ts'
import type { CheckoutRecord, CheckoutRequest } from './CheckoutRecord.ts'

/** All actions on a checkout. An action that does not fit its state changes nothing. */
export type Till = {
  /** The checkout of a reference; `null`: there is one, and it asks for something else. */
  open: (request: CheckoutRequest) => CheckoutRecord | null
  /** Also completes due payments and refunds. */
  read: (id: string) => CheckoutRecord | undefined
  readReference: (reference: string) => CheckoutRecord | undefined
  /**
   * Tries to pay. One that waits for the bank's code is left for the new try. Where an age is asked for, nothing is paid without the
   * visitor's word.
   */
  pay: (
    id: string,
    payment: { method: PaymentMethod; behaviour: Behaviour; isOldEnough: boolean; amount?: string | undefined },
  ) => void
  /** Tells the bank its code; another one is a refusal. */
  answerBank: (id: string, answer: { code: string; amount?: string | undefined }) => void
  /** Goes back from the bank to the choice of a card. */
  leaveBank: (id: string) => void
  /** Whether it can be paid no more, because it was given up or ran out. */
  cancel: (id: string) => boolean
  /** Whether the money is back, or on its way. */
  refund: (id: string) => boolean
  /** Completes all due payments and refunds; with `all`, also the pending ones. */
  settle: (options?: { all?: boolean }) => void
  /** Unix milliseconds at which something is due next. */
  nextDue: () => number
}

/** @param options.pendingFor milliseconds that pending things take */
export function createTill({
  book,
  now,
  pendingFor,
  onChange,
}: {
  book: Book
  now: () => number
  pendingFor: () => number
  onChange: () => void
}): Till {
  const time = () => new Date(now()).toISOString()
  /** Changes a checkout step by step, keeps that, and tells it. */
  const change = (checkout: CheckoutRecord, steps: readonly [MessageType, Partial<CheckoutRecord>][]) => {
    const changes = steps.map(([type, parts]): Change => {
      Object.assign(checkout, parts)
      checkout.sequence += 1
      return { type, sequence: checkout.sequence }
    })
    book.messages.push(...writeMessages({ checkout, changes, now: now() }))
    book.save()
    onChange()
  }
  const giveBack = (checkout: CheckoutRecord, by: 'api' | 'bank') => {
    const { id, reference, paid, amount } = checkout
    book.refunds.push({ checkoutId: id, reference, amount: paid ?? amount, by })
  }
  const refunded = (checkout: CheckoutRecord): [MessageType, Partial<CheckoutRecord>] => [
    'refunded',
    { state: 'refunded', refunded: checkout.paid, settlesAt: null },
  ]
  const endPending = (checkout: CheckoutRecord) => {
    if (checkout.state === 'processing')
      change(checkout, [['paid', { state: 'paid', paidAt: time(), settlesAt: null }]])
    else if (checkout.state === 'refunding') change(checkout, [refunded(checkout)])
  }
  const settleOne = (checkout: CheckoutRecord, { all = false } = {}) => {
    const { settlesAt, state, expiresAt } = checkout
    if (settlesAt !== null && (all || settlesAt <= now())) endPending(checkout)
    else if (state === 'open' && Date.parse(expiresAt) <= now())
      change(checkout, [['expired', { state: 'expired', challenge: null }]])
  }
  const read = (id: string) => {
    const checkout = book.checkouts.get(id)
    if (checkout) settleOne(checkout)
    return checkout
  }
  const readReference = (reference: string) => {
    for (const checkout of book.checkouts.values()) if (checkout.reference === reference) return read(checkout.id)
    return undefined
  }
  const payable = (id: string) => {
    const checkout = read(id)
    return checkout?.state === 'open' ? checkout : undefined
  }
  /** Takes the money as the card does. */
  const take = (checkout: CheckoutRecord, behaviour: Behaviour, amount: string | undefined) => {
    if (behaviour === 'declined') {
      change(checkout, [['declined', { declined: true, challenge: null }]])
      return
    }
    const { currency } = checkout.amount
    const taken = { declined: false, challenge: null, paid: { amount: amount ?? checkout.amount.amount, currency } }
    const paid = { ...taken, state: 'paid', paidAt: time() } as const
    const processing = { ...taken, state: 'processing' } as const
    if (behaviour === 'pending') {
      change(checkout, [['processing', { ...processing, settlesAt: later(now(), pendingFor()) }]])
      settleOne(checkout)
    } else if (behaviour === 'taken_back') {
      checkout.sending = 'reversed'
      Object.assign(checkout, taken)
      giveBack(checkout, 'bank')
      change(checkout, [['paid', paid], refunded(checkout)])
      checkout.sending = 'once'
    } else if (behaviour === 'reversed') {
      checkout.sending = 'reversed'
      change(checkout, [
        ['processing', processing],
        ['paid', paid],
      ])
    } else {
      if (behaviour === 'thrice') checkout.sending = 'thrice'
      if (behaviour === 'delivery_fails') checkout.testCase = 'delivery_fails'
      change(checkout, [['paid', paid]])
    }
  }
  return {
    read,
    readReference,
    open(request) {
      const known = readReference(request.reference)
      if (known) return JSON.stringify(known.request) === JSON.stringify(request) ? known : null
      const { reference, amount, expiresAt } = request
      const checkout: CheckoutRecord = {
        // Anyone who has the ID can pay and cancel, because the page has no other authentication.
        id: `co_${randomBytes(16).toString('hex')}`,
        ...{ reference, state: 'open', declined: false, amount, paid: null, refunded: null, method: null },
        ...{ testCase: null, createdAt: time(), paidAt: null, expiresAt, sequence: 0 },
        ...{ request, challenge: null, settlesAt: null, sending: 'once' },
      }
      book.checkouts.set(checkout.id, checkout)
      book.save()
      onChange()
      return checkout
    },
    pay(id, { method, behaviour, isOldEnough, amount }) {
      const checkout = payable(id)
      if (!checkout || (checkout.request.minimumAge !== null && !isOldEnough)) return
      checkout.method = method
      if (behaviour !== 'challenged') take(checkout, behaviour, amount)
      else {
        checkout.challenge = 'paid'
        book.save()
      }
    },
    answerBank(id, { code, amount }) {
      const checkout = payable(id)
      if (checkout?.challenge) take(checkout, code === bankCode ? checkout.challenge : 'declined', amount)
    },
    leaveBank(id) {
      const checkout = payable(id)
      if (!checkout) return
      checkout.challenge = null
      book.save()
    },
    cancel(id) {
      const checkout = read(id)
      if (checkout?.state === 'open') change(checkout, [['cancelled', { state: 'cancelled', challenge: null }]])
      return checkout?.state === 'cancelled' || checkout?.state === 'expired'
    },
    refund(id) {
      const checkout = read(id)
      if (checkout?.state === 'paid') {
        giveBack(checkout, 'api')
        change(checkout, [['refunding', { state: 'refunding', settlesAt: later(now(), pendingFor()) }]])
        settleOne(checkout)
      }
      return checkout?.state === 'refunding' || checkout?.state === 'refunded'
    },
    settle(options) {
      for (const checkout of book.checkouts.values()) settleOne(checkout, options)
    },
    nextDue() {
      const times = [...book.checkouts.values()].map(({ state, settlesAt, expiresAt }) =>
        state === 'open' ? Date.parse(expiresAt) : (settlesAt ?? Number.POSITIVE_INFINITY),
      )
      return Math.min(...times)
    },
  }
}

/** Adds a delay. The limit replaces infinity, which JSON lacks. */
function later(now: number, milliseconds: number) {
  return Math.min(now + milliseconds, Number.MAX_SAFE_INTEGER)
}
