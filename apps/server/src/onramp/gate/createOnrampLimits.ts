import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../../platform/context.ts'

/** What is counted for a network address: offers asked for, orders made, their pages opened again, orders given up. */
export type OnrampAct = 'quote' | 'order' | 'open' | 'cancel'

/** Counts one. @throws LatchkeyError `rate_limited` */
export type OnrampLimits = (act: OnrampAct, ip: string) => Promise<void>

/** A provider gives its customers /56 or /48 of IPv6: whoever has one has many /64, and together they may do so many times as much. */
const widerTimes = 5

/**
 * Creates the limits of one network address (IPv6: /64), beside those of all requests: offers ask chains and providers, orders make pages at
 * providers and hold what is in stock.
 *
 * @param options.ordersPerHour that one network address makes
 */
export function createOnrampLimits({
  context: { clock, kv },
  ordersPerHour,
}: {
  context: Pick<Context, 'clock' | 'kv'>
  ordersPerHour: number
}): OnrampLimits {
  const windows: Readonly<Record<OnrampAct, readonly { seconds: number; limit: number }[]>> = {
    quote: [{ seconds: 60, limit: 240 }],
    order: [
      { seconds: 60, limit: 30 },
      { seconds: 3600, limit: ordersPerHour },
    ],
    open: [{ seconds: 60, limit: 30 }],
    cancel: [{ seconds: 60, limit: 60 }],
  }
  return async (act, ip) => {
    const wider = findWider(ip)
    const counted = windows[act].flatMap(({ seconds, limit }) => [
      { seconds, limit, from: ip },
      ...(wider ? [{ seconds, limit: limit * widerTimes, from: wider }] : []),
    ])
    for (const { seconds, limit, from } of counted) {
      const now = Math.floor(clock.now() / 1000)
      const number = Math.floor(now / seconds)
      const count = await kv.increment(`onramp:${act}:${seconds}:${from}:${number}`, { ttl: seconds })
      if (count <= limit) continue
      const left = (number + 1) * seconds - now
      const message = `Too many requests: try again in ${left} seconds`
      throw new ServiceError('rate_limited', { message, retryAfter: left })
    }
  }
}

/** The /48 in which a /64 of IPv6 lies. */
function findWider(ip: string): string | undefined {
  const [, network] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(ip) ?? []
  return network && `${network}::/48`
}
