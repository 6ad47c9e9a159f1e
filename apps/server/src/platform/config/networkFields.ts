import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { accountIdSchema, chainIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import { httpUrl } from './upstreamConfig.ts'

/** A network's own coin, as it is shown. */
export const nativeCurrencySchema = z.strictObject({
  name: z.string().min(1),
  symbol: z.string().min(1),
  decimals: z.number().int().min(0).max(36),
  iconUrl: z.string().optional(),
})

/** What every network has, whatever its family. */
export function networkFields<Namespace extends ChainNamespace>() {
  return {
    chainId: chainIdSchema as unknown as z.ZodType<Extract<ChainId, `${Namespace}:${string}`>, ChainId>,
    name: z.string().min(1),
    testnet: z.boolean().default(false),
    blockExplorer: httpUrl.optional(),
  }
}

/**
 * A token on an indexed network of Ethereum's family whose price this one has: a bridged or wrapped form of it, traded there.
 * CAIP-10, for example `eip155:1:0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599` for Bitcoin.
 */
export const priceFromSchema = z
  .string()
  .regex(/^eip155:/, 'a token contract on a network of Ethereum’s family, such as eip155:1:0x…')
  .pipe(accountIdSchema)
