import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../../platform/context.ts'

/** What is counted for a network address: offers asked for, orders made, their pages opened again, orders given up. */
export type OnrampAct = 'quote' | 'order' | 'open' | 'cancel'

/** Counts one. @throws LatchkeyError `rate_limited` */
export type OnrampLimits = (act: OnrampAct, ip: string) => Promise<void>

const windows: Readonly<Record<OnrampAct, readonly { seconds: number; limit: number }[]>> = {
  quote: [{ seconds: 60, limit: 240 }],
  order: [
    { seconds: 60, limit: 30 },
    { seconds: 3600, limit: 300 },
  ],
  open: [{ seconds: 60, limit: 30 }],
  cancel: [{ seconds: 60, limit: 60 }],
}

/** Creates the limits of one network address, beside those of all requests: offers ask chains and providers, orders make pages at providers. */
export function createOnrampLimits({
  context: { clock, kv },
}: {
  context: Pick<Context, 'clock' | 'kv'>
}): OnrampLimits {
  return async (act, ip) => {
    for (const { seconds, limit } of windows[act]) {
      const now = Math.floor(clock.now() / 1000)
      const number = Math.floor(now / seconds)
      const count = await kv.increment(`onramp:${act}:${seconds}:${ip}:${number}`, { ttl: seconds })
      if (count <= limit) continue
      const left = (number + 1) * seconds - now
      const message = `Too many requests: try again in ${left} seconds`
      throw new ServiceError('rate_limited', { message, retryAfter: left })
    }
  }
}
