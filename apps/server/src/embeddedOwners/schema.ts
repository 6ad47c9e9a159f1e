import { pgTable } from 'drizzle-orm/pg-core'
import { address, time } from '../platform/db/columns.ts'

/**
 * The addresses of this server's embedded wallets, without anything else about them. The paymaster reads it; the wallets themselves it need not
 * see.
 */
export const embeddedOwners = pgTable('embedded_owners', {
  address: address().primaryKey(),
  createdAt: time('created_at').notNull(),
})
