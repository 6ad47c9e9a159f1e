import { createStore, type Readable, type Siwx } from '@latchkey/core'

/** A sign-in of which is known whether its server answers. */
export type WatchedSiwx = Siwx & {
  /** Whether the last question about sessions got no answer. */
  away: Readable<boolean>
  /** Has the kit ask for sessions again. */
  lookAgain: () => void
}

/** Milliseconds until sessions are asked for again after a failure. */
const pause = 4_000

/**
 * Watches a sign-in for a server that is away: the kit then takes nobody for signed in, which nobody has said. It is asked again until it answers.
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

/** Whether a sign-in is one that is watched. */
export function isWatched(siwx: Siwx | undefined): siwx is WatchedSiwx {
  return siwx !== undefined && 'away' in siwx
}
