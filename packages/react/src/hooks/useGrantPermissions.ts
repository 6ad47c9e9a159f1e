import type { GrantOptions, PermissionsFeature } from '@latchkey/core'
import type { LatchkeyError } from '@latchkey/protocol'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useRequest } from './useRequest.ts'

type Granted = Awaited<ReturnType<PermissionsFeature['grant']>>

export type UseGrantPermissionsReturnType = {
  /** `asking`: the wallet shows the request. */
  status: 'idle' | 'asking' | 'granted' | 'failed'
  /** The grant. Give its `context` to the program that uses the permission, usually the app's server. */
  granted: Granted | undefined
  /** Why the request failed; `user_rejected` if the visitor declined. */
  error: LatchkeyError | undefined
  /** Asks the wallet. Does not throw: `error` has the failure. */
  grant: (options: GrantOptions) => Promise<Granted | undefined>
  reset: () => void
}

/**
 * Asks the visitor to grant the app permissions with limits (ERC-7715).
 *
 * @example
 * const { grant, granted, error } = useGrantPermissions()
 * await grant({ expiry, signer: { type: 'account', data: { address: server } }, permissions })
 */
export function useGrantPermissions(): UseGrantPermissionsReturnType {
  const { latchkey } = useLatchkeyContext()
  const { status, answer, error, ask, reset } = useRequest(latchkey.permissions.grant)
  return useMemo(
    () => ({ status: status === 'done' ? 'granted' : status, granted: answer, error, grant: ask, reset }),
    [status, answer, error, ask, reset],
  )
}
