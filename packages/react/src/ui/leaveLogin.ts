import type { ModalFeature } from '@latchkey/core'

/** Returns to the login methods, also if the view was opened by name. */
export function leaveLogin(modal: ModalFeature): void {
  if (modal.getState().history.length > 1) modal.goBack()
  else modal.replace('Connect')
}
