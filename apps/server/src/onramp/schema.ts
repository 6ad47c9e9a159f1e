import type { AccountId, ChainId, OrderReason, OrderState, PaymentMethod, PaymentState } from '@latchkey/protocol'
import type { Money } from '@latchkey/protocol/api'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, time } from '../platform/db/columns.ts'

/** The amounts of an offer, as they are shown. */
export type OfferAmounts = {
  coinbaseFee: Money
  networkFee: Money
  paymentSubtotal: Money
  paymentTotal: Money
  purchaseAmount: Money
}

/** A token as it was when the offer was made. */
export type OfferAsset = { id: AccountId; name: string; symbol: string; decimals: number; iconUrl: string | null }

/** What a provider offered. Kept a day longer than it stands. */
export const onrampQuotes = pgTable(
  'onramp_quotes',
  {
    id: text().primaryKey(),
    projectId: text('project_id').notNull(),
    provider: text().notNull(),
    /** The provider's own id of it, where it has one. */
    reference: text(),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    chainId: text('chain_id').$type<ChainId>().notNull(),
    asset: jsonb().$type<OfferAsset>().notNull(),
    /** Base units of what arrives. */
    amount: amount().notNull(),
    amounts: jsonb().$type<OfferAmounts>().notNull(),
    /** Hundredths of a usd that it counts for in limits. */
    usdCents: bigint('usd_cents', { mode: 'number' }).notNull(),
    validUntil: time('valid_until').notNull(),
  },
  (table) => [index('onramp_quotes_validity').on(table.validUntil)],
)

/** Purchases. */
export const onrampOrders = pgTable(
  'onramp_orders',
  {
    /** 128 random bits, hexadecimal; whoever has it can read the order. */
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
    /** Who gets it, as it was given; and as it is compared. */
    address: text().notNull(),
    addressKey: text('address_key').notNull(),
    partnerUserId: text('partner_user_id'),
    returnUrl: text('return_url'),
    /** Years that the page of the payment asks for; null: none, or the visitor said to have them before. */
    minimumAge: integer('minimum_age'),
    /** The provider's own id, and where it is paid; null until the provider knows the order. */
    reference: text(),
    url: text(),
    /** The visitor paid with a test card that asks for a delivery that fails. */
    isRehearsal: boolean('is_rehearsal').notNull().default(false),
    hash: text(),
    /** Counts the changes. */
    version: integer().notNull().default(0),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    paidAt: time('paid_at'),
    endedAt: time('ended_at'),
    /** When it is to be looked at next; null: never again. */
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

/** Messages of providers that were taken: each counts once. */
export const onrampEvents = pgTable(
  'onramp_events',
  {
    provider: text().notNull(),
    id: text().notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.id] }), index('onramp_events_time').on(table.receivedAt)],
)
