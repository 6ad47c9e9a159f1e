import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { Announcer } from './Announcer.tsx'
import { lockScroll } from './lockScroll.ts'
import { ModalCard } from './ModalCard.tsx'
import { modalTitleId } from './ModalHeader.tsx'
import { ToastLayer } from './ToastLayer.tsx'
import { useBackButton } from './useBackButton.ts'
import { useCancelOnLeave } from './useCancelOnLeave.ts'

/** The native dialog, which provides the focus trap, the inert page and the top layer. */
export function ModalDialog() {
  const { latchkey, memory } = useModalScope()
  const { modal } = latchkey
  const state = useReadable(modal)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const unlock = useRef<() => void>(undefined)
  const { open } = state
  const isBehind = useReadable(latchkey.email).prompt !== undefined
  useCancelOnLeave(state)

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || open === element.open) return
    if (open) {
      unlock.current = lockScroll()
      element.showModal()
      // If the wallet's card is already open, raise it above the dialog.
      latchkey.email.raisePrompt()
    } else {
      element.close()
      unlock.current?.()
      unlock.current = undefined
      memory.clear()
    }
  }, [open, memory, latchkey])

  const goBack = useBackButton()

  useLayoutEffect(
    () => () => {
      unlock.current?.()
      unlock.current = undefined
    },
    [],
  )

  function onKeyDown(event: KeyboardEvent): void {
    // Handled here and not in `cancel`: a browser closes a dialog on the second Escape even if `cancel` is prevented.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    modal.close()
  }

  // Android's back gesture and similar ones arrive as `cancel`.
  function onCancel(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== dialog.current) return
    event.preventDefault()
    goBack()
  }

  // The browser can close the dialog without asking. While the kit has a view to show, the dialog opens again.
  function onClose(event: SyntheticEvent<HTMLDialogElement>): void {
    // The event is asynchronous: the kit may have opened the dialog again in the meantime.
    if (event.target !== dialog.current || dialog.current?.open === true || !modal.getState().open) return
    goBack()
    if (modal.getState().open) dialog.current?.showModal()
  }

  const isOutside = (event: MouseEvent) => event.target === dialog.current

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events in
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps events in
    <div className="root" onClick={stop} onSubmit={stop}>
      <dialog
        ref={dialog}
        className="dialog"
        data-behind={isBehind || undefined}
        aria-labelledby={modalTitleId}
        onKeyDown={onKeyDown}
        onCancel={onCancel}
        onClose={onClose}
        onMouseDown={(event) => {
          pressedOutside.current = isOutside(event)
        }}
        onClick={(event) => {
          // Check both ends of the click: selecting text and releasing outside must not close the modal.
          if (pressedOutside.current && isOutside(event)) modal.close()
        }}
      >
        <ModalCard state={state} behind={isBehind} />
        {open && <ToastLayer toast={state.toast} />}
        {open && <Announcer />}
      </dialog>
      {!open && <ToastLayer toast={state.toast} />}
      {!open && <Announcer />}
    </div>
  )
}

// React events propagate through portals. Without this, a click here would reach the app's handlers around the provider.
function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
