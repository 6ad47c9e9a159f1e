import type { VirtualWallet } from '../wallet/VirtualWallet.ts'

/**
 * Announces a wallet through EIP-6963: immediately, and at each request of a page until the wallet disappears.
 *
 * @returns a function that stops announcing
 * @example const stop = announceVirtualWallet({ wallet })
 */
export function announceVirtualWallet({
  wallet,
  target = window,
}: {
  wallet: VirtualWallet
  target?: EventTarget
}): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...wallet.info }), provider: wallet.provider })
  const announce = () => {
    if (wallet.getState().present) target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}
