import type { Context } from '../../platform/context.ts'
import { createAddressLimits } from '../../platform/http/createAddressLimits.ts'

/** What is counted for a network address: offers asked for, orders made, their pages opened again, orders given up. */
export type OnrampAct = 'quote' | 'order' | 'open' | 'cancel'

/** Counts one. @throws LatchkeyError `rate_limited` */
export type OnrampLimits = (act: OnrampAct, ip: string) => Promise<void>

/**
 * Creates the limits of one network address, beside those of all requests: offers ask chains and providers, orders make pages at providers
 * and hold what is in stock.
 *
 * @param options.ordersPerHour that one network address makes
 */
export function createOnrampLimits({
  context,
  ordersPerHour,
}: {
  context: Pick<Context, 'clock' | 'kv'>
  ordersPerHour: number
}): OnrampLimits {
  return createAddressLimits({
    context,
    name: 'onramp',
    windows: {
      quote: [{ seconds: 60, limit: 240 }],
      order: [
        { seconds: 60, limit: 30 },
        { seconds: 3600, limit: ordersPerHour },
      ],
      open: [{ seconds: 60, limit: 30 }],
      cancel: [{ seconds: 60, limit: 60 }],
    },
    refusal: (seconds) => `Too many requests: try again in ${seconds} seconds`,
  }).consume
}
