import type { ModalInternals } from '../modal/createModal.ts'
import type { ViewName } from '../modal/ModalFeature.ts'
import type { EmailFeature } from './EmailFeature.ts'

const loginViews: readonly (ViewName | undefined)[] = ['EmailVerifyDevice', 'EmailVerifyOtp']
const updateViews: readonly (ViewName | undefined)[] = ['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp']

/**
 * Connects the modal with the wallet's card. An approval has a view behind it. No toast covers a card, because the wallet would treat it,
 * or its shadow, as a trap. Leaving the views of a login cancels the login.
 *
 * @returns a function that ends this
 */
export function showPromptsInModal({ email, modal }: { email: EmailFeature; modal: ModalInternals }): () => void {
  const stopEmail = email.subscribe(({ prompt }, before) => {
    modal.holdToasts(prompt !== undefined)
    const isApproval = prompt?.approval === true
    if (isApproval === (before.prompt?.approval === true)) return
    if (isApproval) modal.showApproval()
    else modal.endApproval()
  })
  const stopModal = modal.subscribe((state, before) => {
    const [name, nameBefore] = [state.history.at(-1)?.name, before.history.at(-1)?.name]
    if (name === nameBefore) return
    const { status, update } = email.getState()
    const leftLogin = loginViews.includes(nameBefore) && !loginViews.includes(name)
    const leftUpdate = updateViews.includes(nameBefore) && !updateViews.includes(name)
    if (leftLogin && (status === 'device' || status === 'code')) email.cancel()
    else if (leftUpdate && (update.status === 'primary' || update.status === 'secondary')) email.cancel()
  })
  return () => {
    stopEmail()
    stopModal()
  }
}
