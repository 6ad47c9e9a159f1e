import * as z from 'zod/mini'
import { accountIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'

const assetParams = z.object({ address: accountIdSchema })

/** A token with its market data. Amounts are exact decimal texts; money is in US dollars, and null if no price is known. */
export const tokenSchema = z.object({
  address: accountIdSchema,
  name: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  iconUrl: z.nullable(z.string()),
  totalSupply: z.string(),
  holders: z.number(),
  price: z.nullable(z.number()),
  /** Price change over the last 24 hours as a fraction: 0.05 is +5%. Null if the trades do not go back that far. */
  change24h: z.nullable(z.number()),
  volume24h: z.nullable(z.number()),
  liquidity: z.nullable(z.number()),
  marketCap: z.nullable(z.number()),
})

/** A token with its market data. */
export type Token = z.infer<typeof tokenSchema>

/** One token with its market data. */
export const getToken = defineEndpoint({
  method: 'GET',
  path: '/v1/tokens/{address}',
  summary: 'A token and its market figures',
  tag: 'Markets',
  project: 'required',
  params: assetParams,
  response: tokenSchema,
  errors: ['unsupported_chain', 'not_found'],
})

/** The lengths of a candle, in seconds by name. */
export const candleIntervals = { '1m': 60, '5m': 300, '1h': 3600, '1d': 86400 } as const

/** The length of a candle. */
export type CandleInterval = keyof typeof candleIntervals

/** Prices and volume of one interval in US dollars; `time` is its start in unix seconds. */
export const candleSchema = z.object({
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})

/** Prices and volume of one interval. */
export type Candle = z.infer<typeof candleSchema>

/** Candles of a token from indexed trades, oldest first. Omits intervals without a trade. */
export const getCandles = defineEndpoint({
  method: 'GET',
  path: '/v1/tokens/{address}/candles',
  summary: 'Price candles of a token from indexed trades',
  tag: 'Markets',
  project: 'required',
  params: assetParams,
  query: z.object({
    interval: z._default(z.enum(['1m', '5m', '1h', '1d']), '1h'),
    /** Unix seconds, inclusive. */
    from: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
    to: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
  }),
  response: z.object({ candles: z.array(candleSchema) }),
  errors: ['unsupported_chain', 'not_found'],
})

/** One trade of a token, from the view of its buyer or seller. */
export const tradeSchema = z.object({
  id: z.string(),
  hash: z.string(),
  minedAt: z.string(),
  maker: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.object({ numeric: z.string() }),
  price: z.nullable(z.number()),
  value: z.nullable(z.number()),
})

/** One trade of a token. */
export type Trade = z.infer<typeof tradeSchema>

/** Trades of a token, newest first. */
export const getTrades = defineEndpoint({
  method: 'GET',
  path: '/v1/tokens/{address}/trades',
  summary: 'Trades of a token, newest first',
  tag: 'Markets',
  project: 'required',
  params: assetParams,
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(tradeSchema), next: z.nullable(z.string()) }),
  errors: ['unsupported_chain', 'not_found', 'malformed_cursor'],
})

/** One holder of a token; `share` is the fraction of the supply; `label` names known contracts. */
export const holderSchema = z.object({
  address: z.string(),
  quantity: z.object({ numeric: z.string() }),
  share: z.number(),
  label: z.nullable(z.string()),
})

/** One holder of a token. */
export type Holder = z.infer<typeof holderSchema>

/** Holders of a token, largest first. */
export const getHolders = defineEndpoint({
  method: 'GET',
  path: '/v1/tokens/{address}/holders',
  summary: 'Holders of a token, largest first',
  tag: 'Markets',
  project: 'required',
  params: assetParams,
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(holderSchema), next: z.nullable(z.string()) }),
  errors: ['unsupported_chain', 'not_found', 'malformed_cursor'],
})
