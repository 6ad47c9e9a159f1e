import * as z from 'zod/mini'
import { tradeSchema } from '../api/markets.ts'
import { nameSchema } from '../api/names.ts'
import { orderSchema } from '../api/onramp.ts'

/**
 * One message of the event stream. `balance` and `history` announce a change at `block`, and the client reads the resource again. `price`,
 * `trades`, `name` and `order` contain the new data.
 */
export const realtimeEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('balance'), topic: z.string(), block: z.number() }),
  z.object({ kind: z.literal('history'), topic: z.string(), block: z.number() }),
  z.object({ kind: z.literal('price'), topic: z.string(), price: z.nullable(z.number()) }),
  z.object({ kind: z.literal('trades'), topic: z.string(), trades: z.array(tradeSchema) }),
  z.object({ kind: z.literal('name'), topic: z.string(), name: nameSchema }),
  z.object({ kind: z.literal('order'), topic: z.string(), order: orderSchema }),
])

/** One message of the event stream. */
export type RealtimeEvent = z.infer<typeof realtimeEventSchema>
