import { ServiceError } from '@latchkey/protocol/errors'
import type { TestSession, TestState } from './createTestServer.ts'

const minute = 60_000

/** Checks of the test server before it serves a login. The contract suite compares them with the real server. */
export type TestSessionRules = {
  isLocked: () => boolean
  /** Seconds until the page locks; null: never. */
  locksIn: () => number | null
  /** @throws LatchkeyError `step_up_required` */
  requireUnlocked: () => void
  /** @throws LatchkeyError `step_up_required` */
  requireStepUp: () => void
  /** @throws LatchkeyError `device_not_enrolled` */
  requireEnrolled: () => void
  /** Records a proof of identity. */
  freshen: (method: 'code' | 'passkey') => { freshUntil: string }
  /** @throws LatchkeyError `rate_limited` */
  consume: (options: { key: string; limit: number; window: number }) => void
}

/** Creates the rules of one login. */
export function testSessionRules({
  session,
  state,
  autoLock,
  now,
}: {
  session: TestSession
  state: TestState
  autoLock: number | 'off'
  now: () => number
}): TestSessionRules {
  const { userId, deviceId } = session
  const limit = autoLock === 'off' ? Number.POSITIVE_INFINITY : autoLock * minute
  const isLocked = () => session.lockedAt !== null || now() - session.activeAt > limit + minute
  const hasPasskey = () => state.passkeys.some((passkey) => passkey.userId === userId)
  const requireUnlocked = () => {
    if (isLocked()) throw new ServiceError('step_up_required')
  }
  return {
    isLocked,
    locksIn: () => {
      if (isLocked()) return 0
      return autoLock === 'off' ? null : Math.max(0, Math.round((session.activeAt + limit - now()) / 1000))
    },
    requireUnlocked,
    requireStepUp: () => {
      const isFresh = now() - session.authTime <= 5 * minute && session.lockedAt === null
      if (!isFresh || (hasPasskey() && !session.isByPasskey)) throw new ServiceError('step_up_required')
    },
    requireEnrolled: () => {
      const wallet = state.wallets.find((one) => one.userId === userId)
      if (wallet && !wallet.shares.has(deviceId)) throw new ServiceError('device_not_enrolled')
    },
    freshen: (method) => {
      session.authTime = now()
      session.activeAt = now()
      session.lockedAt = null
      session.isByPasskey = method === 'passkey'
      return { freshUntil: new Date(now() + 5 * minute).toISOString() }
    },
    consume: ({ key, limit: most, window }) => {
      const from = now() - window
      const used = (state.counters.get(key) ?? []).filter((at) => at > from)
      if (used.length >= most) throw new ServiceError('rate_limited', { retryAfter: window / 1000 })
      state.counters.set(key, [...used, now()])
    },
  }
}
