import type { WalletControls } from '../owner/Owner.ts'
import type { StandardWallet } from './StandardWallet.ts'

type Api = { register: (...wallets: StandardWallet[]) => () => void }

/**
 * Registers a wallet through the Wallet Standard: immediately, and when a page announces that it is ready, until the wallet disappears.
 *
 * @returns a function that unregisters the wallet
 * @example const stop = announceStandardWallet({ wallet })
 */
export function announceStandardWallet({
  wallet,
  target = window,
}: {
  wallet: Pick<WalletControls, 'getState' | 'subscribe'> & { standard: StandardWallet }
  target?: EventTarget
}): () => void {
  const unregisters = new Set<() => void>()
  const register = (api: Api) => {
    if (wallet.getState().present) unregisters.add(api.register(wallet.standard))
  }
  const onReady = (event: Event) => register((event as CustomEvent<Api>).detail)
  const takeBack = () => {
    target.removeEventListener('wallet-standard:app-ready', onReady)
    stopWatching()
    for (const unregister of unregisters) unregister()
    unregisters.clear()
  }
  const stopWatching = wallet.subscribe(() => {
    if (!wallet.getState().present) takeBack()
  })
  target.addEventListener('wallet-standard:app-ready', onReady)
  target.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: register }))
  return takeBack
}
