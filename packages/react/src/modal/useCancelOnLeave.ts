import type { ModalState } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'

/** Cancels an open request to connect when the visitor leaves the view that waits for it. */
export function useCancelOnLeave({ history }: ModalState): void {
  const { latchkey } = useModalScope()
  const view = history.at(-1)?.name
  const previous = useRef(view)
  useEffect(() => {
    const left = previous.current === 'ConnectingExternal' && view !== 'ConnectingExternal'
    previous.current = view
    if (left && latchkey.connection.getState().asking) latchkey.connection.cancel()
  }, [view, latchkey])
}
