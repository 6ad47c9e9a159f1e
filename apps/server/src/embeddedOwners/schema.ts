import { pgTable } from 'drizzle-orm/pg-core'
import { address, time } from '../platform/db/columns.ts'

/** Addresses of this server's embedded wallets, without further data. The paymaster reads it, and need not see the wallets. */
export const embeddedOwners = pgTable('embedded_owners', {
  address: address().primaryKey(),
  createdAt: time('created_at').notNull(),
})
