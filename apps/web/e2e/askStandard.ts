import type { Page } from '@playwright/test'

type StandardWallet = {
  name: string
  accounts: readonly { address: string; chains: readonly string[] }[]
  features: Readonly<Record<string, Readonly<Record<string, (...inputs: object[]) => Promise<unknown>>>>>
}

/**
 * Makes the embedded wallet of a page sign a message that is requested through the Wallet Standard.
 *
 * @returns the address that signed, and the signature in hexadecimal
 */
export function signByStandard({
  page,
  wallet,
  family,
  message,
}: {
  page: Page
  /** Name of the registered wallet. */
  wallet: string
  family: 'solana' | 'bitcoin'
  message: string
}): Promise<{ address: string; signature: string }> {
  return page.evaluate(
    async ({ wallet: name, family, message }) => {
      const wallets: StandardWallet[] = []
      const register = (...registered: StandardWallet[]) => {
        wallets.push(...registered)
        return () => undefined
      }
      addEventListener('wallet-standard:register-wallet', (event) => {
        ;(event as CustomEvent<(api: { register: typeof register }) => void>).detail({ register })
      })
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
      const found = wallets.find((one) => one.name === name)
      if (!found) throw new Error(`Registered are ${wallets.map((one) => one.name).join(', ') || 'none'}`)
      const feature = (of: string, method: string) => {
        const ask = found.features[of]?.[method]
        if (!ask) throw new Error(`There is no ${of}`)
        return ask
      }
      await feature('standard:connect', 'connect')()
      const account = found.accounts.find(({ chains }) => chains.some((chain) => chain.startsWith(`${family}:`)))
      if (!account) throw new Error(`No ${family} account`)
      const input = { account, message: new TextEncoder().encode(message) }
      const answer = await feature(`${family}:signMessage`, 'signMessage')(input)
      const [{ signature }] = answer as [{ signature: Uint8Array }]
      const hexadecimal = [...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      return { address: account.address, signature: hexadecimal }
    },
    { wallet, family, message },
  )
}
