import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { TransferKind } from '../chains/transferKind.ts'
import { address, amount } from '../platform/db/columns.ts'

/** How far a token's own description is known. */
export const tokenState = { unread: 0, read: 1, none: 2 } as const

/** How far a token's own description is known. */
export type TokenState = (typeof tokenState)[keyof typeof tokenState]

/** Why a token may be spam; a sum of these. */
export const spamFlag = { text: 1, lookAlike: 2, airdrop: 4 } as const

/** Every token contract that was seen, with its description; the texts are cleaned. */
export const tokens = pgTable(
  'tokens',
  {
    chain: smallint().notNull(),
    /** Of the transfers seen first: erc20, erc721 or erc1155. */
    kind: smallint().notNull().$type<TransferKind>(),
    state: smallint().notNull().$type<TokenState>(),
    flags: smallint().notNull().default(0),
    decimals: smallint(),
    address: address().notNull(),
    name: text(),
    symbol: text(),
    totalSupply: amount('total_supply'),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.address] }),
    index('tokens_unread').on(table.chain).where(sql`state = 0`),
  ],
)
