import type { Schedule } from '../device/Schedule.ts'

/** Milliseconds that a page may be frozen or hidden away before the wallet locks. */
const frozenLimit = 5 * 60_000
/** How often the clock is looked at: a timer stands still while the computer sleeps, and nothing tells a page that it woke. */
const lookEvery = 30_000

/** Locks the wallet that nobody uses. */
export type AutoLock = {
  /** The wallet was used. */
  touch: () => void
  /** The wallet was opened by a page that came later than the last use: `seconds` are left of the time. */
  resume: (seconds: number) => void
  stop: () => void
}

/**
 * Locks after some minutes without use (`off`: never), and when the page was put away (frozen, or in the background) for more than five minutes:
 * timers stand still then, so the clock is looked at when the page is back.
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
