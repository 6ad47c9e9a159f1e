import { chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { TrackedTransaction, TransactionCall } from './TransactionsFeature.ts'

/** The stored record of a transaction. */
export type TransactionRecord = Omit<TrackedTransaction, 'call' | 'payment'> & {
  call: TransactionCall
  connectorId: string
  /** The account's nonce and the newest block at the time of the request. The search starts there. */
  floor?: { nonce: number; block: bigint; blockHash: string } | undefined
  /** Time when the hash was known, in Unix milliseconds. The wait for a block starts here. */
  sentAt?: number | undefined
  /** The wallet's ID of a batch (EIP-5792). */
  batchId?: string | undefined
  /** ID of the request for the client of a paired wallet. */
  requestId?: string | undefined
  /** The hashes of cancellations. */
  cancelHashes: readonly string[]
  /** The account whose nonce it uses, if that is not `from`: bundlers send the transactions of smart accounts. */
  sender?: string | undefined
  /** The mined transaction that decides the state, until a reorganization removes its block. */
  decided?: { hash: string; block: bigint; blockHash: string } | undefined
  /** Whether its state is final. */
  settled: boolean
  /** Unix milliseconds. */
  endedAt?: number | undefined
}

/** Limit of stored and watched transactions. */
export const recordLimit = 99
/** Milliseconds for which an ended transaction stays on the list. */
export const endedKept = 3_600_000
/** Milliseconds for which an uncertain transaction is looked for. */
const uncertainKept = 7 * 86_400_000

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i)) as unknown as z.ZodMiniType<`0x${string}`, `0x${string}`>
const hash = hex.check(z.refine((value) => value.length === 66))
const integer = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((text: string) => BigInt(text)),
)
const iconUrl = z.nullable(z.string())
const amount = { symbol: z.string(), amountText: z.string(), iconUrl }
const callSchema = z.object({ to: hex, value: integer, data: hex, gas: integer, gasPrice: integer })
const summarySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send'), ...amount, receiver: z.string(), receiverName: z.optional(z.string()) }),
  z.object({ type: z.literal('approve'), ...amount, spender: z.string() }),
  z.object({
    type: z.literal('swap'),
    from: z.object(amount),
    to: z.object({ ...amount, minimumText: z.string() }),
  }),
])
const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.optional(z.string()),
  moneyMoved: z.enum(['no', 'only-network-cost', 'unknown']),
})
const statusSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asked') }),
  z.object({ type: z.literal('uncertain') }),
  z.object({ type: z.literal('pending'), hash, slow: z.boolean(), reorged: z.boolean() }),
  z.object({ type: z.literal('confirmed'), hash, block: integer, final: z.boolean(), fee: z.optional(integer) }),
  z.object({ type: z.literal('canceled'), hash }),
  z.object({ type: z.literal('failed'), hash: z.optional(hash), error: failureSchema }),
])
const transactionSchema = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  chainId: chainIdSchema,
  from: z.string(),
  call: callSchema,
  summary: summarySchema,
  status: statusSchema,
  nonce: z.optional(z.number()),
  hashes: z.array(hash),
  canceling: z.boolean(),
  askedAt: z.number(),
  connectorId: z.string(),
  floor: z.optional(z.object({ nonce: z.number(), block: integer, blockHash: z.string() })),
  sentAt: z.optional(z.number()),
  batchId: z.optional(z.string()),
  isTaken: z.optional(z.boolean()),
  requestId: z.optional(z.string()),
  cancelHashes: z.array(hash),
  sender: z.optional(z.string()),
  decided: z.optional(z.object({ hash, block: integer, blockHash: z.string() })),
  settled: z.boolean(),
  endedAt: z.optional(z.number()),
})
const recordSchema = z.object({ version: z.literal(2), transactions: z.array(z.unknown()) })

/** The earlier format: pending sends. */
const earlierSchema = z.object({
  version: z.literal(1),
  transactions: z.array(
    z.object({
      hash,
      sentAt: z.number(),
      preview: z.object({
        chainId: chainIdSchema,
        from: z.string(),
        receiver: z.string(),
        token: z.object({ symbol: z.string(), iconUrl }),
        amountText: z.string(),
        transaction: callSchema,
      }),
    }),
  ),
})

export function writeTransactions(transactions: readonly TransactionRecord[]): string {
  return JSON.stringify({ version: 2, transactions }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** Reads transactions. Unreadable ones are dropped, and an unreadable record gives an empty list. */
export function readTransactions(text: string | null): readonly TransactionRecord[] {
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    const current = z.safeParse(recordSchema, value)
    if (current.success)
      return current.data.transactions.flatMap((entry) => {
        const parsed = z.safeParse(transactionSchema, entry)
        return parsed.success ? [{ ...parsed.data, nonce: parsed.data.nonce } as TransactionRecord] : []
      })
    const earlier = z.safeParse(earlierSchema, value)
    return earlier.success ? earlier.data.transactions.map(fromEarlier) : []
  } catch {
    return []
  }
}

/** Removes transactions that ended long ago, and the oldest ones over the limit, ended ones first. */
export function pruneTransactions(
  transactions: readonly TransactionRecord[],
  { now }: { now: number },
): readonly TransactionRecord[] {
  const doubtful = transactions.filter(
    ({ status, settled, askedAt }) =>
      !settled && (status.type === 'asked' || (status.type === 'uncertain' && now - askedAt < uncertainKept)),
  )
  const kept = transactions.filter((record) => {
    const { status, settled, endedAt } = record
    if (status.type === 'uncertain') return doubtful.includes(record)
    // Kept while an equal one is looked for, so that it is not mistaken for that.
    return (
      !settled || endedAt === undefined || now - endedAt < endedKept || doubtful.some((one) => isEqual(one, record))
    )
  })
  if (kept.length <= recordLimit) return kept
  const byWorth = [...kept].sort((a, b) => Number(a.settled) - Number(b.settled) || b.askedAt - a.askedAt)
  const chosen = new Set(byWorth.slice(0, recordLimit))
  return kept.filter((record) => chosen.has(record))
}

/** Whether two have the same call, so that a node cannot tell them apart. */
function isEqual(one: TransactionRecord, other: TransactionRecord): boolean {
  const subject = ({ chainId, from, call: { to, value, data } }: TransactionRecord) =>
    [chainId, from, to, value, data].join().toLowerCase()
  return subject(one) === subject(other)
}

function fromEarlier({
  hash: sent,
  sentAt,
  preview,
}: z.infer<typeof earlierSchema>['transactions'][number]): TransactionRecord {
  const { chainId, from, receiver, token, amountText, transaction } = preview
  return {
    id: sent.slice(2, 34).toLowerCase(),
    chainId,
    from,
    call: transaction,
    summary: { type: 'send', symbol: token.symbol, amountText, iconUrl: token.iconUrl, receiver },
    status: { type: 'pending', hash: sent, slow: false, reorged: false },
    nonce: undefined,
    hashes: [sent],
    canceling: false,
    askedAt: sentAt,
    connectorId: '',
    sentAt,
    cancelHashes: [],
    settled: false,
  }
}
