/** The payment methods. */
export const paymentMethods = ['card', 'ach_bank_account'] as const

/** A payment method. */
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * The limits of the specification (9), in units of the currency: for a card, and for a bank account (ACH). A server can set others. Without
 * an answer these are shown as samples, and cannot be used for a payment.
 */
export const sampleLimits: Readonly<Record<PaymentMethod, { min: string; max: string }>> = {
  card: { min: '10.00', max: '7500.00' },
  ach_bank_account: { min: '10.00', max: '25000.00' },
}

/** The currencies of the specification's sample (9), ISO 4217. */
export const sampleCurrencies = ['USD', 'EUR'] as const
