import { isAccountId } from '@latchkey/protocol'
import { tradeSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import type { Announcement } from '../chains/announcement.ts'

const account = z.custom<Announcement['balances'][number]>(isAccountId)

/** What arrives on the bus comes from another process, perhaps of another version: it is checked like any other input. */
export const announcementSchema: z.ZodType<Announcement> = z.object({
  block: z.number().int().nonnegative(),
  balances: z.array(account),
  histories: z.array(account),
  prices: z.array(z.object({ token: account, price: z.number().nullable() })),
  trades: z.array(z.object({ token: account, trades: z.array(tradeSchema) })),
})
