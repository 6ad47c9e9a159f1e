import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { toRpcOperation, type UserOperation } from '@latchkey/smart-account'
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/db/Database.ts'
import { readOperation } from '../operation/readOperation.ts'

import { bundlerOperations } from '../schema.ts'

type Hex = `0x${string}`
type Handle = Database | Transaction
type Row = typeof bundlerOperations.$inferSelect

/** An operation that this server received. */
export type StoredOperation = Omit<Row, 'operation' | 'sender' | 'factory' | 'paymaster'> & {
  operation: UserOperation
  sender: EvmAddress
}

/** Inserts a checked operation as waiting. A dropped one waits again. */
export async function insertOperation(
  handle: Handle,
  {
    chainId,
    hash,
    operation,
    projectId,
    validUntil,
    now,
  }: {
    chainId: ChainId
    hash: Hex
    operation: UserOperation
    projectId: string | undefined
    validUntil: number
    now: number
  },
): Promise<void> {
  const { factory, paymaster } = operation
  const fresh = {
    state: 'received' as const,
    reason: null,
    bundleId: null,
    attempts: 0,
    transactionHash: null,
    actualGasCost: null,
    receivedAt: new Date(now),
    settledAt: null,
    announcedAt: null,
    validUntil,
    projectId: projectId ?? null,
    operation: toRpcOperation(operation),
  }
  await handle
    .insert(bundlerOperations)
    .values({
      ...fresh,
      chainId,
      hash,
      sender: lower(operation.sender),
      nonce: operation.nonce,
      factory: factory === undefined || factory.length < 42 ? null : lower(factory),
      paymaster: paymaster === undefined ? null : lower(paymaster),
      maxFeePerGas: operation.maxFeePerGas,
      maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
    })
    .onConflictDoUpdate({
      target: [bundlerOperations.chainId, bundlerOperations.hash],
      set: fresh,
      setWhere: eq(bundlerOperations.state, 'dropped'),
    })
}

export async function findOperation(
  handle: Handle,
  { chainId, hash }: { chainId: ChainId; hash: Hex },
): Promise<StoredOperation | undefined> {
  const [row] = await handle
    .select()
    .from(bundlerOperations)
    .where(and(eq(bundlerOperations.chainId, chainId), eq(bundlerOperations.hash, lower(hash))))
  return row && toStored(row)
}

/** Returns the operations of a sender that may still be included, in the order of their arrival. */
export async function findLiveOfSender(
  handle: Handle,
  { chainId, sender }: { chainId: ChainId; sender: Hex },
): Promise<StoredOperation[]> {
  const rows = await handle
    .select()
    .from(bundlerOperations)
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        eq(bundlerOperations.sender, lower(sender)),
        inArray(bundlerOperations.state, ['received', 'bundled']),
      ),
    )
    .orderBy(asc(bundlerOperations.sequence))
  return rows.map(toStored)
}

/** Counts the waiting operations; with `entity`, those with this sender, factory or paymaster. */
export async function countWaiting(
  handle: Handle,
  { chainId, entity }: { chainId: ChainId; entity?: EvmAddress },
): Promise<number> {
  const { sender, factory, paymaster } = bundlerOperations
  const [row] = await handle
    .select({ waiting: count() })
    .from(bundlerOperations)
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        eq(bundlerOperations.state, 'received'),
        entity && or(eq(sender, entity), eq(factory, entity), eq(paymaster, entity)),
      ),
    )
  return row?.waiting ?? 0
}

/**
 * Finds operations that can be bundled now. They pay enough, have no predecessor with the same account and key, and their
 * account has no pending transaction. The highest paying come first, then the oldest.
 *
 * @param options.baseFee of the next block, wei
 * @param options.least minimum wei per unit of gas
 * @param options.except hashes to leave out
 */
export async function findNext(
  handle: Handle,
  {
    chainId,
    baseFee,
    least,
    except,
    limit,
  }: { chainId: ChainId; baseFee: bigint; least: bigint; except: readonly Hex[]; limit: number },
): Promise<StoredOperation[]> {
  const { hash, state, maxFeePerGas, maxPriorityFeePerGas, sequence } = bundlerOperations
  const price = sql`least(${maxFeePerGas}, ${maxPriorityFeePerGas} + ${baseFee.toString()}::numeric)`
  const rows = await handle
    .select()
    .from(bundlerOperations)
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        eq(state, 'received'),
        sql`${price} >= ${least.toString()}::numeric`,
        except.length > 0 ? notInArray(hash, [...except]) : undefined,
        sql`not exists (
          select from bundler_operations as other
          where other.chain_id = ${bundlerOperations.chainId} and other.sender = ${bundlerOperations.sender}
            and (other.state = 'bundled' or (other.state = 'received' and other.nonce < ${bundlerOperations.nonce}
              and div(other.nonce, 18446744073709551616) = div(${bundlerOperations.nonce}, 18446744073709551616)))
        )`,
      ),
    )
    .orderBy(desc(price), asc(sequence))
    .limit(limit)
  return rows.map(toStored)
}

/** Returns the operations of a bundle, in order. */
export async function findOfBundle(handle: Handle, { bundleId }: { bundleId: string }): Promise<StoredOperation[]> {
  const rows = await handle
    .select()
    .from(bundlerOperations)
    .where(eq(bundlerOperations.bundleId, bundleId))
    .orderBy(asc(bundlerOperations.sequence))
  return rows.map(toStored)
}

/** Puts waiting operations into a bundle. @returns the number of those that still waited */
export async function bindToBundle(
  handle: Handle,
  { chainId, hashes, bundleId }: { chainId: ChainId; hashes: readonly Hex[]; bundleId: string },
): Promise<number> {
  const rows = await handle
    .update(bundlerOperations)
    .set({ state: 'bundled', bundleId, attempts: sql`${bundlerOperations.attempts} + 1` })
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        inArray(bundlerOperations.hash, [...hashes]),
        eq(bundlerOperations.state, 'received'),
      ),
    )
    .returning({ hash: bundlerOperations.hash })
  return rows.length
}

/** Returns the operations of a bundle to waiting, because none of its transactions can be mined any more. */
export async function releaseBundle(handle: Handle, { bundleId }: { bundleId: string }): Promise<void> {
  await handle
    .update(bundlerOperations)
    .set({ state: 'received', bundleId: null })
    .where(and(eq(bundlerOperations.bundleId, bundleId), eq(bundlerOperations.state, 'bundled')))
}

/** Drops an account's waiting operations under one nonce key. @returns their number */
export async function dropWaiting(
  handle: Handle,
  { chainId, sender, key, reason, now }: { chainId: ChainId; sender: Hex; key: bigint; reason: string; now: number },
): Promise<number> {
  const { nonce } = bundlerOperations
  const rows = await handle
    .update(bundlerOperations)
    .set({ state: 'dropped', reason, actualGasCost: 0n, settledAt: new Date(now), announcedAt: null })
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        eq(bundlerOperations.sender, lower(sender)),
        eq(bundlerOperations.state, 'received'),
        gte(nonce, key << 64n),
        lt(nonce, (key + 1n) << 64n),
      ),
    )
    .returning({ hash: bundlerOperations.hash })
  return rows.length
}

/** Returns whether an operation with a nonce is pending, or was included after a time. */
export async function isExpected(
  handle: Handle,
  {
    chainId,
    sender,
    nonce,
    settledAfter,
  }: { chainId: ChainId; sender: EvmAddress; nonce: bigint; settledAfter: number },
): Promise<boolean> {
  const { state, settledAt } = bundlerOperations
  const rows = await handle
    .select({ hash: bundlerOperations.hash })
    .from(bundlerOperations)
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        eq(bundlerOperations.sender, sender),
        eq(bundlerOperations.nonce, nonce),
        or(
          inArray(state, ['received', 'bundled']),
          and(inArray(state, ['included', 'failed']), gt(settledAt, new Date(settledAfter))),
        ),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Stores the result of an operation. A changed result is announced again. */
export async function settleOperation(
  handle: Handle,
  {
    chainId,
    hash,
    state,
    reason,
    transactionHash,
    actualGasCost,
    now,
  }: {
    chainId: ChainId
    hash: Hex
    state: 'included' | 'failed' | 'dropped'
    reason?: string | undefined
    transactionHash?: Hex | undefined
    actualGasCost?: bigint | undefined
    now: number
  },
): Promise<void> {
  await handle
    .update(bundlerOperations)
    .set({
      state,
      reason: reason?.slice(0, 500) ?? null,
      transactionHash: transactionHash ?? null,
      actualGasCost: actualGasCost ?? 0n,
      settledAt: new Date(now),
      announcedAt: null,
    })
    .where(and(eq(bundlerOperations.chainId, chainId), eq(bundlerOperations.hash, hash)))
}

/** Returns the operations of a replaced block to pending, unless another operation has used their nonce. */
export async function reviveBundle(
  handle: Handle,
  { chainId, bundleId }: { chainId: ChainId; bundleId: string },
): Promise<void> {
  await handle.execute(sql`
    update bundler_operations as mine
    set state = 'bundled', transaction_hash = null, actual_gas_cost = null, settled_at = null, announced_at = null
    where bundle_id = ${bundleId} and state in ('included', 'failed') and not exists (
      select from bundler_operations as other
      where other.chain_id = ${chainId} and other.sender = mine.sender and other.nonce = mine.nonce
        and other.state in ('received', 'bundled')
    )`)
}

/** Finds operations whose result was not announced yet. */
export async function findUnannounced(handle: Handle, { chainId }: { chainId: ChainId }): Promise<StoredOperation[]> {
  const rows = await handle
    .select()
    .from(bundlerOperations)
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        isNull(bundlerOperations.announcedAt),
        inArray(bundlerOperations.state, ['included', 'failed', 'dropped']),
      ),
    )
    .orderBy(asc(bundlerOperations.sequence))
    .limit(500)
  return rows.map(toStored)
}

/** Records that the results were announced. */
export async function markAnnounced(
  handle: Handle,
  { chainId, hashes, now }: { chainId: ChainId; hashes: readonly Hex[]; now: number },
): Promise<void> {
  await handle
    .update(bundlerOperations)
    .set({ announcedAt: new Date(now) })
    .where(and(eq(bundlerOperations.chainId, chainId), inArray(bundlerOperations.hash, [...hashes])))
}

function toStored({ operation, ...row }: Row): StoredOperation {
  return { ...row, operation: readOperation(operation) }
}

function lower(value: Hex): EvmAddress {
  return value.toLowerCase() as EvmAddress
}

/** Finds waiting operations that have expired, by their own time or by ours. */
export async function findExpired(
  handle: Handle,
  { chainId, now, receivedBefore }: { chainId: ChainId; now: number; receivedBefore: number },
): Promise<StoredOperation[]> {
  const { validUntil, receivedAt, state } = bundlerOperations
  const rows = await handle
    .select()
    .from(bundlerOperations)
    .where(
      and(
        eq(bundlerOperations.chainId, chainId),
        eq(state, 'received'),
        or(and(gt(validUntil, 0), lt(validUntil, Math.floor(now / 1000))), lt(receivedAt, new Date(receivedBefore))),
      ),
    )
    .limit(100)
  return rows.map(toStored)
}
