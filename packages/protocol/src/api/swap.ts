import * as z from 'zod/mini'
import { accountIdSchema, accountReferenceSchema, chainIdSchema } from '../caip/schemas.ts'
import { defineEndpoint } from './endpoint.ts'

/** The largest uint256, 2^256 - 1. Texts of equal length compare like their numbers. */
const largest = '115792089237316195423570985008687907853269984665640564039457584007913129639935'
const amountSchema = z.string().check(
  z.regex(/^\d{1,78}$/),
  z.refine((text) => text.length < largest.length || text <= largest),
)
const hexSchema = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
const gasSchema = z.object({
  /** Gas units. */
  gas: amountSchema,
  /** Wei per unit. */
  gasPrice: amountSchema,
})

/** The two tokens of a swap, by CAIP-10. Only one field must name the network; the others, including the account, can be plain addresses. */
const pairFields = { from: accountReferenceSchema, to: accountReferenceSchema }

/** A token that can be swapped; the native token has the address `0xeeee…eeee`. */
export const swappableTokenSchema = z.object({
  name: z.string(),
  symbol: z.string(),
  address: accountIdSchema,
  decimals: z.number(),
  logoUri: z.nullable(z.string()),
  /** Supports permits (ERC-2612), so that an approval needs no transaction. */
  eip2612: z.boolean(),
  /** US dollars for one token; null if no price is known. */
  price: z.nullable(z.number()),
  /** Listed by the operator. All others were found in pools. */
  listed: z.boolean(),
})

/** A token that can be swapped. */
export type SwappableToken = z.infer<typeof swappableTokenSchema>

/** One step of a route through one pool. */
export const routeHopSchema = z.object({
  /** Kind of pool: `uniswap-v2`, `uniswap-v3`; `wrapped-native` wraps or unwraps one to one; an aggregator's own names. */
  source: z.string(),
  /** CAIP-10 of the pool; null if an aggregator does not report it. */
  pool: z.nullable(accountIdSchema),
  /** Fee of the pool in hundredths of a basis point: 3000 is 0.3%. Null if unknown. */
  fee: z.nullable(z.number()),
  from: accountIdSchema,
  to: accountIdSchema,
})

/** One part of a route. Its share of the input goes through these pools in order. */
export const routePartSchema = z.object({
  /** Share of the input, above 0 up to 1. */
  share: z.number(),
  /** Base units of the first and the last token. */
  amountIn: amountSchema,
  amountOut: amountSchema,
  hops: z.array(routeHopSchema),
})

/** One part of a route. */
export type RoutePart = z.infer<typeof routePartSchema>

/** A quote for a swap. */
export const quoteSchema = z.object({
  /** ID of the quote for `build-transaction`; null if none is needed. */
  id: z.nullable(z.string()),
  /** Base units of the source token. */
  fromAmount: amountSchema,
  fromAccount: accountIdSchema,
  /** Base units of the target token, before the network cost. */
  toAmount: amountSchema,
  toAccount: accountIdSchema,
  /** Source of the quote: `latchkey` is this server's own router. */
  provider: z.string(),
  route: z.array(routePartSchema),
  /** Price impact of the swap against the visitor, a fraction: 0.031 is 3.1%. Null if unknown. */
  priceImpact: z.nullable(z.number()),
  /** Fee of the pools on the input, a fraction. Null if unknown. */
  poolFee: z.nullable(z.number()),
  /** Transfer fees of the tokens themselves, fractions; 0 for almost all. */
  transferFees: z.object({ from: z.number(), to: z.number() }),
  /** Expected gas units of the swap without its approval, and wei per unit. */
  gas: amountSchema,
  gasPrice: amountSchema,
  /** CAIP-10 of the spender that needs an approval of the source token; null for the native token. */
  spender: z.nullable(accountIdSchema),
  /** The block that the quote is based on. */
  block: z.number(),
  /** Until when the quote should be shown, ISO 8601. */
  validUntil: z.string(),
})

/** A quote for a swap. */
export type Quote = z.infer<typeof quoteSchema>

/** The tokens of a chain that can be swapped, listed ones first, then by the size of their pools. */
export const getSwapTokens = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/tokens',
  summary: 'Tokens that can be swapped',
  tag: 'Swap',
  project: 'required',
  query: z.object({ chainId: chainIdSchema, address: z.optional(z.string()) }),
  response: z.object({ tokens: z.array(swappableTokenSchema) }),
  errors: ['malformed_address', 'unsupported_chain', 'swap_network_unsupported'],
})

/** Quotes for an exact amount of one token in another, best first. */
export const getSwapQuotes = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/quotes',
  summary: 'The best prices for a swap, over the pools of the chain',
  tag: 'Swap',
  project: 'required',
  query: z.object({
    /** Base units. */
    amount: amountSchema,
    ...pairFields,
    userAddress: z.optional(accountReferenceSchema),
    /** Wei; the chain's own price by default. */
    gasPrice: z.optional(amountSchema),
  }),
  response: z.object({ quotes: z.array(quoteSchema) }),
  errors: [
    'malformed_address',
    'unsupported_chain',
    'swap_network_unsupported',
    'token_not_found',
    'same_token',
    'amount_too_small',
    'insufficient_liquidity',
    'transfer_fee_unsupported',
    'upstream_unavailable',
  ],
})

/** Amount of a token that the router can take from an account. */
export const getSwapAllowance = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/allowance',
  summary: 'How much the router may take of a token',
  tag: 'Swap',
  project: 'required',
  /** Each by CAIP-10; one of them can be a plain address on the network of the other. */
  query: z.object({ tokenAddress: accountReferenceSchema, userAddress: accountReferenceSchema }),
  response: z.object({
    /** Base units; 2^256 - 1 for the native token. */
    allowance: amountSchema,
  }),
  errors: [
    'malformed_address',
    'unsupported_chain',
    'swap_network_unsupported',
    'token_not_found',
    'upstream_unavailable',
  ],
})

/** Price of gas at three speeds. */
export const getSwapGasPrice = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/gas-price',
  summary: 'Gas prices at three speeds',
  tag: 'Swap',
  project: 'required',
  query: z.object({ chainId: chainIdSchema }),
  /** Wei per unit of gas. */
  response: z.object({ standard: amountSchema, fast: amountSchema, instant: amountSchema }),
  errors: ['unsupported_chain', 'gas_price_network_unsupported', 'upstream_unavailable'],
})

/** A signed permit (ERC-2612) for the router, instead of an approval. */
export const permitSchema = z.object({
  /** Base units. */
  value: amountSchema,
  /** Unix seconds. */
  deadline: amountSchema,
  /** 65 bytes: r, s, v. */
  signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/i)),
})

/** Builds the transaction of a swap. */
export const buildSwapTransaction = defineEndpoint({
  method: 'POST',
  path: '/v1/convert/build-transaction',
  summary: 'The transaction that makes a swap',
  tag: 'Swap',
  project: 'required',
  body: z.object({
    projectId: z.optional(z.string()),
    /** Base units of the source token. */
    amount: amountSchema,
    ...pairFields,
    userAddress: accountReferenceSchema,
    /** Slippage in percent: 1 by default, 50 at most. */
    eip155: z.optional(
      z.object({ slippage: z.optional(z.union([z.number(), z.string()])), permit: z.optional(permitSchema) }),
    ),
    /** Skips the gas estimate and the simulation, for a swap that needs an approval first. */
    disableEstimate: z.optional(z.boolean()),
    /** The quote that was shown. With it, a transaction that would give less than the quote is refused. */
    quoteId: z.optional(z.nullable(z.string())),
    /** The minimum received, in base units. The chain enforces at least this. */
    minimumAmount: z.optional(amountSchema),
  }),
  response: z.object({
    tx: z.object({
      /** CAIP-10 of the account. */
      from: accountIdSchema,
      /** CAIP-10 of the router. */
      to: accountIdSchema,
      data: hexSchema,
      /** Quoted base units of the target token, as text. */
      amount: amountSchema,
      /** Wei that the account sends with the transaction. */
      value: amountSchema,
      eip155: gasSchema,
    }),
    quote: quoteSchema,
    /** Base units of the target token below which the chain refuses the swap. */
    minimumAmount: amountSchema,
    /** Unix seconds after which the chain refuses it. */
    deadline: z.number(),
  }),
  errors: [
    'malformed_address',
    'unsupported_chain',
    'swap_network_unsupported',
    'token_not_found',
    'same_token',
    'amount_too_small',
    'insufficient_liquidity',
    'transfer_fee_unsupported',
    'quote_outdated',
    'simulation_failed',
    'upstream_unavailable',
  ],
})

/** Builds the approval that a swap needs first. */
export const buildSwapApproval = defineEndpoint({
  method: 'GET',
  path: '/v1/convert/build-approve',
  summary: 'The approval that a swap needs first',
  tag: 'Swap',
  project: 'required',
  query: z.object({
    ...pairFields,
    userAddress: accountReferenceSchema,
    /** Base units; the largest possible approval by default. */
    amount: z.optional(amountSchema),
  }),
  response: z.object({
    tx: z.object({
      /** CAIP-10 of the source token. Clients send the approval to its plain address. */
      from: accountIdSchema,
      to: accountIdSchema,
      data: hexSchema,
      value: amountSchema,
      eip155: gasSchema,
    }),
    approval: z.object({ token: accountIdSchema, spender: accountIdSchema, amount: amountSchema }),
  }),
  errors: [
    'malformed_address',
    'unsupported_chain',
    'swap_network_unsupported',
    'token_not_found',
    'simulation_failed',
    'upstream_unavailable',
  ],
})
