import type { VisitorSettings } from '@latchkey/protocol/api'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { time } from '../platform/db/columns.ts'

/** Addresses that visitors saved with a label. */
export const savedAddresses = pgTable(
  'saved_addresses',
  {
    id: uuid().primaryKey(),
    projectId: text('project_id').notNull(),
    /** Owner (`toOwner` of siwx). */
    owner: text().notNull(),
    /** For display (EIP-55 for EVM addresses), and for comparisons. */
    address: text().notNull(),
    addressKey: text('address_key').notNull(),
    label: text().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_addresses_address').on(table.projectId, table.owner, table.addressKey),
    index('saved_addresses_owner').on(table.owner),
  ],
)

/** Settings of visitors for the site. */
export const visitorSettings = pgTable(
  'visitor_settings',
  {
    projectId: text('project_id').notNull(),
    owner: text().notNull(),
    settings: jsonb().$type<VisitorSettings>().notNull(),
    /** Number of changes. */
    version: integer().notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.owner] })],
)
