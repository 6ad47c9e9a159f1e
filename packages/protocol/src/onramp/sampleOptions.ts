/** What is paid with. */
export const paymentMethods = ['card', 'ach_bank_account'] as const

/** What is paid with. */
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * The limits that the specification gives (9), in units of the currency: a card, and a bank account (ACH). A server may set others; where none
 * answers, these are shown, marked as samples, and nothing can be paid by them.
 */
export const sampleLimits: Readonly<Record<PaymentMethod, { min: string; max: string }>> = {
  card: { min: '10.00', max: '7500.00' },
  ach_bank_account: { min: '10.00', max: '25000.00' },
}

/** The currencies of the specification's sample (9), ISO 4217. */
export const sampleCurrencies = ['USD', 'EUR'] as const
