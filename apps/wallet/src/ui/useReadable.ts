import { useEffect, useState } from 'preact/hooks'
import type { Readable } from '../state/Store.ts'

/** Returns the state of a store and follows it. */
export function useReadable<T>(readable: Readable<T>): T {
  const [state, setState] = useState(() => readable.getState())
  useEffect(() => {
    // It may have changed since the first render.
    setState(() => readable.getState())
    return readable.subscribe((next) => setState(() => next))
  }, [readable])
  return state
}
