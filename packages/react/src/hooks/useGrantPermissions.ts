import type { GrantOptions, SessionsFeature } from '@latchkey/core'
import type { LatchkeyError } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useAsked } from './useAsked.ts'

type Granted = Awaited<ReturnType<SessionsFeature['grant']>>

/** What {@link useGrantPermissions} answers. */
export type UseGrantPermissionsReturnType = {
  status: 'idle' | 'asking' | 'granted' | 'failed'
  /** With `context`, which goes to whoever acts with it: the app's server, above all. */
  granted: Granted | undefined
  /** Why it came to nothing; `user_rejected` when the visitor declined. */
  error: LatchkeyError | undefined
  /** Asks the wallet. Never throws: what went wrong is in `error`. */
  grant: (options: GrantOptions) => Promise<Granted | undefined>
  reset: () => void
}

/**
 * Asks the visitor to let the app act within limits (ERC-7715).
 *
 * @example
 * const { grant, granted, error } = useGrantPermissions()
 * await grant({ expiry, signer: { type: 'account', data: { address: server } }, permissions })
 */
export function useGrantPermissions(): UseGrantPermissionsReturnType {
  const { latchkey } = useLatchkeyContext()
  const { status, answer, error, ask, reset } = useAsked(latchkey.sessions.grant)
  return useMemo(
    () => ({ status: status === 'done' ? 'granted' : status, granted: answer, error, grant: ask, reset }),
    [status, answer, error, ask, reset],
  )
}
