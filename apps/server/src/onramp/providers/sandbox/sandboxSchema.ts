import { z } from 'zod'

const money = z.object({
  amount: z.string().regex(/^\d{1,15}(?:\.\d{1,8})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

/** A checkout of the sandbox card processor (`@latchkey/devnet/cards`), as far as it is read. */
export const checkoutSchema = z.object({
  id: z.string().min(1).max(200),
  /** Our id of the order. */
  reference: z.string().min(1).max(200),
  /** Where it is paid. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  state: z.enum(['open', 'processing', 'paid', 'cancelled', 'expired', 'refunding', 'refunded']),
  /** The last try was refused. */
  declined: z.boolean(),
  amount: money,
  paid: money.nullable(),
  testCase: z.literal('delivery_fails').nullable(),
})

/** A checkout of the sandbox card processor. */
export type SandboxCheckout = z.output<typeof checkoutSchema>

/** What its messages say, as far as it is read: what they are about. How that stands is asked for. */
export const sandboxEventSchema = z.object({
  id: z.string().min(1).max(200),
  data: z.object({ id: z.string().min(1).max(200), reference: z.string().min(1).max(200) }),
})
