import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { accountIdSchema, chainIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import { httpUrl } from './upstreamConfig.ts'

/** A network's native token, for display. */
export const nativeCurrencySchema = z.strictObject({
  name: z.string().min(1),
  symbol: z.string().min(1),
  decimals: z.number().int().min(0).max(36),
  iconUrl: z.string().optional(),
})

/** Fields of every network, in all families. */
export function networkFields<Namespace extends ChainNamespace>() {
  return {
    chainId: chainIdSchema as unknown as z.ZodType<Extract<ChainId, `${Namespace}:${string}`>, ChainId>,
    name: z.string().min(1),
    testnet: z.boolean().default(false),
    blockExplorer: httpUrl.optional(),
  }
}

/**
 * CAIP-10 account of a token on an indexed EVM network that has the same price, such as a bridged or wrapped form. For example,
 * `eip155:1:0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599` for Bitcoin.
 */
export const priceFromSchema = z
  .string()
  .regex(/^eip155:/, 'a token contract on a network of Ethereum’s family, such as eip155:1:0x…')
  .pipe(accountIdSchema)
