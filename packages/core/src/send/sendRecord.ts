import { balanceSchema, chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { Environment } from '../environment/Environment.ts'
import { sendRecordKey } from '../storage/sendRecordKey.ts'
import type { SendPreview } from './SendFeature.ts'

/** As many previews are kept. */
const limit = 20

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const integer = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((text: string) => BigInt(text)),
)
const previewSchema = z.object({
  chainId: chainIdSchema,
  from: z.string(),
  receiver: z.string(),
  receiverName: z.optional(z.string()),
  token: balanceSchema,
  amount: integer,
  amountText: z.string(),
  value: z.nullable(z.number()),
  remainingText: z.string(),
  transaction: z.union([
    z.object({
      // An earlier version wrote no family.
      namespace: z._default(z.literal('eip155'), 'eip155'),
      ...{ to: z.string(), value: integer, data: hex, gas: integer, gasPrice: integer },
    }),
    z.object({
      namespace: z.literal('solana'),
      mint: z.optional(z.string()),
      tokenProgram: z.optional(z.string()),
      source: z.optional(z.string()),
      destination: z.optional(z.string()),
      createsAccount: z.boolean(),
      rent: integer,
      transferFee: z.optional(integer),
      computeUnitLimit: z.number(),
      computeUnitPrice: integer,
      fee: integer,
    }),
    z.object({
      namespace: z.literal('bip122'),
      psbt: z.string(),
      inputs: z.array(z.object({ txid: z.string(), vout: z.number(), value: integer, address: z.string() })),
      outputs: z.array(z.object({ address: z.string(), value: integer, isChange: z.boolean() })),
      fee: integer,
      feeRate: integer,
      vsize: z.number(),
    }),
  ]),
  speed: z.enum(['standard', 'fast', 'instant']),
  networkCostText: z.string(),
  networkCostValue: z.nullable(z.number()),
  nativeSymbol: z.string(),
  transferFeeText: z.nullable(z.string()),
  transferFeeChecked: z.boolean(),
})
const recordSchema = z.object({
  version: z.literal(1),
  sends: z.array(z.object({ id: z.string(), preview: previewSchema })),
})

/** A preview, by the id of the transaction that came of it. */
export type StoredSend = { id: string; preview: SendPreview }

/** Reads what was previewed for the transactions that are under way; an unreadable record counts as none. */
export function readSends({ storage }: Pick<Environment, 'storage'>): readonly StoredSend[] {
  try {
    const parsed = z.safeParse(recordSchema, JSON.parse(storage.getItem(sendRecordKey) ?? 'null'))
    return parsed.success ? (parsed.data.sends as unknown as readonly StoredSend[]) : []
  } catch {
    return []
  }
}

/** Keeps what was previewed, for a reload while the wallet is asked or a block is waited for. */
export function keepSend({ storage }: Pick<Environment, 'storage'>, { id, preview }: StoredSend): void {
  // What was remarkable about the receiver and the fee was for the preview only.
  const { receiverNotice: _, feeNotice: __, ...kept } = preview
  // The coins of a PSBT bring whole transactions along, and nobody asks for it once it is signed.
  if (kept.transaction.namespace === 'bip122') kept.transaction = { ...kept.transaction, psbt: '' }
  write({ storage }, [...readSends({ storage }).filter((other) => other.id !== id), { id, preview: kept }])
}

/** Forgets previews of transactions that came to their end. */
export function dropSends({ storage }: Pick<Environment, 'storage'>, ids: readonly string[]): void {
  const sends = readSends({ storage })
  if (sends.some(({ id }) => ids.includes(id)))
    write(
      { storage },
      sends.filter(({ id }) => !ids.includes(id)),
    )
}

function write({ storage }: Pick<Environment, 'storage'>, sends: readonly StoredSend[]): void {
  try {
    const text = JSON.stringify({ version: 1, sends: sends.slice(-limit) }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    if (sends.length === 0) storage.removeItem(sendRecordKey)
    else storage.setItem(sendRecordKey, text)
  } catch {
    // Without storage a reload forgets the preview; the transaction is on the list all the same.
  }
}
