import { chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { SignedTransaction } from '../../chains/SignedChain.ts'
import type { LedgerFormat } from '../createLedger.ts'
import type { TrackedTransaction, TransactionSubject } from '../TransactionsFeature.ts'
import { endedKept, recordLimit } from '../transactionRecord.ts'
import { type SignedEvent, signedReducer } from './signedReducer.ts'

/** A signed version of a payment. `cancels`: it returns the coins to the account. */
export type SignedVersion = SignedTransaction & { cancels: boolean }

/** The stored record of a payment of Solana or Bitcoin. */
export type SignedRecord = Omit<TrackedTransaction, 'call' | 'payment' | 'hashes' | 'nonce'> & {
  payment: NonNullable<TransactionSubject['payment']>
  connectorId: string
  /** The wallet sends the transaction, so a lost answer leaves unknown whether it did. */
  isSentByWallet: boolean
  /** All signed versions, oldest first. A faster version replaces a slower one (Bitcoin). */
  versions: readonly SignedVersion[]
  /** Time of the first signature in Unix milliseconds. The wait for a block starts here. */
  sentAt?: number | undefined
  /** Nodes refused it. It is not submitted again, but looked for until it can no longer be mined. */
  isRefused?: boolean | undefined
  /** Whether its state is final. */
  settled: boolean
  /** Unix milliseconds. */
  endedAt?: number | undefined
}

/** Milliseconds for which an uncertain payment stays on the list. */
const uncertainKept = 7 * 86_400_000

const amount = { symbol: z.string(), amountText: z.string(), iconUrl: z.nullable(z.string()) }
const integer = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((text: string) => BigInt(text)),
)
const block = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text: string) => BigInt(text)),
)
const statusSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asked') }),
  z.object({ type: z.literal('uncertain') }),
  z.object({ type: z.literal('pending'), hash: z.string(), slow: z.boolean(), reorged: z.boolean() }),
  z.object({ type: z.literal('confirmed'), hash: z.string(), block, final: z.boolean() }),
  z.object({ type: z.literal('canceled'), hash: z.string() }),
  z.object({
    type: z.literal('failed'),
    hash: z.optional(z.string()),
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.optional(z.string()),
      moneyMoved: z.enum(['no', 'only-network-cost', 'unknown']),
    }),
  }),
])
const recordSchema = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  chainId: chainIdSchema,
  from: z.string(),
  summary: z.object({ type: z.literal('send'), ...amount, receiver: z.string(), receiverName: z.optional(z.string()) }),
  payment: z.object({
    networkCostText: z.optional(z.string()),
    feeRate: z.optional(integer),
    vsize: z.optional(z.number()),
  }),
  status: statusSchema,
  canceling: z.boolean(),
  askedAt: z.number(),
  connectorId: z.string(),
  isSentByWallet: z.boolean(),
  versions: z.array(
    z.object({
      hash: z.string(),
      raw: z.string(),
      validUntil: z.optional(z.number()),
      plan: z.optional(z.string()),
      cancels: z.boolean(),
    }),
  ),
  sentAt: z.optional(z.number()),
  isRefused: z.optional(z.boolean()),
  settled: z.boolean(),
  endedAt: z.optional(z.number()),
})
const listSchema = z.object({ version: z.literal(1), transactions: z.array(z.unknown()) })

/** The storage format of signed payments. */
export const signedFormat: LedgerFormat<SignedRecord, SignedEvent> = {
  read: (text) => {
    if (text === null) return []
    try {
      const list = z.safeParse(listSchema, JSON.parse(text))
      if (!list.success) return []
      return list.data.transactions.flatMap((entry) => {
        const parsed = z.safeParse(recordSchema, entry)
        return parsed.success ? [parsed.data as SignedRecord] : []
      })
    } catch {
      return []
    }
  },
  write: (transactions) =>
    JSON.stringify({ version: 1, transactions }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  prune: (records, { now }) => {
    const kept = records.filter(({ status, settled, endedAt, askedAt }) => {
      if (status.type === 'uncertain') return now - askedAt < uncertainKept
      return !settled || endedAt === undefined || now - endedAt < endedKept
    })
    if (kept.length <= recordLimit) return kept
    const byWorth = [...kept].sort((a, b) => Number(a.settled) - Number(b.settled) || b.askedAt - a.askedAt)
    const chosen = new Set(byWorth.slice(0, recordLimit))
    return kept.filter((record) => chosen.has(record))
  },
  reduce: signedReducer,
  toTracked: ({ id, chainId, from, summary, payment, status, versions, canceling, askedAt }) => ({
    ...{ id, chainId, from, summary, payment, status, canceling, askedAt },
    nonce: undefined,
    hashes: versions.map(({ hash }) => hash),
  }),
}
