import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/**
 * Tells whether visitors can connect by something other than WalletConnect: a wallet of the browser, a Safe around the page, the
 * embedded wallet or a smart wallet.
 */
export function hasAdapters({ wallet, connectors = {} }: LatchkeyConfig): boolean {
  const { injected = true, safe = true, smartWallet } = connectors
  return Boolean(wallet || injected || safe || smartWallet)
}
