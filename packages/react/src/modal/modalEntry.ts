export { connectGroup } from '../views/connect/connectGroup.ts'
export { EmbeddedModal } from './EmbeddedModal.tsx'
export { ModalRoot } from './ModalRoot.tsx'
