import { createLatchkey } from '@latchkey/core'
import type { SwappableToken } from '@latchkey/protocol/api'
import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../api/createQueryClient.ts'
import { toKitConfig } from '../../app/toKitConfig.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import { SiteContext } from '../../site/SiteContext.ts'
import type { SiteConfig } from '../../site/siteConfig.ts'
import { TradePay } from './TradePay.tsx'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const ether = {
  ...{ name: 'Ether', symbol: 'ETH', decimals: 18, logoUri: null, price: 2990, listed: true },
  address: `eip155:31337:${native}`,
} as unknown as SwappableToken
const site = {
  ...{ apiUrl: 'http://127.0.0.1:9', projectId: '0'.repeat(32), name: 'Brass', signIn: 'off' },
  token: `eip155:31337:0x${'aA'.repeat(20)}`,
  networks: [
    {
      ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Local One' },
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
} satisfies SiteConfig
const input = () => page.getByRole('textbox')

/** Renders the paying side of the box, with the amount that it keeps. */
function show() {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const latchkey = createLatchkey(toKitConfig({ site, url: 'https://brass.example' }))
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  const kept: { amount: string } = { amount: '' }
  function Part() {
    const [amount, setAmount] = useState('')
    kept.amount = amount
    return <TradePay from={ether} amount={amount} canAskMax={false} select={undefined} onAmount={setAmount} />
  }
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage()}>
        <QueryClientProvider client={createQueryClient()}>
          <LatchkeyProvider latchkey={latchkey}>
            <Part />
          </LatchkeyProvider>
        </QueryClientProvider>
      </LanguageContext>
    </SiteContext>,
  )
  onTestFinished(() => {
    app.unmount()
    element.remove()
    vi.restoreAllMocks()
  })
  return { kept, element }
}

test('behavior: the page’s box reads amounts like the kit, and shows the result', async () => {
  const { kept } = show()
  await input().fill('1,000')
  expect(kept.amount).toBe('1000')
  await expect.element(page.getByText('Read as 1000\u00a0ETH')).toBeVisible()
  await page.getByRole('button', { name: 'Use 1 instead' }).click()
  expect(kept.amount).toBe('1')
  await input().fill('٠٫٥')
  expect(kept.amount).toBe('0.5')
  await input().fill('1e18')
  await expect.element(page.getByText(/without an exponent/)).toBeVisible()
  expect(kept.amount).toBe('')
})

test('behavior: in the page’s box “$5” is never 5 ether, and both possible meanings are one tap away', async () => {
  const { kept } = show()
  await input().fill('$5')
  await expect.element(page.getByText('This amount is in ETH, not $.')).toBeVisible()
  expect(kept.amount).toBe('')
  await page.getByRole('button', { name: 'Use $5.00 ≈ 0.0016722\u00a0ETH' }).click()
  expect(kept.amount).toBe('0.0016722')
  await input().fill('$5')
  await page.getByRole('button', { name: 'Use 5\u00a0ETH instead' }).click()
  expect(kept.amount).toBe('5')
})

test.each([390, 1280])('behavior: at %i px the value stays short and inside the box', async (width) => {
  await page.viewport(width, 860)
  const { element } = show()
  await input().fill(`1${'0'.repeat(30)}`)
  await expect.element(page.getByText('>$999T')).toBeVisible()
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth)
  await input().fill(`0.${'0'.repeat(29)}1`)
  await expect.element(page.getByText('<$0.01')).toBeVisible()
})
