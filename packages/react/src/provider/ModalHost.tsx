import { useEffect } from 'react'
import { useReadable } from '../hooks/useReadable.ts'
import { useSelected } from '../hooks/useSelected.ts'
import { useLatchkeyContext } from './LatchkeyContext.ts'

/** The modal's place on the page: nothing until its code is wanted, then the modal itself. */
export function ModalHost() {
  const { latchkey, loader } = useLatchkeyContext()
  const { status, ModalRoot, embedded } = useReadable(loader)
  const wanted = useSelected(latchkey.modal, (state) => state.open || state.toast !== undefined, false)

  useEffect(() => {
    if (wanted && status === 'idle') loader.preload()
  }, [wanted, status, loader])

  useEffect(() => {
    // No code, no dialog: whoever waits for `open()` gets its answer, and the buttons say what happened.
    if (status === 'failed' && latchkey.modal.getState().open) latchkey.modal.close()
  }, [status, latchkey])

  return ModalRoot !== undefined && embedded === 0 ? <ModalRoot /> : null
}
