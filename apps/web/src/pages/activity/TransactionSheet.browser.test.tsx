import { createLatchkey } from '@latchkey/core'
import type { HistoryItem } from '@latchkey/protocol/api'
import { LatchkeyProvider } from '@latchkey/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '../../api/createQueryClient.ts'
import { toKitConfig } from '../../app/toKitConfig.ts'
import { createLanguage, LanguageContext } from '../../language/LanguageContext.ts'
import { SiteContext } from '../../site/SiteContext.ts'
import type { SiteConfig } from '../../site/siteConfig.ts'
import { TransactionSheet } from './TransactionSheet.tsx'

const own = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
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
const metadata: HistoryItem['metadata'] = {
  ...{ operationType: 'send', hash: `0x${'1'.repeat(64)}`, minedAt: '2026-11-23T07:00:00Z', status: 'confirmed' },
  ...{ sentFrom: own, sentTo: own, application: null, chain: 'eip155:31337' },
}

function show(more: Partial<HistoryItem['metadata']>) {
  const latchkey = createLatchkey(toKitConfig({ site, url: 'https://brass.example' }))
  const element = document.createElement('div')
  document.body.append(element)
  const app = createRoot(element)
  app.render(
    <SiteContext value={site}>
      <LanguageContext value={createLanguage()}>
        <QueryClientProvider client={createQueryClient()}>
          <LatchkeyProvider latchkey={latchkey}>
            <TransactionSheet
              item={{ id: 'one', metadata: { ...metadata, ...more }, transfers: [] }}
              onClose={() => {}}
            />
          </LatchkeyProvider>
        </QueryClientProvider>
      </LanguageContext>
    </SiteContext>,
  )
  onTestFinished(() => {
    app.unmount()
    element.remove()
  })
}

test.each([
  { fee: '0.000195', shown: '0.000195 ETH' },
  { fee: '0', shown: '0 ETH' },
])('behavior: shows the gas that an account paid: $shown', async ({ fee, shown }) => {
  show({ fee })
  await expect.element(page.getByText('Network cost')).toBeVisible()
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
})

test('behavior: shows no cost for a transaction that others sent', async () => {
  show({ nonce: 4 })
  await expect.element(page.getByText('Nonce')).toBeVisible()
  expect(page.getByText('Network cost').query()).toBeNull()
})
