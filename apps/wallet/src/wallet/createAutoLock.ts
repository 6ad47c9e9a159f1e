import type { Schedule } from '../device/Schedule.ts'

/** Milliseconds that a page may be frozen or hidden before the wallet locks. */
const frozenLimit = 5 * 60_000
/** Interval of the clock check: timers stop while the computer sleeps, and a page gets no event when it wakes. */
const lookEvery = 30_000

/** Locks a wallet that is not used. */
export type AutoLock = {
  /** The wallet was used. */
  touch: () => void
  /** A later page unlocked the wallet: `seconds` remain of the time. */
  resume: (seconds: number) => void
  stop: () => void
}

/**
 * Locks after some minutes without use (`off`: never), and after the page was frozen or hidden for more than five minutes. Timers stop
 * in such a page, so the clock is checked when it returns.
 */
export function createAutoLock({
  minutes,
  now,
  schedule,
  page,
  lock,
}: {
  minutes: number | 'off'
  now: () => number
  schedule: Schedule
  page: { isHidden: () => boolean; follow: (listener: () => void) => () => void }
  lock: () => void
}): AutoLock {
  if (minutes === 'off') return { touch: () => {}, resume: () => {}, stop: () => {} }
  const limit = minutes * 60_000
  let usedAt = now()
  let hiddenAt: number | null = null
  let cancel = () => {}
  const arm = () => {
    cancel()
    cancel = schedule(check, Math.min(lookEvery, Math.max(0, usedAt + limit - now())))
  }
  const check = () => {
    if (now() - usedAt < limit) return arm()
    usedAt = now()
    lock()
    arm()
  }
  const stopFollowing = page.follow(() => {
    if (page.isHidden()) {
      hiddenAt ??= now()
      return
    }
    const away = hiddenAt === null ? 0 : now() - hiddenAt
    hiddenAt = null
    if (away > frozenLimit) lock()
    check()
  })
  arm()
  return {
    touch: () => {
      usedAt = now()
      arm()
    },
    resume: (seconds) => {
      usedAt = Math.min(usedAt, now() - limit + seconds * 1000)
      arm()
    },
    stop: () => {
      cancel()
      stopFollowing()
    },
  }
}
