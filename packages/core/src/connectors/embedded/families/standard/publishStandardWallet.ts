import type { Page } from '../../../../environment/Environment.ts'

/**
 * Registers a wallet by the Wallet Standard: now, and whenever somebody on the page says that they are ready to hear of wallets.
 * Source: Wallet Standard, `@wallet-standard/wallet`.
 *
 * @returns the function that takes the wallet back
 */
export function publishStandardWallet({ page, wallet }: { page: Page; wallet: object }): () => void {
  const takeBacks = new Set<() => void>()
  const register = (api: unknown) => {
    const { register: add } = (api ?? {}) as { register?: (...wallets: object[]) => unknown }
    try {
      const takeBack = add?.(wallet)
      if (typeof takeBack === 'function') takeBacks.add(takeBack as () => void)
    } catch {
      // The other library's own trouble.
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
