import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Messages in the relay's mailboxes, sealed by their senders. A settled one keeps its row without its body until it expires, to detect
 * repetitions.
 */
export const relayMessages = pgTable(
  'relay_messages',
  {
    /** 64 hexadecimal digits. */
    topic: text().notNull(),
    /** SHA-256 of the message, hexadecimal. */
    messageId: text('message_id').notNull(),
    sequence: bigint({ mode: 'number' }).notNull(),
    /** Client id of the sender. */
    publisher: text().notNull(),
    /** Length of the message in UTF-8. */
    bytes: integer().notNull(),
    /** Unix milliseconds. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    /** JSON of `[message, tag, publishedAt, attestation?]`. A text column cannot contain NUL or half of a surrogate pair, but JSON can. */
    body: text(),
    /** Client ids that have it while others await it. */
    acknowledgedBy: text('acknowledged_by').array(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.messageId] }),
    index('relay_messages_expires_at').on(table.expiresAt),
  ],
)

/** Subscriptions of client ids to topics. */
export const relaySubscriptions = pgTable(
  'relay_subscriptions',
  {
    topic: text().notNull(),
    clientId: text('client_id').notNull(),
    /** Unix milliseconds. End of the subscription unless it is renewed. */
    endsAt: bigint('ends_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.clientId] })],
)

/**
 * The process that keeps the mailboxes: one row, incremented by every process that opens them. Earlier keepers cannot write any more, so
 * overlapping processes do not lose each other's changes.
 */
export const relayKeepers = pgTable('relay_keepers', {
  id: integer().primaryKey(),
  epoch: bigint({ mode: 'number' }).notNull(),
})
