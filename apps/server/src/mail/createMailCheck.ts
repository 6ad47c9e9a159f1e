import type { Clock } from '../platform/clock/Clock.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { MailTransport } from './createMailTransport.ts'

/** Milliseconds for which a result is used again, because each test is a login at the mail server. */
const validity = 60_000

/**
 * Creates the check of the mail server for `/ready`. It connects and logs in, at most once a minute. The server stays ready without the
 * mail server: emails wait in the outbox, and logged-in visitors need none.
 */
export function createMailCheck({
  transport,
  clock,
}: {
  transport: Pick<MailTransport, 'verify'>
  clock: Clock
}): HealthCheck {
  let last: { at: number; result: Promise<void> } | undefined
  return {
    name: 'mail server',
    isNeeded: false,
    check: () => {
      if (!last || clock.now() - last.at >= validity) last = { at: clock.now(), result: transport.verify() }
      return last.result
    },
  }
}
