import { z } from 'zod'

/** URL with http or https. */
export const httpUrl = z.url({ protocol: /^https?$/ })

/** Share of the calls, relative to the other endpoints of the chain. */
const weight = z.number().positive().default(1)

/** One JSON-RPC endpoint of a chain. */
export const upstreamSchema = z.strictObject({
  url: httpUrl,
  /** URL of its WebSocket. */
  ws: z.url({ protocol: /^wss?$/, error: 'a URL such as wss://host/path' }).optional(),
  weight,
})

/** One HTTP API of a Bitcoin network that is compatible with Esplora. The URL is its base, such as `https://host/api`. */
export const esploraUpstreamSchema = z.strictObject({ url: httpUrl, weight })
