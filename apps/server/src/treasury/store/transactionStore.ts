import type { ChainId } from '@latchkey/protocol'
import { and, asc, desc, eq, inArray, isNotNull, isNull, max, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { treasuryTransactions } from '../schema.ts'

type Handle = Database | Transaction

/** One signed transaction. Its `state` is what is certain for good: a mined one is `live` until its block is final. */
export type StoredTransaction = typeof treasuryTransactions.$inferSelect

/** What is written of a transaction before anybody has its bytes. */
export type SignedTransaction = Pick<StoredTransaction, 'hash' | 'raw'> &
  Partial<Pick<StoredTransaction, 'nonce' | 'lastValidHeight' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'gasLimit'>>

/** Writes a signed transaction down. Call it within the scope's `write`. */
export async function insertTransaction(
  tx: Transaction,
  {
    chainId,
    account,
    payoutId,
    transaction,
    now,
  }: {
    chainId: ChainId
    account: string
    /** Null: it pays nothing out. */
    payoutId: string | null
    transaction: SignedTransaction
    now: number
  },
): Promise<void> {
  await tx
    .insert(treasuryTransactions)
    .values({ ...transaction, chainId, account, payoutId, state: 'live', signedAt: new Date(now) })
}

/** Notes that a node took a transaction. */
export async function markSent(
  handle: Handle,
  { chainId, hash, now }: { chainId: ChainId; hash: string; now: number },
): Promise<void> {
  await handle
    .update(treasuryTransactions)
    .set({ sentAt: new Date(now) })
    .where(
      and(
        eq(treasuryTransactions.chainId, chainId),
        eq(treasuryTransactions.hash, hash),
        isNull(treasuryTransactions.sentAt),
      ),
    )
}

/**
 * Writes down for good what became of the live transactions of a payout: one of them was mined in a block that is final, or none ever can
 * be. Call it within the scope's `write`.
 */
export async function endTransactions(
  tx: Transaction,
  { chainId, payoutId, mined }: { chainId: ChainId; payoutId: string; mined: string | undefined },
): Promise<void> {
  const ofPayout = and(
    eq(treasuryTransactions.chainId, chainId),
    eq(treasuryTransactions.payoutId, payoutId),
    eq(treasuryTransactions.state, 'live'),
  )
  if (mined !== undefined) {
    await tx
      .update(treasuryTransactions)
      .set({ state: 'mined' })
      .where(and(ofPayout, eq(treasuryTransactions.hash, mined)))
  }
  await tx
    .update(treasuryTransactions)
    .set({ state: 'dead' })
    .where(mined === undefined ? ofPayout : and(ofPayout, ne(treasuryTransactions.hash, mined)))
}

/** Writes down for good what became of one transaction that pays nothing out. Call it within the scope's `write`. */
export async function endFiller(
  tx: Transaction,
  { chainId, hash, state }: { chainId: ChainId; hash: string; state: 'dead' | 'mined' },
): Promise<void> {
  await tx
    .update(treasuryTransactions)
    .set({ state })
    .where(and(eq(treasuryTransactions.chainId, chainId), eq(treasuryTransactions.hash, hash)))
}

/** Transactions that do nothing but take a number, and whose end is not certain; by number. */
export async function findFillers(handle: Handle, { chainId }: { chainId: ChainId }): Promise<StoredTransaction[]> {
  return handle
    .select()
    .from(treasuryTransactions)
    .where(
      and(
        eq(treasuryTransactions.chainId, chainId),
        isNull(treasuryTransactions.payoutId),
        isNotNull(treasuryTransactions.nonce),
        eq(treasuryTransactions.state, 'live'),
      ),
    )
    .orderBy(asc(treasuryTransactions.nonce), asc(treasuryTransactions.signedAt))
}

/** The highest number of an account that a transaction has whose end is not certain. */
export async function highestLiveNonce(
  handle: Handle,
  { chainId, account }: { chainId: ChainId; account: string },
): Promise<number | undefined> {
  const [row] = await handle
    .select({ nonce: max(treasuryTransactions.nonce) })
    .from(treasuryTransactions)
    .where(
      and(
        eq(treasuryTransactions.chainId, chainId),
        eq(treasuryTransactions.account, account),
        eq(treasuryTransactions.state, 'live'),
      ),
    )
  return row?.nonce ?? undefined
}

/** What we signed for a number of an account and is not known never to be mined; the newest. */
export async function findOfNonce(
  handle: Handle,
  { chainId, account, nonce }: { chainId: ChainId; account: string; nonce: number },
): Promise<StoredTransaction | undefined> {
  const [row] = await handle
    .select()
    .from(treasuryTransactions)
    .where(
      and(
        eq(treasuryTransactions.chainId, chainId),
        eq(treasuryTransactions.account, account),
        eq(treasuryTransactions.nonce, nonce),
        inArray(treasuryTransactions.state, ['live', 'mined']),
      ),
    )
    .orderBy(desc(treasuryTransactions.state), desc(treasuryTransactions.signedAt))
    .limit(1)
  return row
}
