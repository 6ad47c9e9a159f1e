import { createStore, type Readable, type Siwx } from '@latchkey/core'

/** A sign-in with a store that reports whether its server answers. */
export type WatchedSiwx = Siwx & {
  /** Whether the last request for sign-ins got no answer. */
  away: Readable<boolean>
  /** Makes the kit request the sign-ins again. */
  lookAgain: () => void
}

/** Milliseconds until sign-ins are requested again after a failure. */
const pause = 4_000

/**
 * Watches a sign-in for an unreachable server, which the kit treats as signed out. Requests the sign-ins again until the server answers.
 */
export function watchSiwx(siwx: Siwx): WatchedSiwx {
  const away = createStore(false)
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookAgain = () => {
    clearTimeout(timer)
    for (const listener of [...listeners]) listener()
  }
  return {
    ...siwx,
    away,
    lookAgain,
    getSessions: async (of) => {
      clearTimeout(timer)
      try {
        const sessions = await siwx.getSessions(of)
        away.setState(false)
        return sessions
      } catch (error) {
        away.setState(true)
        clearTimeout(timer)
        timer = setTimeout(lookAgain, pause)
        throw error
      }
    },
    subscribe: (listener) => {
      const stop = siwx.subscribe?.(listener)
      listeners.add(listener)
      return () => {
        clearTimeout(timer)
        listeners.delete(listener)
        stop?.()
      }
    },
  }
}

/** Whether a sign-in is watched. */
export function isWatched(siwx: Siwx | undefined): siwx is WatchedSiwx {
  return siwx !== undefined && 'away' in siwx
}
