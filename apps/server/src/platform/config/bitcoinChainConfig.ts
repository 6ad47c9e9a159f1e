import { z } from 'zod'
import { nativeCurrencySchema, networkFields, priceFromSchema } from './networkFields.ts'
import { esploraUpstreamSchema } from './upstreamConfig.ts'

/** A Bitcoin network, read through HTTP APIs that are compatible with Esplora (mempool.space, Blockstream, a self-hosted electrs). */
export const bitcoinChainSchema = z.strictObject({
  ...networkFields<'bip122'>(),
  nativeCurrency: nativeCurrencySchema.prefault({ name: 'Bitcoin', symbol: 'BTC', decimals: 8 }),
  upstreams: z.array(esploraUpstreamSchema).min(1),
  /** Token whose price the native token has. */
  priceFrom: priceFromSchema.optional(),
})

export type BitcoinChainConfig = z.output<typeof bitcoinChainSchema>
