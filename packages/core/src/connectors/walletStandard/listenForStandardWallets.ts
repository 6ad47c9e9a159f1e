import type { Page } from '../../environment/Environment.ts'

/**
 * Listens for Wallet Standard wallets: those that are registered when the page announces that it is ready, and those that register later.
 *
 * @param options.onRegister called once for each wallet object
 * @param options.onUnregister called when the wallet unregisters
 * @returns a function that repeats the announcement, and one that stops listening
 */
export function listenForStandardWallets({
  page,
  onRegister,
  onUnregister,
}: {
  page: Page
  onRegister: (wallet: object) => void
  onUnregister: (wallet: object) => void
}): { ask: () => void; stop: () => void } {
  const known = new Set<object>()
  const register = (...wallets: unknown[]) => {
    const added = wallets.filter(
      (wallet): wallet is object => typeof wallet === 'object' && wallet !== null && !known.has(wallet),
    )
    for (const wallet of added) {
      known.add(wallet)
      // A wallet that throws hides no other.
      attempt(() => onRegister(wallet))
    }
    return () => {
      for (const wallet of added) if (known.delete(wallet)) attempt(() => onUnregister(wallet))
    }
  }
  const api = Object.freeze({ register })
  const onWallet = (event: Event) => {
    const { detail: callback } = event as CustomEvent<unknown>
    if (typeof callback === 'function') attempt(() => callback(api))
  }
  page.addEventListener('wallet-standard:register-wallet', onWallet)
  return {
    ask: () => void page.dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: api })),
    stop: () => page.removeEventListener('wallet-standard:register-wallet', onWallet),
  }
}

function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // A failure of the wallet.
  }
}
