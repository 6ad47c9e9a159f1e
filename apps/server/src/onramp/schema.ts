import type { AccountId, ChainId, OrderReason, OrderState, PaymentMethod, PaymentState } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, time } from '../platform/db/columns.ts'

/** Amounts of a quote for display. */
export type OfferAmounts = {
  coinbaseFee: Money
  networkFee: Money
  paymentSubtotal: Money
  paymentTotal: Money
  purchaseAmount: Money
}

/** A token at the time of the quote. */
export type OfferAsset = { id: AccountId; name: string; symbol: string; decimals: number; iconUrl: string | null }

/** Quotes. Kept for one day after their expiry. */
export const onrampQuotes = pgTable(
  'onramp_quotes',
  {
    id: text().primaryKey(),
    projectId: text('project_id').notNull(),
    provider: text().notNull(),
    /** The provider's ID of the quote, if it has one. */
    reference: text(),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    asset: jsonb().$type<OfferAsset>().notNull(),
    /** Base units that arrive. */
    amount: amount().notNull(),
    amounts: jsonb().$type<OfferAmounts>().notNull(),
    /** Hundredths of USD that count toward limits. */
    usdCents: bigint('usd_cents', { mode: 'number' }).notNull(),
    validUntil: time('valid_until').notNull(),
  },
  (table) => [index('onramp_quotes_validity').on(table.validUntil)],
)

export const onrampOrders = pgTable(
  'onramp_orders',
  {
    /** 128 random bits, hexadecimal. Anyone who has the ID can read the order. */
    id: text().primaryKey(),
    projectId: text('project_id').notNull(),
    provider: text().notNull(),
    quoteId: text('quote_id').notNull(),
    state: text().$type<OrderState>().notNull(),
    payment: text().$type<PaymentState>().notNull(),
    reason: text().$type<OrderReason>(),
    refund: text({ enum: ['none', 'pending', 'done'] })
      .notNull()
      .default('none'),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    asset: jsonb().$type<OfferAsset>().notNull(),
    amount: amount().notNull(),
    amounts: jsonb().$type<OfferAmounts>().notNull(),
    usdCents: bigint('usd_cents', { mode: 'number' }).notNull(),
    /** Receiver as in the request, and normalized for comparisons. */
    address: text().notNull(),
    addressKey: text('address_key').notNull(),
    partnerUserId: text('partner_user_id'),
    returnUrl: text('return_url'),
    /** Minimum age in years that the payment page asks for; null if none is needed, or the visitor confirmed it before. */
    minimumAge: integer('minimum_age'),
    /** The provider's ID and its payment page; null until the provider has the order. */
    reference: text(),
    url: text(),
    /** The visitor paid with a test card whose delivery must fail. */
    isRehearsal: boolean('is_rehearsal').notNull().default(false),
    hash: text(),
    /** Number of changes. */
    version: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    endedAt: time('ended_at'),
    /** Time of the next check; null for none. */
    lookAt: time('look_at'),
  },
  (table) => [
    index('onramp_orders_quote').on(table.quoteId, table.addressKey),
    index('onramp_orders_address').on(table.addressKey, table.createdAt),
    index('onramp_orders_partner').on(table.projectId, table.partnerUserId, table.createdAt),
    index('onramp_orders_reference').on(table.provider, table.reference),
    index('onramp_orders_hash').on(table.hash).where(sql`hash is not null`),
    index('onramp_orders_look').on(table.lookAt).where(sql`look_at is not null`),
  ],
)

/** Messages of providers that were handled. Each counts once. */
export const onrampEvents = pgTable(
  'onramp_events',
  {
    provider: text().notNull(),
    id: text().notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.id] }), index('onramp_events_time').on(table.receivedAt)],
)
