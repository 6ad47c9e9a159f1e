import type { ModalFeature } from '@latchkey/core'

/** Back to the ways to sign in, also when the view was opened by name. */
export function leaveLogin(modal: ModalFeature): void {
  if (modal.getState().history.length > 1) modal.goBack()
  else modal.replace('Connect')
}
