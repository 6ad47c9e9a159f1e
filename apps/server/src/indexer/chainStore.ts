import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { BalancePair, ReadBalance } from '../chains/planBalances.ts'
import type { Hex } from '../chains/rpcTypes.ts'
import { balances, blocks, indexedChains } from '../chains/schema.ts'
import type { Database } from '../platform/db/Database.ts'

/** Stored progress of a chain's index. */
export type Progress = {
  /** Short key of the chain in all tables. */
  chain: number
  genesis: Hex | null
  startBlock: number | null
  block: number | null
  hash: Hex | null
  /** Balances that changed after this block are not yet compared with the chain. */
  settledBlock: number | null
  caughtUp: boolean
}

/** Returns the short key of a chain, which is created at the first call. */
export async function ensureChain(database: Database, chainId: ChainId): Promise<number> {
  const find = async () => {
    const [row] = await database
      .select({ key: indexedChains.key })
      .from(indexedChains)
      .where(eq(indexedChains.chainId, chainId))
    return row?.key
  }
  const known = await find()
  if (known !== undefined) return known
  await database.insert(indexedChains).values({ chainId }).onConflictDoNothing()
  const key = await find()
  if (key === undefined) throw new Error(`The chain ${chainId} could not be registered`)
  return key
}

export async function readProgress(database: Database, chain: number): Promise<Progress> {
  const [row] = await database.select().from(indexedChains).where(eq(indexedChains.key, chain))
  if (!row) throw new Error(`There is no chain with the key ${chain}`)
  const { genesis, startBlock, block, hash, settledBlock, caughtUp } = row
  return { chain, genesis, startBlock, block, hash, settledBlock, caughtUp }
}

/** Stores the genesis hash and the start block of a chain, before its first block. */
export async function beginChain(
  database: Database,
  { chain, genesis, startBlock }: { chain: number; genesis: Hex; startBlock: number },
): Promise<void> {
  await database.update(indexedChains).set({ genesis, startBlock }).where(eq(indexedChains.key, chain))
}

/** Stores whether the index is at the head. */
export async function noteCaughtUp(
  database: Database,
  { chain, caughtUp, traces, seenAt }: { chain: number; caughtUp: boolean; traces: boolean; seenAt: number },
): Promise<void> {
  await database
    .update(indexedChains)
    .set(caughtUp ? { caughtUp, traces, seenAt } : { caughtUp, traces })
    .where(eq(indexedChains.key, chain))
}

/** Reads the hashes of the stored blocks from `from` on, oldest first. */
export async function readBlocks(
  database: Database,
  { chain, from }: { chain: number; from: number },
): Promise<{ number: number; hash: Hex }[]> {
  return database
    .select({ number: blocks.number, hash: blocks.hash })
    .from(blocks)
    .where(and(eq(blocks.chain, chain), gte(blocks.number, from)))
    .orderBy(asc(blocks.number))
}

/**
 * Reads balances that changed after a block, in the order of the primary key.
 *
 * @param options.after last pair of the previous page
 */
export async function readUnsettledPairs(
  database: Database,
  { chain, settled, after, limit }: { chain: number; settled: number; after: BalancePair | undefined; limit: number },
): Promise<ReadBalance[]> {
  const beyond = after
    ? sql`(account, chain, token) > (${bytesOf(after.account)}::bytea, ${chain}::smallint, ${bytesOf(after.token)}::bytea)`
    : sql`true`
  return database
    .select({ token: balances.token, account: balances.account, amount: balances.amount })
    .from(balances)
    .where(and(eq(balances.chain, chain), sql`${balances.block} > ${settled} and ${beyond}`))
    .orderBy(asc(balances.account), asc(balances.chain), asc(balances.token))
    .limit(limit)
}

/** Stores that every balance up to a block was compared with the chain. */
export async function noteSettled(
  database: Database,
  { chain, block }: { chain: number; block: number },
): Promise<void> {
  await database
    .update(indexedChains)
    .set({ settledBlock: block })
    .where(and(eq(indexedChains.key, chain), eq(indexedChains.block, block)))
}

function bytesOf(address: EvmAddress): Buffer {
  return Buffer.from(address.slice(2), 'hex')
}
