import type { Counters } from '../auth/createCounters.ts'
import { createNetworkLimits } from '../auth/createNetworkLimits.ts'
import type { Context } from '../platform/context.ts'

/** Maximum of open attempts of one device. */
export const maxOpenAttempts = 10

/** Limits against flooding providers with logins, and against guessing at windows. */
export type SocialLimits = {
  /** Counts an attempt: 20 per hour and network. @throws LatchkeyError `rate_limited` */
  start: (options: { ip: string }) => Promise<void>
  /** Counts a step of a window: 100 per hour and network. @throws LatchkeyError `rate_limited` */
  useWindow: (options: { ip: string }) => Promise<void>
}

/** Creates the limits of provider logins. */
export function createSocialLimits({
  context: { config },
  counters,
}: {
  context: Pick<Context, 'config'>
  counters: Counters
}): SocialLimits {
  const perNetwork = createNetworkLimits({ config })
  const consume = async (name: string, ip: string, limit: number) => {
    const limits = perNetwork(name, ip, limit)
    if (limits.length > 0) await counters.consume(limits)
  }
  return {
    start: ({ ip }) => consume('social-start', ip, 20),
    useWindow: ({ ip }) => consume('social-window', ip, 100),
  }
}
