import * as z from 'zod/mini'
import { accountIdSchema } from '../caip/schemas.ts'
import { currencySchema } from './currency.ts'
import { defineEndpoint } from './endpoint.ts'

/** A token with its price, read from the chain's own pools; `price` is null when no pool is deep enough. */
export const fungibleSchema = z.object({
  address: accountIdSchema,
  name: z.string(),
  symbol: z.string(),
  iconUrl: z.nullable(z.string()),
  price: z.nullable(z.number()),
  decimals: z.number(),
})

/** A token with its price. */
export type Fungible = z.infer<typeof fungibleSchema>

/** Prices of tokens, all of them, in the order asked. */
export const getFungiblePrice = defineEndpoint({
  method: 'POST',
  path: '/v1/fungible/price',
  summary: 'Prices of tokens from the pools on their own chain',
  tag: 'Prices',
  project: 'required',
  body: z.object({
    projectId: z.optional(z.string()),
    currency: currencySchema,
    addresses: z.array(accountIdSchema).check(z.maxLength(100)),
  }),
  response: z.object({ fungibles: z.array(fungibleSchema) }),
  errors: ['unsupported_chain', 'unsupported_currency'],
})
