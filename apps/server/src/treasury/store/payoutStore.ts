import type { AccountId, ChainId } from '@latchkey/protocol'
import { and, asc, count, eq, gt, inArray, isNotNull, lte, notInArray, sql, sum } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { treasuryPayouts, treasuryTransactions } from '../schema.ts'
import type { PayoutState, PayoutStatus } from '../Treasury.ts'
import type { StoredTransaction } from './transactionStore.ts'

type Handle = Database | Transaction

/** A payout as it is written. */
export type StoredPayout = typeof treasuryPayouts.$inferSelect

/** One that may be on its way, with every transaction that was signed for it, the newest last. */
export type PayoutUnderWay = StoredPayout & { transactions: StoredTransaction[] }

/** What others are told of a payout. */
export function toStatus({ id, state, hash, reason }: StoredPayout): PayoutStatus {
  return { id, state, hash: hash ?? undefined, reason: reason ?? undefined }
}

/** Writes down what is owed; an id that is there already changes nothing. */
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

/** One payout; undefined where nobody named it. */
export async function findPayout(handle: Handle, id: string): Promise<StoredPayout | undefined> {
  const [row] = await handle.select().from(treasuryPayouts).where(eq(treasuryPayouts.id, id))
  return row
}

/** Whether a payout to a receiver was mined and undone lately. One that was refused before anything was signed is none. */
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
 * Payouts of which nothing is signed that could still be mined, oldest first.
 *
 * @param options.except what is left alone for now: payouts, and receivers in lower case
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

/** Payouts that may be on their way, or are mined and not final; oldest first. */
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
 * Moves a payout on, unless it stands elsewhere by now. Call it within the scope's `write`.
 *
 * @returns the payout as it is now; undefined where nothing was changed
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
 * Gives up what still waits after its time: nothing is signed of it that could be mined. Call it within the scope's `write`.
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

/** What is owed on a network and not known to be paid, by asset. */
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
