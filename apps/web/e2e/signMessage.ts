import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { verifyMessage } from 'viem/utils'
import type { EmbeddedWallet } from './pages/EmbeddedWallet.ts'

type Provider = { request: (options: { method: string; params?: unknown }) => Promise<unknown> }

/** Makes the embedded wallet sign a message that is requested as any library would (EIP-6963), and verifies the signature. */
export async function signMessage({
  page,
  embedded,
  message,
}: {
  page: Page
  embedded: EmbeddedWallet
  message: string
}): Promise<string> {
  const signed = page.evaluate(async (text) => {
    const provider = await new Promise<Provider>((resolve) => {
      addEventListener('eip6963:announceProvider', (event) => {
        const { info, provider: announced } = (event as CustomEvent).detail
        if (info.rdns === 'dev.latchkey.wallet') resolve(announced)
      })
      dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const [address] = (await provider.request({ method: 'eth_accounts' })) as string[]
    const bytes = `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const signature = await provider.request({ method: 'personal_sign', params: [bytes, address] })
    return { address, signature }
  }, message)
  await expect(embedded.frame.locator('body')).toContainText(message)
  // Scroll to the button first, because the delay before a press counts from its visibility.
  await embedded.button('Sign').hover()
  await embedded.button('Sign').click()
  const { address, signature } = (await signed) as { address: `0x${string}`; signature: `0x${string}` }
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  return address
}
