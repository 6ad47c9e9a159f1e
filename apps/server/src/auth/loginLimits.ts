import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../platform/context.ts'
import type { Counters } from './createCounters.ts'
import { createNetworkLimits } from './createNetworkLimits.ts'
import { normalizeEmail } from './emailAddress.ts'

const hour = 3600
const day = 24 * hour

/** Seconds between two mails to one address. */
export const cooldownSeconds = 30

/** Counts everything that could be used to guess codes or to flood a mailbox. */
export type LoginLimits = {
  /**
   * One mail more to an address: 1 per 30 s, 5 per hour, 10 per day; 20 per hour and network, 1,000 per hour and project.
   *
   * @param options.starter the key of the device that begins a login: 10 per hour
   * @throws LatchkeyError `email_cooldown`, `rate_limited`
   */
  sendMail: (options: { email: string; ip: string; projectId: string; starter?: string }) => Promise<void>
  /** One code or link more from an address of the network: 100 per hour. @throws LatchkeyError `rate_limited` */
  tryCode: (options: { ip: string }) => Promise<void>
  /**
   * Counts a wrong code before it is known to be wrong, so that no two guesses share the last place: 20 per day.
   *
   * @param options.who an address for logins; for who is logged in, their device: neither strangers who guess at their address nor
   * somebody else who is logged in cost them anything
   * @returns takes it back when the code was right; undefined when there are no guesses left
   */
  reserveFailure: (options: {
    who: { email: string } | { deviceId: string }
  }) => Promise<{ undo: () => Promise<void> } | undefined>
  /** Whether the address had so many wrong codes today that only a link helps. */
  isLinkOnly: (options: { email: string }) => Promise<boolean>
  /** 60 per hour. @throws LatchkeyError `rate_limited` */
  refresh: (options: { sessionId: string }) => Promise<void>
}

const failuresPerDay = 20

/** Creates the limits of logins. */
export function createLoginLimits({
  context: { config, log },
  counters,
}: {
  context: Pick<Context, 'config' | 'log'>
  counters: Counters
}): LoginLimits {
  const perNetwork = createNetworkLimits({ config })
  const failuresKey = (who: { email: string } | { deviceId: string }) =>
    'email' in who ? `code-failed:${normalizeEmail(who.email)}` : `code-failed-device:${who.deviceId}`

  return {
    sendMail: async ({ email, ip, projectId, starter }) => {
      const key = `mail:${normalizeEmail(email)}`
      const code = 'email_cooldown'
      const project = { key: `mail-project:${projectId}`, limit: 1000, window: hour }
      try {
        await counters.consume([
          { key, limit: 1, window: cooldownSeconds, code },
          { key, limit: 5, window: hour, code },
          { key, limit: 10, window: day, code },
          ...perNetwork('mail-network', ip, 20),
          project,
          ...(starter ? [{ key: `start:${starter}`, limit: 10, window: hour }] : []),
        ])
      } catch (error) {
        if (error instanceof ServiceError && (await counters.count(project)) >= project.limit) {
          log.warn({ projectId, limit: project.limit }, 'A project sends as much mail as it may in an hour')
        }
        throw error
      }
    },
    tryCode: async ({ ip }) => {
      const limits = perNetwork('code', ip, 100)
      if (limits.length > 0) await counters.consume(limits)
    },
    reserveFailure: async ({ who }) => {
      try {
        return await counters.consume([{ key: failuresKey(who), limit: failuresPerDay, window: day }])
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'rate_limited') return undefined
        throw error
      }
    },
    isLinkOnly: async ({ email }) =>
      (await counters.count({ key: failuresKey({ email }), window: day })) >= failuresPerDay,
    refresh: async ({ sessionId }) => {
      await counters.consume([{ key: `refresh:${sessionId}`, limit: 60, window: hour }])
    },
  }
}
