import { decodeBase58 } from '@latchkey/protocol'
import { z } from 'zod'
import { nativeCurrencySchema, networkFields, priceFromSchema } from './networkFields.ts'
import { upstreamSchema } from './upstreamConfig.ts'

const mint = z
  .string()
  .refine((text) => text.length <= 44 && decodeBase58(text)?.length === 32, 'a mint: 32 bytes in base58')

/** Token that the operator trusts. Its icon and name override those of the chain, and it is never spam. */
const tokenSchema = z.strictObject({
  /** Address of its mint. */
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
  /** Token whose price the native token has. */
  priceFrom: priceFromSchema.optional(),
  tokens: z.array(tokenSchema).default([]),
  /** Mints of known spam. */
  spam: z.array(mint).default([]),
})

export type SolanaChainConfig = z.output<typeof solanaChainSchema>
