import type { SessionsFeature, SessionsState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useSmartSessions} takes. */
export type UseSmartSessionsParameters = {
  /** False reads nothing by itself; true when left out. */
  enabled?: boolean | undefined
}

/** What {@link useSmartSessions} answers: the sessions, and how to take one back. */
export type UseSmartSessionsReturnType = SessionsState & Pick<SessionsFeature, 'refresh' | 'revoke'>

/** What the store looks like on a server. */
const none: SessionsState = {
  status: 'idle',
  data: undefined,
  updatedAt: undefined,
  error: undefined,
  account: undefined,
  tokens: {},
}

/**
 * What apps may do with the account in use without asking each time: its sessions on the network in use, newest first, followed live while
 * a component uses it. What could not be read is in `error`; `revoke` throws coded errors.
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
