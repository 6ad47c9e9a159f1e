import { createPortal } from 'react-dom'
import { ModalScope } from '../context/ModalScope.tsx'
import { ModalDialog } from './ModalDialog.tsx'
import { useShadowHost } from './useShadowHost.ts'

/** The modal as a dialog above the page, in a shadow root at the end of `<body>`. */
export function ModalRoot() {
  const root = useShadowHost()
  return createPortal(
    <ModalScope>
      <ModalDialog />
    </ModalScope>,
    root,
  )
}
