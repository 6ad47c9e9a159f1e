import { ServiceError } from '@latchkey/protocol/errors'
import { watchSession as watchEndpoint } from '@latchkey/protocol/wallet'
import type { Schedule } from '../device/Schedule.ts'
import type { RunLocked } from './createDpop.ts'
import type { LoginState } from './createLoginState.ts'

/** Milliseconds in the background after which polling stops. */
const hiddenLimit = 5 * 60_000
const firstPause = 1_000
const longestPause = 60_000

/**
 * Watches the login. The server reports when it ended (another device removed this one) and when the wallet changed elsewhere. The
 * pause grows with every failure, and polling stops while the page is in the background for long. One tab of a device polls at a time,
 * because a browser has few connections to one host.
 *
 * @returns a function that stops it
 */
export function watchLogin({
  session,
  locked,
  projectId,
  now,
  schedule,
  page,
  changed,
}: {
  session: LoginState
  locked: RunLocked
  projectId: string
  now: () => number
  schedule: Schedule
  page: { isHidden: () => boolean; follow: (listener: () => void) => () => void }
  changed: () => void
}): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let hiddenAt: number | null = page.isHidden() ? now() : null
  let wake = () => {}
  const stopFollowing = page.follow(() => {
    hiddenAt = page.isHidden() ? (hiddenAt ?? now()) : null
    if (hiddenAt === null) wake()
  })
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const cancel = schedule(resolve, milliseconds)
      wake = () => {
        cancel()
        resolve()
      }
      signal.addEventListener('abort', wake, { once: true })
    })
  const visible = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })

  const isAway = () => hiddenAt !== null && now() - hiddenAt > hiddenLimit
  /** Polls until the page stays hidden, or the login ends. */
  const ask = async () => {
    let wait = firstPause
    while (!signal.aborted && !isAway()) {
      try {
        const { status } = await session.request(watchEndpoint, { signal })
        wait = firstPause
        if (status === 'changed') changed()
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ServiceError && error.code === 'session_ended') {
          controller.abort()
          return
        }
        await pause(wait)
        wait = Math.min(longestPause, wait * 2)
      }
    }
  }
  const follow = async () => {
    while (!signal.aborted) {
      if (isAway()) await visible()
      await locked(`latchkey-wallet-watch:${projectId}`, ask)
    }
  }
  void follow().catch(() => {})
  return () => {
    controller.abort()
    stopFollowing()
  }
}
