import type { Readable } from '@latchkey/core'
import { useCallback, useSyncExternalStore } from 'react'

/** Subscribes to one primitive of a store, so that a component renders only after that one changes. */
export function useSelected<T, Value extends string | number | boolean | undefined>(
  readable: Readable<T>,
  select: (state: T) => Value,
  serverSnapshot: Value,
): Value {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable])
  return useSyncExternalStore(
    subscribe,
    () => select(readable.getState()),
    () => serverSnapshot,
  )
}
