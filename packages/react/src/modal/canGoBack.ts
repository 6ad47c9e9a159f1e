import type { Latchkey, ViewName } from '@latchkey/core'

// What has happened cannot be walked back to.
const ends: readonly ViewName[] = ['WalletSendConfirmed', 'UnsupportedChain']

/** Whether the visitor may go one view back; else the way out is to close the modal. */
export function canGoBack({ modal, send, swap, signIn }: Latchkey): boolean {
  const { history } = modal.getState()
  const name = history.at(-1)?.name as ViewName
  const isSignIn = name === 'SIWXSignMessage' || name === 'ConnectingSiwe'
  return (
    history.length > 1 &&
    !ends.includes(name) &&
    !(name === 'WalletSendPreview' && send.getState().status === 'signing') &&
    !(name === 'SwapPreview' && isSwapping(swap)) &&
    // Where it is required, the way back is the view's own "Disconnect".
    !(isSignIn && signIn.getState().required)
  )
}

/** A swap that is under way, or has arrived. */
export function isSwapping(swap: Latchkey['swap']): boolean {
  return /^(working|pending|confirmed)$/.test(swap.getState().status)
}
