import type { LatchkeyEvent } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'

/**
 * Calls the listener with every event of the kit, while the component is mounted.
 *
 * @example useEvents((event) => { if (event.type === 'connected') track(event.account) })
 */
export function useEvents(listener: (event: LatchkeyEvent) => void): void {
  const { latchkey } = useLatchkeyContext()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => latchkey.subscribe((event) => latest.current(event)), [latchkey])
}
