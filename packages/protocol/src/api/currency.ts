import * as z from 'zod/mini'

/** The currency of prices and values. Only `usd`, which is also the default. */
export const currencySchema = z._default(z.literal('usd'), 'usd')
