import { onTestFinished } from 'vitest'

/** Options of a test wallet. */
export type TestWalletParameters = {
  name: string
  chainId?: `0x${string}`
  /** Answers a request for accounts. */
  accounts?: () => Promise<readonly string[]>
  /** Answers other methods. */
  methods?: Record<string, () => unknown>
}

/** Announces a small EIP-6963 wallet to the page until the test ends. */
export function announceWallet({ name, chainId = '0x7a69', accounts, methods }: TestWalletParameters): void {
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => chainId,
    eth_accounts: () => [],
    eth_requestAccounts: accounts ?? (async () => ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']),
    wallet_revokePermissions: () => null,
    ...methods,
  }
  const provider = {
    request: async ({ method }: { method: string }) => {
      const answer = answers[method]
      if (answer === undefined) throw Object.assign(new Error(`No method ${method}`), { code: 4200 })
      return answer()
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name,
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      rdns: `test.${name.toLowerCase()}`,
    }),
    provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  onTestFinished(() => window.removeEventListener('eip6963:requestProvider', announce))
}
