import { ServiceError } from '@latchkey/protocol/errors'
import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import type { Context } from '../../platform/context.ts'

/** What is counted: names registered, names changed, and chains asked about a signature. */
export type NameAct = 'registration' | 'change' | 'check'

/** Counts what one network address does, as `clientAddress` writes it. */
export type NameLimits = {
  /** Refuses whoever is at a limit already, before anything costs. @throws ServiceError `rate_limited` */
  peek: (act: NameAct, ip: string) => Promise<void>
  /** Counts one. @throws ServiceError `rate_limited` where that is one too many */
  consume: (act: NameAct, ip: string) => Promise<void>
}

type Window = { name: string; seconds: number; limit: number }

/** A provider gives its customers /56 or /48 of IPv6: whoever has one has many /64, and together they may do so many times as much. */
const widerTimes = 5

const hour = 3_600
const day = 24 * hour

/**
 * Creates the limits. Registrations and changes count when they are written, so that a refusal costs a visitor nothing; questions to chains,
 * which strangers could have asked for nothing, count when they are asked. Windows begin with the hour and the day of UTC.
 */
export function createNameLimits({
  context: { kv, clock },
  limits: { registrationsPerHour, registrationsPerDay, changesPerHour },
}: {
  context: Pick<Context, 'kv' | 'clock'>
  limits: NamesConfig['limits']
}): NameLimits {
  const windows: Record<NameAct, readonly Window[]> = {
    registration: [
      { name: 'hour', seconds: hour, limit: registrationsPerHour },
      { name: 'day', seconds: day, limit: registrationsPerDay },
    ],
    change: [{ name: 'hour', seconds: hour, limit: changesPerHour }],
    check: [{ name: 'hour', seconds: hour, limit: registrationsPerHour + 2 * changesPerHour }],
  }
  const placeOf = ({ name, seconds }: Window, act: NameAct, ip: string) => {
    const now = Math.floor(clock.now() / 1000)
    const number = Math.floor(now / seconds)
    return { key: `names:${act}:${name}:${ip}:${number}`, left: (number + 1) * seconds - now }
  }
  const each = async (act: NameAct, ip: string, isWithin: (key: string, limit: number) => Promise<boolean>) => {
    const wider = findWider(ip)
    const counted = windows[act].flatMap((window) => [
      { window, from: ip, limit: window.limit },
      ...(wider ? [{ window, from: wider, limit: window.limit * widerTimes }] : []),
    ])
    // One after the other: what the hour refuses does not count for the day.
    for (const { window, from, limit } of counted) {
      const { key, left } = placeOf(window, act, from)
      if (await isWithin(key, limit)) continue
      const message = `Too many names from here: try again in ${left} seconds`
      throw new ServiceError('rate_limited', { message, retryAfter: left })
    }
  }

  return {
    peek: (act, ip) => each(act, ip, async (key, limit) => Number((await kv.get(key)) ?? 0) < limit),
    consume: (act, ip) => each(act, ip, async (key, limit) => (await kv.increment(key, { ttl: day })) <= limit),
  }
}

/** The /48 in which a /64 of IPv6 lies. */
function findWider(ip: string): string | undefined {
  const [, network] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(ip) ?? []
  return network && `${network}::/48`
}
