import { z } from 'zod'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as `0x${string}`)
const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)

const terms = {
  liquidityAvailable: z.literal(true),
  buyToken: address,
  sellToken: address,
  buyAmount: amount,
  sellAmount: amount,
  minBuyAmount: amount,
  allowanceTarget: z.nullish(address),
  issues: z.nullish(z.object({ allowance: z.nullish(z.object({ spender: address })) })),
  route: z.object({
    fills: z
      .array(
        z.object({
          source: z.string().min(1).max(100),
          /** Ten thousandths. */
          proportionBps: z.string().regex(/^\d{1,5}$/),
        }),
      )
      .max(100),
  }),
}

const nothing = z.object({ liquidityAvailable: z.literal(false) })

/** Response of `/swap/allowance-holder/price`, with the fields that we read. Source: 0x Swap API v2. */
export const zeroexPriceSchema = z.union([nothing, z.object({ ...terms, gas: z.nullish(amount), gasPrice: amount })])

/** Response of `/swap/allowance-holder/quote`, with the fields that we read. Source: 0x Swap API v2. */
export const zeroexQuoteSchema = z.union([
  nothing,
  z.object({
    ...terms,
    transaction: z.object({
      to: address,
      data: z
        .string()
        .regex(/^0x(?:[0-9a-fA-F]{2}){4,100000}$/)
        .transform((text) => text.toLowerCase() as `0x${string}`),
      gas: z.nullish(amount),
      gasPrice: amount,
      value: amount,
    }),
  }),
])

/** A response of either kind that has liquidity. */
export type ZeroexTerms = Extract<
  z.output<typeof zeroexPriceSchema> | z.output<typeof zeroexQuoteSchema>,
  { liquidityAvailable: true }
>

/** Body of a refused request. */
export const zeroexRefusalSchema = z.object({ name: z.string().max(200) })
