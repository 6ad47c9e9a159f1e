import { decodeBase58 } from '@latchkey/protocol'
import { z } from 'zod'
import { nativeCurrencySchema, networkFields, priceFromSchema } from './networkFields.ts'
import { upstreamSchema } from './upstreamConfig.ts'

const mint = z
  .string()
  .refine((text) => text.length <= 44 && decodeBase58(text)?.length === 32, 'a mint: 32 bytes in base58')

/** A token that the operator vouches for: its icon and name win over what the chain says, and it is never spam. */
const tokenSchema = z.strictObject({
  /** Its mint. */
  address: mint,
  name: z.string().min(1).optional(),
  symbol: z.string().min(1).optional(),
  iconUrl: z.string().optional(),
  /** Counts as exactly 1.00 usd. */
  usdReference: z.boolean().default(false),
  priceFrom: priceFromSchema.optional(),
})

/** A Solana cluster. */
export const solanaChainSchema = z.strictObject({
  ...networkFields<'solana'>(),
  nativeCurrency: nativeCurrencySchema.prefault({ name: 'Solana', symbol: 'SOL', decimals: 9 }),
  upstreams: z.array(upstreamSchema).min(1),
  /** Whose price the native coin has. */
  priceFrom: priceFromSchema.optional(),
  tokens: z.array(tokenSchema).default([]),
  /** Mints that are known spam. */
  spam: z.array(mint).default([]),
})

/** The configuration of a Solana cluster. */
export type SolanaChainConfig = z.output<typeof solanaChainSchema>
