import * as z from 'zod/mini'
import { fungibleIdSchema } from '../caip/schemas.ts'
import { currencySchema } from './currency.ts'
import { defineEndpoint } from './endpoint.ts'

/**
 * A token with its price: from the pools on its own chain, or from its form on another chain (`priceFrom` of the server's configuration).
 * `price` is null if no pool is deep enough.
 */
export const fungibleSchema = z.object({
  /** As in the request. */
  address: fungibleIdSchema,
  name: z.string(),
  symbol: z.string(),
  iconUrl: z.nullable(z.string()),
  price: z.nullable(z.number()),
  decimals: z.number(),
})

/** A token with its price. */
export type Fungible = z.infer<typeof fungibleSchema>

/** Prices of all requested tokens, in the order of the request. */
export const getFungiblePrice = defineEndpoint({
  method: 'POST',
  path: '/v1/fungible/price',
  summary: 'Prices of tokens and native coins, from pools on chains',
  tag: 'Prices',
  project: 'required',
  body: z.object({
    projectId: z.optional(z.string()),
    currency: currencySchema,
    /** CAIP-10 contracts and mints; native tokens as `nativeEvmAddress`, `nativeSolanaAddress` and, on Bitcoin, `native`. */
    addresses: z.array(fungibleIdSchema).check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({ fungibles: z.array(fungibleSchema) }),
  errors: ['unsupported_chain', 'unsupported_currency', 'upstream_unavailable'],
})
