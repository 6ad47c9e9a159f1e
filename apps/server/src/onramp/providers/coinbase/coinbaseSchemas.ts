import { z } from 'zod'

const text = z.string().min(1).max(200)
/** Decimal text without sign or exponent. */
const decimal = z.string().regex(/^\d{1,30}(?:\.\d{1,30})?$/)
const code = z.string().regex(/^[A-Z]{3}$/)

/** Some responses are wrapped in `data` in the guide, but not in the reference. */
const unwrapped = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (body) => (typeof body === 'object' && body !== null && 'data' in body ? (body as { data: unknown }).data : body),
    schema,
  )

/** `value` in the reference, `amount` in the guide. */
const money = z
  .object({ value: decimal.optional(), amount: decimal.optional(), currency: text })
  .transform(({ value, amount, currency }, context) => {
    const said = value ?? amount
    if (said !== undefined) return { amount: said, currency }
    context.addIssue({ code: 'custom', message: 'an amount' })
    return z.NEVER
  })

/** Source: "Create session token". */
export const tokenSchema = unwrapped(z.object({ token: z.string().min(1).max(2000) }))

const limits = z.array(z.object({ id: text, min: decimal, max: decimal })).max(50)

/** Leaves out malformed entries instead of refusing the whole list. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(z.unknown())
    .max(10_000)
    .transform((entries) =>
      entries.flatMap((entry): z.output<Schema>[] => {
        const read = schema.safeParse(entry)
        return read.success ? [read.data] : []
      }),
    )

/** A network of a currency. `chain_id` is a number in some responses and text in others. */
const network = z.object({
  name: text,
  display_name: text,
  chain_id: z
    .union([z.string().max(100), z.number()])
    .nullish()
    .transform(String),
  contract_address: z.string().max(200).nullish(),
})

/** Source: "Get buy options"; the guide, "Countries & Currencies", calls the limits `payment_method_limits`. */
export const optionsSchema = unwrapped(
  z.object({
    payment_currencies: listOf(
      z.object({ id: code, limits: limits.optional(), payment_method_limits: limits.optional() }),
    ),
    purchase_currencies: listOf(
      z.object({
        id: text,
        name: text,
        symbol: text,
        icon_url: z.url().max(2000).nullish(),
        networks: listOf(network),
      }),
    ),
  }),
)

/** Options of Coinbase in a country. */
export type CoinbaseOptions = z.output<typeof optionsSchema>

/** Source: "Create buy quote", and the guide, "Generating Quotes". */
export const quoteSchema = unwrapped(
  z.object({
    coinbase_fee: money,
    network_fee: money,
    payment_subtotal: money,
    payment_total: money,
    purchase_amount: money,
    quote_id: z.string().min(1).max(200),
  }),
)

export type CoinbaseQuote = z.output<typeof quoteSchema>

const transaction = z.object({
  status: z.enum([
    'ONRAMP_TRANSACTION_STATUS_CREATED',
    'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
    'ONRAMP_TRANSACTION_STATUS_SUCCESS',
    'ONRAMP_TRANSACTION_STATUS_FAILED',
  ]),
  purchase_currency: z.string().max(200).nullish(),
  purchase_network: z.string().max(200).nullish(),
  payment_total: money.nullish(),
  /** Empty, or `0x`, until the transaction is sent. */
  tx_hash: z.string().max(200).nullish(),
  wallet_address: z.string().max(200).nullish(),
  failure_reason: z.string().max(200).nullish(),
  created_at: z.string().max(50).nullish(),
  completed_at: z.string().max(50).nullish(),
})

/** Source: "Get onramp transactions by ID", and the guide, "Transaction Status & History". */
export const transactionsSchema = unwrapped(z.object({ transactions: z.array(transaction).max(1000) }))

/** A transaction in Coinbase's API. */
export type CoinbaseTransaction = z.output<typeof transaction>

/** The fields of a message that we read. Source: "Onramp & Offramp Webhooks". */
export const eventSchema = z.object({
  eventType: text,
  /** Missing or empty if the transaction belongs to no order. */
  partnerUserRef: z.string().max(200).nullish(),
})
