import { connectGroup } from '../views/connect/connectGroup.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'
import { ModalRoot } from './ModalRoot.tsx'

/** What the modal's first chunk holds: the dialog, its embedded form, and the views that a visitor meets first. */
export const modalEntry = { ModalRoot, EmbeddedModal, connectGroup }
