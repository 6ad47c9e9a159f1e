import type { AccountId, ChainId } from '@latchkey/protocol'
import { and, asc, count, eq, gt, inArray, isNotNull, lte, notInArray, sql, sum } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { treasuryPayouts, treasuryTransactions } from '../schema.ts'
import type { PayoutState, PayoutStatus } from '../Treasury.ts'
import type { StoredTransaction } from './transactionStore.ts'

type Handle = Database | Transaction

/** A payout row. */
export type StoredPayout = typeof treasuryPayouts.$inferSelect

/** A pending payout with all its signed transactions, the newest last. */
export type PayoutUnderWay = StoredPayout & { transactions: StoredTransaction[] }

/** Returns the public state of a payout. */
export function toStatus({ id, state, hash, reason }: StoredPayout): PayoutStatus {
  return { id, state, hash: hash ?? undefined, reason: reason ?? undefined }
}

/** Inserts a payout. An existing ID changes nothing. */
export async function insertPayout(
  handle: Handle,
  payout: Pick<
    StoredPayout,
    'id' | 'chainId' | 'account' | 'asset' | 'amount' | 'receiver' | 'isRehearsal' | 'createdAt' | 'giveUpAt'
  >,
): Promise<void> {
  await handle
    .insert(treasuryPayouts)
    .values({ ...payout, state: 'waiting' })
    .onConflictDoNothing({ target: treasuryPayouts.id })
}

/** Finds a payout; undefined if the ID is unknown. */
export async function findPayout(handle: Handle, id: string): Promise<StoredPayout | undefined> {
  const [row] = await handle.select().from(treasuryPayouts).where(eq(treasuryPayouts.id, id))
  return row
}

/** Whether a payout to a receiver was mined and failed recently. Refusals before the signature do not count. */
export async function hasFailedOnChain(
  handle: Handle,
  { chainId, receiver, since }: { chainId: ChainId; receiver: string; since: Date },
): Promise<boolean> {
  const rows = await handle
    .select({ id: treasuryPayouts.id })
    .from(treasuryPayouts)
    .where(
      and(
        eq(treasuryPayouts.chainId, chainId),
        eq(treasuryPayouts.state, 'failed'),
        isNotNull(treasuryPayouts.blockNumber),
        gt(treasuryPayouts.settledAt, since),
        eq(sql`lower(${treasuryPayouts.receiver})`, receiver.toLowerCase()),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/**
 * Finds payouts without a signed transaction that could still be mined, oldest first.
 *
 * @param options.except payouts, and receivers in lower case, to leave out
 */
export async function findWaiting(
  handle: Handle,
  {
    chainId,
    limit,
    except: { ids = [], receivers = [] } = {},
  }: { chainId: ChainId; limit: number; except?: { ids?: readonly string[]; receivers?: readonly string[] } },
): Promise<StoredPayout[]> {
  const { id, receiver, state, createdAt } = treasuryPayouts
  return handle
    .select()
    .from(treasuryPayouts)
    .where(
      and(
        eq(treasuryPayouts.chainId, chainId),
        eq(state, 'waiting'),
        ids.length > 0 ? notInArray(id, [...ids]) : undefined,
        receivers.length > 0 ? notInArray(sql`lower(${receiver})`, [...receivers]) : undefined,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/** Finds payouts that may be submitted, or are mined and not final; oldest first. */
export async function findUnderWay(handle: Handle, { chainId }: { chainId: ChainId }): Promise<PayoutUnderWay[]> {
  const payouts = await handle
    .select()
    .from(treasuryPayouts)
    .where(and(eq(treasuryPayouts.chainId, chainId), inArray(treasuryPayouts.state, ['sending', 'mined'])))
    .orderBy(asc(treasuryPayouts.createdAt), asc(treasuryPayouts.id))
  if (payouts.length === 0) return []
  const transactions = await handle
    .select()
    .from(treasuryTransactions)
    .where(
      inArray(
        treasuryTransactions.payoutId,
        payouts.map(({ id }) => id),
      ),
    )
    .orderBy(asc(treasuryTransactions.signedAt))
  return payouts.map((payout) => ({
    ...payout,
    transactions: transactions.filter(({ payoutId }) => payoutId === payout.id),
  }))
}

/**
 * Changes the state of a payout, unless it has another state by now. Call it in the scope's `write`.
 *
 * @returns the updated payout; undefined if nothing was changed
 */
export async function movePayout(
  tx: Transaction,
  {
    id,
    from,
    ...values
  }: { id: string; from: readonly PayoutState[]; state: PayoutState } & Partial<
    Pick<StoredPayout, 'account' | 'reason' | 'attempts' | 'hash' | 'blockNumber' | 'blockHash' | 'settledAt'>
  >,
): Promise<StoredPayout | undefined> {
  const [row] = await tx
    .update(treasuryPayouts)
    .set(values)
    .where(and(eq(treasuryPayouts.id, id), inArray(treasuryPayouts.state, [...from])))
    .returning()
  return row
}

/**
 * Gives up waiting payouts after their deadline. They have no signed transaction that could be mined. Call it in the scope's
 * `write`.
 *
 * @returns the payouts that were given up
 */
export async function giveUpLate(
  tx: Transaction,
  { chainId, reason, now }: { chainId: ChainId; reason: string; now: number },
): Promise<StoredPayout[]> {
  return tx
    .update(treasuryPayouts)
    .set({ state: 'failed', reason, settledAt: new Date(now) })
    .where(
      and(
        eq(treasuryPayouts.chainId, chainId),
        eq(treasuryPayouts.state, 'waiting'),
        lte(treasuryPayouts.giveUpAt, new Date(now)),
      ),
    )
    .returning()
}

/** Sums the owed payouts of a network that are not known to be paid, by asset. */
export async function sumOwed(
  handle: Handle,
  { chainId }: { chainId: ChainId },
): Promise<{ amounts: Map<AccountId, bigint>; payouts: number }> {
  const rows = await handle
    .select({
      asset: treasuryPayouts.asset,
      amount: sum(treasuryPayouts.amount),
      payouts: count(),
    })
    .from(treasuryPayouts)
    .where(and(eq(treasuryPayouts.chainId, chainId), inArray(treasuryPayouts.state, ['waiting', 'sending'])))
    .groupBy(treasuryPayouts.asset)
  return {
    amounts: new Map(rows.map(({ asset, amount }) => [asset as AccountId, BigInt(amount ?? 0)])),
    payouts: rows.reduce((total, row) => total + row.payouts, 0),
  }
}
