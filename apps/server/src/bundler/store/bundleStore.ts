import { randomUUID } from 'node:crypto'
import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { and, asc, desc, eq, inArray, isNull, max } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { bundlerBundles, bundlerTransactions } from '../schema.ts'

type Hex = `0x${string}`
type Handle = Database | Transaction

/** A bundle with all its signed transactions, the newest last. */
export type Bundle = typeof bundlerBundles.$inferSelect & { transactions: BundleTransaction[] }

export type BundleTransaction = typeof bundlerTransactions.$inferSelect

/** Fields of a transaction that are stored before its broadcast. */
export type SignedTransaction = Pick<
  BundleTransaction,
  'hash' | 'raw' | 'kind' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'gasLimit'
>

/** Returns the highest nonce of a pending transaction. */
export async function highestLiveNonce(
  handle: Handle,
  { chainId, executor }: { chainId: ChainId; executor: Hex },
): Promise<number | undefined> {
  const [row] = await handle
    .select({ nonce: max(bundlerBundles.nonce) })
    .from(bundlerBundles)
    .where(
      and(
        eq(bundlerBundles.chainId, chainId),
        eq(bundlerBundles.executor, executor.toLowerCase() as EvmAddress),
        inArray(bundlerBundles.state, ['signed', 'sent']),
      ),
    )
  return row?.nonce ?? undefined
}

/** Inserts a bundle with its first transaction. @returns its ID */
export async function insertBundle(
  handle: Handle,
  {
    chainId,
    executor,
    nonce,
    transaction,
    now,
    id = randomUUID(),
  }: {
    chainId: ChainId
    executor: Hex
    nonce: number
    transaction: SignedTransaction
    now: number
    id?: string
  },
): Promise<string> {
  const from = executor.toLowerCase() as EvmAddress
  await handle
    .insert(bundlerBundles)
    .values({ id, chainId, executor: from, nonce, state: 'signed', createdAt: new Date(now) })
  await insertTransaction(handle, { chainId, bundleId: id, transaction, now })
  return id
}

/** Inserts another transaction of a bundle: the same nonce, another price. */
export async function insertTransaction(
  handle: Handle,
  {
    chainId,
    bundleId,
    transaction,
    now,
  }: {
    chainId: ChainId
    bundleId: string
    transaction: SignedTransaction
    now: number
  },
): Promise<void> {
  await handle.insert(bundlerTransactions).values({ ...transaction, chainId, bundleId, signedAt: new Date(now) })
}

/** Finds bundles that may still change: pending, or mined and not final; by nonce. */
export async function findWatched(handle: Handle, { chainId }: { chainId: ChainId }): Promise<Bundle[]> {
  const bundles = await handle
    .select()
    .from(bundlerBundles)
    .where(
      and(
        eq(bundlerBundles.chainId, chainId),
        eq(bundlerBundles.isFinal, false),
        inArray(bundlerBundles.state, ['signed', 'sent', 'mined', 'abandoned']),
      ),
    )
    .orderBy(asc(bundlerBundles.nonce), asc(bundlerBundles.createdAt))
  if (bundles.length === 0) return []
  const transactions = await handle
    .select()
    .from(bundlerTransactions)
    .where(
      inArray(
        bundlerTransactions.bundleId,
        bundles.map(({ id }) => id),
      ),
    )
    .orderBy(asc(bundlerTransactions.signedAt))
  return bundles.map((bundle) => ({
    ...bundle,
    transactions: transactions.filter(({ bundleId }) => bundleId === bundle.id),
  }))
}

/** Records that a node accepted a transaction. */
export async function markSent(
  handle: Handle,
  { chainId, bundleId, hash, now }: { chainId: ChainId; bundleId: string; hash: Hex; now: number },
): Promise<void> {
  await handle
    .update(bundlerTransactions)
    .set({ sentAt: new Date(now) })
    .where(
      and(
        eq(bundlerTransactions.chainId, chainId),
        eq(bundlerTransactions.hash, hash),
        isNull(bundlerTransactions.sentAt),
      ),
    )
  await handle
    .update(bundlerBundles)
    .set({ state: 'sent' })
    .where(and(eq(bundlerBundles.id, bundleId), eq(bundlerBundles.state, 'signed')))
}

/** Updates the state of a bundle. */
export async function updateBundle(
  handle: Handle,
  {
    id,
    ...values
  }: { id: string } & Partial<
    Pick<Bundle, 'state' | 'minedHash' | 'blockNumber' | 'blockHash' | 'isFinal' | 'settledAt'>
  >,
): Promise<void> {
  await handle.update(bundlerBundles).set(values).where(eq(bundlerBundles.id, id))
}

/**
 * Finds our transaction with a nonce that was mined once. One that was never mined must not be submitted again, because its
 * operations may be in another bundle.
 */
export async function findOfNonce(
  handle: Handle,
  { chainId, executor, nonce }: { chainId: ChainId; executor: Hex; nonce: number },
): Promise<BundleTransaction | undefined> {
  const [row] = await handle
    .select({ transaction: bundlerTransactions })
    .from(bundlerTransactions)
    .innerJoin(bundlerBundles, eq(bundlerBundles.id, bundlerTransactions.bundleId))
    .where(
      and(
        eq(bundlerBundles.chainId, chainId),
        eq(bundlerBundles.executor, executor.toLowerCase() as EvmAddress),
        eq(bundlerBundles.nonce, nonce),
        inArray(bundlerBundles.state, ['mined', 'abandoned']),
        eq(bundlerTransactions.hash, bundlerBundles.minedHash),
      ),
    )
    .orderBy(desc(bundlerBundles.createdAt))
    .limit(1)
  return row?.transaction
}
