import type { Readable } from '@latchkey/core'
import { useSyncExternalStore } from 'react'

/** Follows a store of the kit that has no hook of its own. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(readable.subscribe, readable.getState, readable.getState)
}
