import { bigserial, boolean, date, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What visitors did, one row per event, for as many days as the project says. Every text is a name that the server knows, never
 * something a page made up; there is no address, no IP and no user agent, and no time but the day: with a second, a row could be
 * laid beside the chain's transactions.
 */
export const telemetryEvents = pgTable(
  'telemetry_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** The project's id. */
    project: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** 64 bits that bind the events of one visit together: a digest, another one each day; empty where the client does not say it. */
    visit: text().notNull(),
    /** `desktop` or `mobile`. */
    device: text().notNull(),
    event: text().notNull(),
    view: text(),
    wallet: text(),
    way: text(),
    namespace: text(),
    chainId: text('chain_id'),
    code: text(),
    connected: boolean(),
  },
  (table) => [index('telemetry_events_day').on(table.project, table.day)],
)
