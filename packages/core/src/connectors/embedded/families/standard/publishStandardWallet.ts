import type { Page } from '../../../../environment/Environment.ts'

/**
 * Registers a wallet with the Wallet Standard, now and whenever a library on the page is ready for wallets. Source: Wallet Standard,
 * `@wallet-standard/wallet`.
 *
 * @returns a function that unregisters the wallet
 */
export function publishStandardWallet({ page, wallet }: { page: Page; wallet: object }): () => void {
  const takeBacks = new Set<() => void>()
  const register = (api: unknown) => {
    const { register: add } = (api ?? {}) as { register?: (...wallets: object[]) => unknown }
    try {
      const takeBack = add?.(wallet)
      if (typeof takeBack === 'function') takeBacks.add(takeBack as () => void)
    } catch {
      // A failure of the other library.
    }
  }
  const onReady = (event: Event) => register((event as CustomEvent<unknown>).detail)
  page.addEventListener('wallet-standard:app-ready', onReady)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    page.removeEventListener('wallet-standard:app-ready', onReady)
    for (const takeBack of takeBacks) takeBack()
  }
}
