import type { PermissionsFeature, PermissionsState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UsePermissionsParameters = {
  /** False prevents requests. True by default. */
  enabled?: boolean | undefined
}

/** The permissions, and functions to read them again and to revoke one. */
export type UsePermissionsReturnType = PermissionsState & Pick<PermissionsFeature, 'refresh' | 'revoke'>

/** State on a server. */
const none: PermissionsState = {
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
 * @example
 * const { data = [], revoke } = usePermissions()
 * return data.map(({ pci, project }) => <button key={pci} onClick={() => revoke({ pci }).catch(() => {})}>Revoke {project.name}</button>)
 */
export function usePermissions({ enabled = true }: UsePermissionsParameters = {}): UsePermissionsReturnType {
  const { latchkey } = useLatchkeyContext()
  const { permissions } = latchkey
  const state = useReadable(permissions, none)
  useEffect(() => (enabled ? permissions.watch() : undefined), [permissions, enabled])
  return useMemo(() => {
    const { refresh, revoke } = permissions
    return { ...state, refresh, revoke }
  }, [state, permissions])
}
