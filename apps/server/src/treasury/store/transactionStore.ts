import type { ChainId } from '@latchkey/protocol'
import { and, asc, desc, eq, inArray, isNotNull, isNull, max, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { treasuryTransactions } from '../schema.ts'

type Handle = Database | Transaction

/** A signed transaction. Its `state` is certain: a mined one stays `live` until its block is final. */
export type StoredTransaction = typeof treasuryTransactions.$inferSelect

/** Fields of a transaction that are stored before its broadcast. */
export type SignedTransaction = Pick<StoredTransaction, 'hash' | 'raw'> &
  Partial<Pick<StoredTransaction, 'nonce' | 'lastValidHeight' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'gasLimit'>>

/** Inserts a signed transaction. Call it in the scope's `write`. */
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
    /** Null if it pays nothing. */
    payoutId: string | null
    transaction: SignedTransaction
    now: number
  },
): Promise<void> {
  await tx
    .insert(treasuryTransactions)
    .values({ ...transaction, chainId, account, payoutId, state: 'live', signedAt: new Date(now) })
}

/** Records that a node accepted a transaction. */
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
 * Stores the final state of a payout's live transactions: one of them was mined in a final block, or none can be mined. Call
 * it in the scope's `write`.
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

/** Stores the final state of a transaction without a payout. Call it in the scope's `write`. */
export async function endFiller(
  tx: Transaction,
  { chainId, hash, state }: { chainId: ChainId; hash: string; state: 'dead' | 'mined' },
): Promise<void> {
  await tx
    .update(treasuryTransactions)
    .set({ state })
    .where(and(eq(treasuryTransactions.chainId, chainId), eq(treasuryTransactions.hash, hash)))
}

/** Finds transactions that only use up a nonce and are not settled yet; by nonce. */
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

/** Returns the highest nonce of an account with a transaction that is not settled yet. */
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

/** Finds the newest signed transaction of an account with a nonce that may still be mined. */
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
