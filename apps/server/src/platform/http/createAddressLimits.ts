import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../context.ts'
import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** What one network address may do of one kind in so many seconds. */
export type AddressWindow = { seconds: number; limit: number }

/** Counts what one network address does, as `clientAddress` writes it. */
export type AddressLimits<Act extends string> = {
  /** Refuses whoever is at a limit already, before anything costs. @throws ServiceError `rate_limited` */
  peek: (act: Act, ip: string) => Promise<void>
  /** Counts one. @throws ServiceError `rate_limited` where that is one too many */
  consume: (act: Act, ip: string) => Promise<void>
}

/**
 * Creates limits of one network address (IPv6: /64, and five times as much a /48) in windows that begin with the minute, the hour and the day of UTC.
 *
 * @param options.name before the keys of the counts
 * @param options.windows of each kind; one after the other, so that what the first refuses does not count for those after it
 * @param options.refusal what is said, in so many seconds it may be tried again
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
