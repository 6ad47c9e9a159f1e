import type { Readable } from '@latchkey/core'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Subscribes to a store of the core.
 *
 * @param serverSnapshot value on a server and during hydration; the current one by default
 */
export function useReadable<T>(readable: Readable<T>, serverSnapshot?: T): T {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable])
  const getSnapshot = useCallback(() => readable.getState(), [readable])
  return useSyncExternalStore(subscribe, getSnapshot, serverSnapshot === undefined ? getSnapshot : () => serverSnapshot)
}
