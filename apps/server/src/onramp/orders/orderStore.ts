import type { PaymentMethod } from '@latchkey/protocol'
import { and, eq, gte, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { onrampEvents, onrampOrders, onrampQuotes } from '../schema.ts'

export type OrderRow = typeof onrampOrders.$inferSelect
export type QuoteRow = typeof onrampQuotes.$inferSelect

/**
 * Blocks other transactions with one of the same words until this one ends. The locks are taken in sorted order, to avoid a
 * deadlock.
 */
export async function lockWords(tx: Transaction, words: readonly string[]): Promise<void> {
  for (const word of [...new Set(words)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`onramp:${word}`}, 0))`)
  }
}

export async function readOrder(database: Database | Transaction, id: string): Promise<OrderRow | undefined> {
  const [row] = await database.select().from(onrampOrders).where(eq(onrampOrders.id, id))
  return row
}

/** Reads an order and locks it until the transaction ends. */
export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(onrampOrders).where(eq(onrampOrders.id, id)).for('update')
  return row
}

/** Writes the changes of a locked order. */
export async function updateOrder(
  tx: Transaction,
  { id, version }: Pick<OrderRow, 'id' | 'version'>,
  change: Partial<OrderRow>,
): Promise<OrderRow> {
  const [row] = await tx
    .update(onrampOrders)
    .set({ ...change, version: version + 1 })
    .where(and(eq(onrampOrders.id, id), eq(onrampOrders.version, version)))
    .returning()
  if (!row) throw new Error('An order changed under its lock')
  return row
}

/** Finds the order that was created from a quote for an address. */
export async function findOrderOf(
  tx: Database | Transaction,
  { quoteId, addressKey }: { quoteId: string; addressKey: string },
): Promise<OrderRow | undefined> {
  const [row] = await tx
    .select()
    .from(onrampOrders)
    .where(and(eq(onrampOrders.quoteId, quoteId), eq(onrampOrders.addressKey, addressKey)))
  return row
}

/** Finds the IDs of the orders with a provider's reference. */
export async function findByReference(
  tx: Transaction,
  { provider, reference }: { provider: string; reference: string },
): Promise<string[]> {
  const rows = await tx
    .select({ id: onrampOrders.id })
    .from(onrampOrders)
    .where(and(eq(onrampOrders.provider, provider), eq(onrampOrders.reference, reference)))
  return rows.map(({ id }) => id)
}

/** Orders of the same visitor are counted together. */
export type Visitor = { addressKey: string; projectId: string; partnerUserId: string | undefined }

/** Sums the orders of a visitor since a time for one payment method, and counts the ones that wait for a payment. */
export async function sumOrders(
  tx: Transaction,
  { visitor, method, since }: { visitor: Visitor; method: PaymentMethod; since: Date },
): Promise<{ usdCents: number; open: number }> {
  const { addressKey, projectId, partnerUserId } = visitor
  const own = eq(onrampOrders.addressKey, addressKey)
  const isVisitor =
    partnerUserId === undefined
      ? own
      : or(own, and(eq(onrampOrders.projectId, projectId), eq(onrampOrders.partnerUserId, partnerUserId)))
  const [row] = await tx
    .select({
      usdCents: sql<string>`coalesce(sum(${onrampOrders.usdCents}) filter (where ${onrampOrders.paymentMethod} = ${method}), 0)`,
      open: sql<string>`count(*) filter (where ${onrampOrders.state} = 'created')`,
    })
    .from(onrampOrders)
    .where(
      and(
        isVisitor,
        gte(onrampOrders.createdAt, since),
        // Failed deliveries count, because each costs a network fee: a visitor cannot cause them all day.
        or(notInArray(onrampOrders.state, ['failed', 'refunded']), eq(onrampOrders.reason, 'delivery_failed')),
      ),
    )
  return { usdCents: Number(row?.usdCents ?? 0), open: Number(row?.open ?? 0) }
}

/** Amounts that orders may need from the treasury, in base units, by unpaid and paid orders. */
export type Promised = { unpaid: bigint; paid: bigint }

/** Milliseconds by which the clocks of processes may differ. */
const clockTolerance = 5_000

/**
 * Sums the amounts that orders may need from the treasury.
 *
 * @param options.since time before the treasury's balance was read; orders whose payout was owed since then count, even if
 *   they are delivered
 */
export async function sumPromised(
  database: Database | Transaction,
  { asset, providers, since }: { asset: string; providers: readonly string[]; since: Date },
): Promise<Promised> {
  if (providers.length === 0) return { unpaid: 0n, paid: 0n }
  const isUnpaid = sql`${onrampOrders.state} = 'created'`
  const [row] = await database
    .select({
      unpaid: sql<string>`coalesce(sum(${onrampOrders.amount}) filter (where ${isUnpaid}), 0)`,
      paid: sql<string>`coalesce(sum(${onrampOrders.amount}) filter (where not ${isUnpaid}), 0)`,
    })
    .from(onrampOrders)
    .where(
      and(
        inArray(onrampOrders.provider, [...providers]),
        sql`${onrampOrders.asset}->>'id' = ${asset}`,
        or(
          inArray(onrampOrders.state, ['created', 'paid']),
          and(
            inArray(onrampOrders.state, ['delivering', 'delivered']),
            gte(onrampOrders.updatedAt, new Date(since.getTime() - clockTolerance)),
          ),
        ),
      ),
    )
  return { unpaid: BigInt(row?.unpaid ?? 0), paid: BigInt(row?.paid ?? 0) }
}

/** Leases due orders. If this process dies, others take them after the lease ends. */
export async function takeDue(
  database: Database,
  { now, lease, limit }: { now: number; lease: number; limit: number },
): Promise<string[]> {
  const rows = await database
    .update(onrampOrders)
    .set({ lookAt: new Date(now + lease) })
    .where(
      inArray(
        onrampOrders.id,
        sql`(select id from ${onrampOrders} where look_at <= ${new Date(now).toISOString()}::timestamptz
          order by look_at limit ${limit} for update skip locked)`,
      ),
    )
    .returning({ id: onrampOrders.id })
  return rows.map(({ id }) => id)
}

/** Sets the time of an order's next check, unless another check has set it meanwhile. */
export async function schedule(
  database: Database,
  { id, before, next }: { id: string; before: Date | null; next: Date | null },
): Promise<void> {
  await database
    .update(onrampOrders)
    .set({ lookAt: next })
    .where(
      and(
        eq(onrampOrders.id, id),
        sql`${onrampOrders.lookAt} is not distinct from ${before?.toISOString() ?? null}::timestamptz`,
      ),
    )
}

/** Deletes expired quotes and old messages. */
export async function forgetOld(database: Database, { before }: { before: Date }): Promise<void> {
  await database.delete(onrampQuotes).where(lt(onrampQuotes.validUntil, before))
  await database.delete(onrampEvents).where(lt(onrampEvents.receivedAt, before))
}
