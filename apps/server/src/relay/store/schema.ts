import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Messages that wait in the relay's mailboxes, sealed by their senders. A settled one keeps its row without its body until its time
 * is over, so that a repetition is known as one.
 */
export const relayMessages = pgTable(
  'relay_messages',
  {
    /** 64 hexadecimal digits. */
    topic: text().notNull(),
    /** SHA-256 of the message, hexadecimal. */
    messageId: text('message_id').notNull(),
    sequence: bigint({ mode: 'number' }).notNull(),
    /** The client id of who sent it. */
    publisher: text().notNull(),
    /** Length of the message in UTF-8. */
    bytes: integer().notNull(),
    /** Unix milliseconds. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    /** JSON of `[message, tag, publishedAt, attestation?]`: a text holds no NUL and no half of a character, JSON holds both. */
    body: text(),
    /** Client ids that have it while others await it. */
    acknowledgedBy: text('acknowledged_by').array(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.messageId] }),
    index('relay_messages_expires_at').on(table.expiresAt),
  ],
)

/** Which client ids get the messages of which topics. */
export const relaySubscriptions = pgTable(
  'relay_subscriptions',
  {
    topic: text().notNull(),
    clientId: text('client_id').notNull(),
    /** Unix milliseconds; when it ends unless it is renewed. */
    endsAt: bigint('ends_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.clientId] })],
)

/**
 * Which process keeps the mailboxes: one row, counted up by every process that opens them. One that was there before can write
 * nothing from then on, so that two that overlap for a moment do not work past each other.
 */
export const relayKeepers = pgTable('relay_keepers', {
  id: integer().primaryKey(),
  epoch: bigint({ mode: 'number' }).notNull(),
})
