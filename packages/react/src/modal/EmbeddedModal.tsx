import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ModalScope, useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { Announcer } from './Announcer.tsx'
import { ModalCard } from './ModalCard.tsx'
import { ToastLayer } from './ToastLayer.tsx'
import { useCancelOnLeave } from './useCancelOnLeave.ts'
import { useShadowHost } from './useShadowHost.ts'

/** The modal as a part of the page. */
export function EmbeddedModal() {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const root = useShadowHost({ parent: place })
  return (
    <>
      <div ref={setPlace} />
      {createPortal(
        <ModalScope>
          <EmbeddedCard />
        </ModalScope>,
        root,
      )}
    </>
  )
}

function EmbeddedCard() {
  const { latchkey } = useModalScope()
  const state = useReadable(latchkey.modal)
  useCancelOnLeave(state)
  // An embedded modal cannot close. Closing opens the account instead, or the wallets if none is connected.
  useEffect(() => {
    if (!state.open) void latchkey.modal.open()
  }, [state.open, latchkey])
  return (
    <div className="root embedded">
      <ModalCard state={state} embedded />
      <ToastLayer toast={state.toast} />
      <Announcer />
    </div>
  )
}
