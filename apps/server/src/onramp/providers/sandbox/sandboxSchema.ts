import { z } from 'zod'

const money = z.object({
  amount: z.string().regex(/^\d{1,15}(?:\.\d{1,8})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

/** A checkout of the sandbox card processor (`@latchkey/devnet/cards`), with the fields that we read. */
export const checkoutSchema = z.object({
  id: z.string().min(1).max(200),
  /** Our ID of the order. */
  reference: z.string().min(1).max(200),
  /** Payment page. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  state: z.enum(['open', 'processing', 'paid', 'cancelled', 'expired', 'refunding', 'refunded']),
  /** The last attempt was declined. */
  declined: z.boolean(),
  amount: money,
  paid: money.nullable(),
  testCase: z.literal('delivery_fails').nullable(),
})

export type SandboxCheckout = z.output<typeof checkoutSchema>

/** The fields of a message that we read. It only names the checkout, whose state is then read from the API. */
export const sandboxEventSchema = z.object({
  id: z.string().min(1).max(200),
  data: z.object({ id: z.string().min(1).max(200), reference: z.string().min(1).max(200) }),
})
