import { bigint, boolean, integer, pgTable, smallserial, text } from 'drizzle-orm/pg-core'
import { hex } from '../platform/db/columns.ts'

/** One row per chain: its short key in all other tables, and how far it is indexed. Committed together with the rows. */
export const indexedChains = pgTable('indexed_chains', {
  key: smallserial().primaryKey(),
  /** CAIP-2. */
  chainId: text('chain_id').notNull().unique(),
  /** Hash of block 0: tells a chain that was begun anew from the one that was indexed. */
  genesis: hex(),
  startBlock: integer('start_block'),
  /** The last indexed block and its hash. */
  block: integer(),
  hash: hex(),
  /** Balances changed after this block are sums of transfers, not yet compared with what the chain says. */
  settledBlock: integer('settled_block'),
  /** False while catching up. */
  caughtUp: boolean('caught_up').notNull().default(false),
  /** False when the node gives no traces: native balances must then be read from the chain. */
  traces: boolean().notNull().default(false),
  /** When the indexer last was at the head; unix milliseconds. */
  seenAt: bigint('seen_at', { mode: 'number' }).notNull().default(0),
})
