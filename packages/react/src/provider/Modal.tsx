import { useEffect, useState } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type ModalProps = {
  /** Shows the modal's views in the page, instead of in the dialog. */
  embedded: true
}

/**
 * The modal as a part of the page. The dialog needs no element, because the provider renders it.
 *
 * @example <Modal embedded />
 */
export function Modal(_: ModalProps) {
  const { loader, textsReady } = useLatchkeyContext()
  const { EmbeddedModal } = useReadable(loader)
  useEffect(() => {
    const remove = loader.addEmbedded()
    loader.preload()
    return remove
  }, [loader])
  const [shown, setShown] = useState(false)
  if (!shown && textsReady && EmbeddedModal !== undefined) setShown(true)
  return shown && EmbeddedModal !== undefined ? <EmbeddedModal /> : null
}
