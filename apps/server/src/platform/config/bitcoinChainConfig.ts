import { z } from 'zod'
import { nativeCurrencySchema, networkFields, priceFromSchema } from './networkFields.ts'
import { esploraUpstreamSchema } from './upstreamConfig.ts'

/** A Bitcoin network, read through Esplora-shaped HTTP APIs (mempool.space, Blockstream, one's own electrs). */
export const bitcoinChainSchema = z.strictObject({
  ...networkFields<'bip122'>(),
  nativeCurrency: nativeCurrencySchema.prefault({ name: 'Bitcoin', symbol: 'BTC', decimals: 8 }),
  upstreams: z.array(esploraUpstreamSchema).min(1),
  /** Whose price the coin has. */
  priceFrom: priceFromSchema.optional(),
})

/** The configuration of a Bitcoin network. */
export type BitcoinChainConfig = z.output<typeof bitcoinChainSchema>
