import { useEffect, useState } from 'preact/hooks'
import type { Readable } from '../state/Store.ts'

/** The state of a store, followed. */
export function useReadable<T>(readable: Readable<T>): T {
  const [state, setState] = useState(() => readable.getState())
  useEffect(() => {
    // It may have changed between the first rendering and now.
    setState(() => readable.getState())
    return readable.subscribe((next) => setState(() => next))
  }, [readable])
  return state
}
