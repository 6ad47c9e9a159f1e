import type { SessionsFeature, SessionsState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseSmartSessionsParameters = {
  /** False prevents requests. True by default. */
  enabled?: boolean | undefined
}

/** The permissions, and functions to read them again and to revoke one. */
export type UseSmartSessionsReturnType = SessionsState & Pick<SessionsFeature, 'refresh' | 'revoke'>

/** State on a server. */
const none: SessionsState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  tokens: {},
}

/**
 * Returns the permissions of apps for the active account on the active network, newest first, and keeps them current while a component
 * uses the hook. A failed read sets `error`; `revoke` throws coded errors.
 *
 * @example const { data, revoke } = useSmartSessions()
 */
export function useSmartSessions({ enabled = true }: UseSmartSessionsParameters = {}): UseSmartSessionsReturnType {
  const { latchkey } = useLatchkeyContext()
  const { sessions } = latchkey
  const state = useReadable(sessions, none)
  useEffect(() => (enabled ? sessions.watch() : undefined), [sessions, enabled])
  return useMemo(() => {
    const { refresh, revoke } = sessions
    return { ...state, refresh, revoke }
  }, [state, sessions])
}
