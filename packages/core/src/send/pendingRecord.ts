import { accountIdSchema, balanceSchema, chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { SendPreview } from './SendFeature.ts'

/** A transaction that was handed over and is waited for. */
export type PendingTransaction = {
  hash: `0x${string}`
  preview: SendPreview
  /** Unix milliseconds. */
  sentAt: number
}

/** At most this many are watched at a time. */
export const pendingLimit = 99

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i)) as unknown as z.ZodMiniType<`0x${string}`, `0x${string}`>
const integer = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((text: string) => BigInt(text)),
)
const recordSchema = z.object({
  version: z.literal(1),
  transactions: z.array(
    z.object({
      hash: hex.check(z.refine((hash) => hash.length === 66)),
      sentAt: z.number(),
      account: accountIdSchema,
      preview: z.object({
        chainId: chainIdSchema,
        from: z.string(),
        receiver: z.string(),
        token: balanceSchema,
        amount: integer,
        amountText: z.string(),
        value: z.nullable(z.number()),
        remainingText: z.string(),
        transaction: z.object({ to: z.string(), value: integer, data: hex, gas: integer, gasPrice: integer }),
        networkCostText: z.string(),
        networkCostValue: z.nullable(z.number()),
        nativeSymbol: z.string(),
        transferFeeText: z.nullable(z.string()),
        transferFeeChecked: z.boolean(),
      }),
    }),
  ),
})

/** Writes the transactions that are waited for. */
export function writePendingRecord(transactions: readonly PendingTransaction[]): string {
  const record = {
    version: 1,
    transactions: transactions.map((entry) => ({
      ...entry,
      account: `${entry.preview.chainId}:${entry.preview.from}`,
    })),
  }
  return JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

/** Reads them; an unreadable record counts as none. */
export function readPendingRecord(text: string | null): readonly PendingTransaction[] {
  if (text === null) return []
  try {
    const parsed = z.safeParse(recordSchema, JSON.parse(text))
    return parsed.success
      ? parsed.data.transactions.map(({ hash, sentAt, preview }) => ({ hash, sentAt, preview: preview as SendPreview }))
      : []
  } catch {
    return []
  }
}
