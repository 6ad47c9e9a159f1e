import { isAccountId, toTopic } from '@latchkey/protocol'
import { type RealtimeEvent, tradeSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import type { Announcement } from '../chains/announcement.ts'
import { readNameNews } from '../names/registry/nameNews.ts'
import { readOrderNews } from '../onramp/orders/orderNews.ts'
import { toEvents } from './toEvents.ts'

/** Events of one bus message for the followers of topics. */
export type News = {
  events: () => Iterable<RealtimeEvent>
  /** Memory cost in entries of about 200 bytes. */
  size: number
}

const account = z.custom<Announcement['balances'][number]>(isAccountId)

/** A bus message comes from another process, possibly with another version, so it is validated like any other input. */
const announcementSchema: z.ZodType<Announcement> = z.object({
  block: z.number().int().nonnegative(),
  balances: z.array(account),
  histories: z.array(account),
  prices: z.array(z.object({ token: account, price: z.number().nullable() })),
  trades: z.array(z.object({ token: account, trades: z.array(tradeSchema) })),
})

/** Reads an announcement of the indexer. @throws Error if it cannot be read */
export function readAnnouncement(message: string): News {
  const announcement = announcementSchema.parse(JSON.parse(message))
  const { balances, histories, prices, trades } = announcement
  const size = 1 + balances.length + histories.length + prices.length + trades.length
  return { size, events: () => toEvents(announcement) }
}

/** Reads a change from the registry of names. @throws Error if it cannot be read */
export function readNameChange(message: string): News {
  const { name } = readNameNews(message)
  const event: RealtimeEvent = { kind: 'name', topic: toTopic('name', name.name), name }
  // A name can contain a picture.
  return { size: 1 + Math.ceil(message.length / 200), events: () => [event] }
}

/** Reads a change of an order. After the payment, it also changes the activity of the receiver. @throws Error if it cannot be read */
export function readOrderChange(message: string): News {
  const { order, account } = readOrderNews(message)
  const events: RealtimeEvent[] = [
    { kind: 'order', topic: toTopic('order', order.id), order },
    // The block is 0, because the change has none. Unpaid orders cause no event, because anyone can create them for any receiver.
    ...(order.paidAt === null ? [] : [{ kind: 'history' as const, topic: toTopic('history', account), block: 0 }]),
  ]
  return { size: 2 + Math.ceil(message.length / 200), events: () => events }
}
