import type { Latchkey, ViewName } from '@latchkey/core'

// A visitor cannot go back from these views, because the earlier steps are over.
const ends: readonly ViewName[] = ['WalletSendConfirmed', 'UnsupportedChain']

/** Whether the visitor can go back one view. Otherwise the only way out is to close the modal. */
export function canGoBack({ modal, send, swap, signIn }: Latchkey): boolean {
  const { history } = modal.getState()
  const name = history.at(-1)?.name as ViewName
  const isSignIn = name === 'SIWXSignMessage' || name === 'ConnectingSiwe'
  return (
    history.length > 1 &&
    !ends.includes(name) &&
    !(name === 'WalletSendPreview' && send.getState().status === 'signing') &&
    !(name === 'SwapPreview' && isSwapping(swap)) &&
    // If the sign-in is required, the view's own "Disconnect" is the way back.
    !(isSignIn && signIn.getState().required)
  )
}

/** Whether a swap is pending or confirmed. */
export function isSwapping(swap: Latchkey['swap']): boolean {
  return /^(working|pending|confirmed)$/.test(swap.getState().status)
}
