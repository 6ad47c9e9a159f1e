import type { Readable } from '@latchkey/core'
import { useSyncExternalStore } from 'react'

/** Subscribes to a store of the kit that has no hook. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSyncExternalStore(readable.subscribe, readable.getState, readable.getState)
}
