import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../context.ts'
import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** Limit for one kind of act, per network address and window. */
export type AddressWindow = { seconds: number; limit: number }

/** Counts the acts of network addresses, in the notation of `clientAddress`. */
export type AddressLimits<Act extends string> = {
  /** Rejects a caller that is already at a limit, before the act has any cost. @throws ServiceError `rate_limited` */
  peek: (act: Act, ip: string) => Promise<void>
  /** Counts one act. @throws ServiceError `rate_limited` if the limit is exceeded */
  consume: (act: Act, ip: string) => Promise<void>
}

/**
 * Creates rate limits of network addresses (IPv6: /64; a /48 gets five times as much). The windows start with the minute, the hour and the
 * day of UTC.
 *
 * @param options.name prefix of the counters' keys
 * @param options.windows windows of each kind, in order; an act that one window rejects does not count for later ones
 * @param options.refusal creates the message from the seconds until the next attempt
 */
export function createAddressLimits<Act extends string>({
  context: { clock, kv },
  name,
  windows,
  refusal,
}: {
  context: Pick<Context, 'clock' | 'kv'>
  name: string
  windows: Readonly<Record<Act, readonly AddressWindow[]>>
  refusal: (seconds: number) => string
}): AddressLimits<Act> {
  const each = async (
    act: Act,
    ip: string,
    isWithin: (options: { key: string; limit: number; seconds: number }) => Promise<boolean>,
  ) => {
    const wider = widerNetwork(ip)
    const counted = windows[act].flatMap(({ seconds, limit }) => [
      { seconds, limit, from: ip },
      ...(wider ? [{ seconds, limit: limit * widerTimes, from: wider }] : []),
    ])
    for (const { seconds, limit, from } of counted) {
      const now = Math.floor(clock.now() / 1000)
      const number = Math.floor(now / seconds)
      if (await isWithin({ key: `${name}:${act}:${seconds}:${from}:${number}`, limit, seconds })) continue
      const left = (number + 1) * seconds - now
      throw new ServiceError('rate_limited', { message: refusal(left), retryAfter: left })
    }
  }
  return {
    peek: (act, ip) => each(act, ip, async ({ key, limit }) => Number((await kv.get(key)) ?? 0) < limit),
    consume: (act, ip) =>
      each(act, ip, async ({ key, limit, seconds }) => (await kv.increment(key, { ttl: seconds })) <= limit),
  }
}
