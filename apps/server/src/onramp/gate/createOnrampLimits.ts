import type { Context } from '../../platform/context.ts'
import { createAddressLimits } from '../../platform/http/createAddressLimits.ts'

/** Actions that are counted for a network address: requests for quotes, new orders, reopened payment pages, canceled orders. */
export type OnrampAct = 'quote' | 'order' | 'open' | 'cancel'

/** Counts one action. @throws LatchkeyError `rate_limited` */
export type OnrampLimits = (act: OnrampAct, ip: string) => Promise<void>

/**
 * Creates the limits of one network address, in addition to the general rate limits. Quotes cause requests to chains and
 * providers. Orders create pages at providers and reserve tokens of the treasury.
 *
 * @param options.ordersPerHour limit for one network address
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
