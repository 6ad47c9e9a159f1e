import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { TransferKind } from '../chains/transferKind.ts'
import { address, amount } from '../platform/db/columns.ts'

/** State of a token's description. */
export const tokenState = { unread: 0, read: 1, none: 2 } as const

export type TokenState = (typeof tokenState)[keyof typeof tokenState]

/** Reasons why a token may be spam, as bits. */
export const spamFlag = { text: 1, lookAlike: 2, airdrop: 4 } as const

/** All token contracts in the index, with their descriptions. The texts are sanitized. */
export const tokens = pgTable(
  'tokens',
  {
    chain: smallint().notNull(),
    /** Kind of its first transfers: erc20, erc721 or erc1155. */
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
