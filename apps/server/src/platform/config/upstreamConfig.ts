import { z } from 'zod'

/** The shape of a web address in the configuration. */
export const httpUrl = z.url({ protocol: /^https?$/ })

/** Share of the calls relative to the chain's other endpoints. */
const weight = z.number().positive().default(1)

/** One JSON-RPC endpoint of a chain. */
export const upstreamSchema = z.strictObject({
  url: httpUrl,
  /** Where its WebSocket is, if it has one. */
  ws: z.url({ protocol: /^wss?$/ }).optional(),
  weight,
})

/** One Esplora-shaped HTTP API of a Bitcoin network: its base, such as `https://host/api`. */
export const esploraUpstreamSchema = z.strictObject({ url: httpUrl, weight })
