import { balanceSchema, chainIdSchema } from '@latchkey/protocol/api'
import * as z from 'zod/mini'
import type { Environment } from '../environment/Environment.ts'
import { sendRecordKey } from '../storage/sendRecordKey.ts'
import type { SendPreview } from './SendFeature.ts'

/** Largest number of stored previews. */
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
      // An earlier format had no family.
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

/** A preview with the ID of its transaction. */
export type StoredSend = { id: string; preview: SendPreview }

/** Reads the previews of open transactions. An unreadable record gives an empty list. */
export function readSends({ storage }: Pick<Environment, 'storage'>): readonly StoredSend[] {
  try {
    const parsed = z.safeParse(recordSchema, JSON.parse(storage.getItem(sendRecordKey) ?? 'null'))
    return parsed.success ? (parsed.data.sends as unknown as readonly StoredSend[]) : []
  } catch {
    return []
  }
}

/** Stores a preview, for a reload during the wallet request or before the block. */
export function keepSend({ storage }: Pick<Environment, 'storage'>, { id, preview }: StoredSend): void {
  // Warnings about the receiver and the fee belong to the preview only.
  const { receiverNotice: _, feeNotice: __, ...kept } = preview
  // A PSBT contains whole transactions, and is not needed after the signature.
  if (kept.transaction.namespace === 'bip122') kept.transaction = { ...kept.transaction, psbt: '' }
  write({ storage }, [...readSends({ storage }).filter((other) => other.id !== id), { id, preview: kept }])
}

/** Removes the previews of ended transactions. */
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
    // Without storage, a reload forgets the preview. The transaction is still on the list.
  }
}
