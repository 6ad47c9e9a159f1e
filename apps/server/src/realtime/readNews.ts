import { isAccountId, toTopic } from '@latchkey/protocol'
import { type RealtimeEvent, tradeSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import type { Announcement } from '../chains/announcement.ts'
import { readNameNews } from '../names/registry/nameNews.ts'
import { readOrderNews } from '../onramp/orders/orderNews.ts'
import { toEvents } from './toEvents.ts'

/** What one message of the bus brings to those who follow topics. */
export type News = {
  events: () => Iterable<RealtimeEvent>
  /** What remembering it costs, in entries of some 200 bytes. */
  size: number
}

const account = z.custom<Announcement['balances'][number]>(isAccountId)

/** What arrives on the bus comes from another process, perhaps of another version: it is checked like any other input. */
const announcementSchema: z.ZodType<Announcement> = z.object({
  block: z.number().int().nonnegative(),
  balances: z.array(account),
  histories: z.array(account),
  prices: z.array(z.object({ token: account, price: z.number().nullable() })),
  trades: z.array(z.object({ token: account, trades: z.array(tradeSchema) })),
})

/** Reads what the indexer tells. @throws Error where it cannot be read */
export function readAnnouncement(message: string): News {
  const announcement = announcementSchema.parse(JSON.parse(message))
  const { balances, histories, prices, trades } = announcement
  const size = 1 + balances.length + histories.length + prices.length + trades.length
  return { size, events: () => toEvents(announcement) }
}

/** Reads what the registry of names tells. @throws Error where it cannot be read */
export function readNameChange(message: string): News {
  const { name } = readNameNews(message)
  const event: RealtimeEvent = { kind: 'name', topic: toTopic('name', name.name), name }
  // A name may carry a picture.
  return { size: 1 + Math.ceil(message.length / 200), events: () => [event] }
}

/** Reads what became of a purchase; the history of whoever gets it says so as well, once it is paid. @throws Error where it cannot be read */
export function readOrderChange(message: string): News {
  const { order, account } = readOrderNews(message)
  const events: RealtimeEvent[] = [
    { kind: 'order', topic: toTopic('order', order.id), order },
    // No block: what changed is what is said of one. Nothing is said of what nobody paid, which anybody can order for anybody.
    ...(order.paidAt === null ? [] : [{ kind: 'history' as const, topic: toTopic('history', account), block: 0 }]),
  ]
  return { size: 2 + Math.ceil(message.length / 200), events: () => events }
}
