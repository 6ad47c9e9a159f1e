import * as z from 'zod/mini'

/** The currency of prices and values: only `usd`, which is also what a missing one means. */
export const currencySchema = z._default(z.literal('usd'), 'usd')
