import type { ComponentType } from 'react'
import { connectGroup } from '../views/connect/connectGroup.ts'
import type { ViewGroup } from '../views/ViewGroup.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'
import { ModalRoot } from './ModalRoot.tsx'

/** The shape of the modal's first chunk. */
export type ModalEntry = { ModalRoot: ComponentType; EmbeddedModal: ComponentType; connectGroup: ViewGroup }

/** What the modal's first chunk holds: the dialog, its embedded form, and the views that a visitor meets first. */
export const modalEntry: ModalEntry = { ModalRoot, EmbeddedModal, connectGroup }
