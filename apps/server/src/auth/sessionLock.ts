import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../platform/clock/Clock.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'

/** Milliseconds that the server waits longer than the page, which reports use at most once a minute. */
const lockGrace = 60_000

type Lockable = Pick<WalletSession, 'projectId' | 'activeAt' | 'lockedAt'>

/** Decides whether logins are locked: by a call, or after the project's `autoLock` without use of the wallet. */
export type SessionLock = {
  isLocked: (session: Lockable) => boolean
  /** @throws LatchkeyError `step_up_required` */
  requireUnlocked: (session: Lockable) => void
  /** Seconds until an idle login locks in the page, which does not wait for {@link lockGrace}. 0: locked; null: never. */
  locksIn: (session: Lockable) => number | null
}

/** Creates the {@link SessionLock} of the configured projects. */
export function createSessionLock({
  config: { projects },
  clock,
}: {
  config: Pick<ServerConfig, 'projects'>
  clock: Clock
}): SessionLock {
  const limits = new Map(projects.map(({ id, wallet: { autoLock } }) => [id, autoLock]))
  const limitOf = ({ projectId }: Lockable) => {
    const autoLock = limits.get(projectId) ?? 15
    return autoLock === 'off' ? null : autoLock * 60_000
  }
  const isLocked: SessionLock['isLocked'] = (session) => {
    const limit = limitOf(session)
    const isIdle = limit !== null && clock.now() - session.activeAt.getTime() > limit + lockGrace
    return session.lockedAt !== null || isIdle
  }
  return {
    isLocked,
    requireUnlocked: (session) => {
      if (isLocked(session)) throw new ServiceError('step_up_required')
    },
    locksIn: (session) => {
      if (isLocked(session)) return 0
      const limit = limitOf(session)
      if (limit === null) return null
      return Math.max(0, Math.round((session.activeAt.getTime() + limit - clock.now()) / 1000))
    },
  }
}
