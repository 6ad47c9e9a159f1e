import { bigserial, boolean, date, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Events of visitors, one row each, for the days that the project sets. Every text is a name that the server knows, never a page's own
 * text. There is no address, no IP address, no user agent, and no time except the day. With an exact time, a row could be matched with
 * transactions on a chain.
 */
export const telemetryEvents = pgTable(
  'telemetry_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** The project's id. */
    project: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** 64-bit digest that connects the events of one visit, different each day. Empty if the client does not identify visits. */
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
