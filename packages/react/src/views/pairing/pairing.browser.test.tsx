import type { LatchkeyConfig } from '@latchkey/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listings } from '../../../gallery/fixtures.ts'
import { answerDirectory } from '../../../test/answerDirectory.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { createTestPairing } from '../../../test/createTestPairing.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { LatchkeyProvider } from '../../provider/LatchkeyProvider.tsx'

const withApps = listings.map((listing) => ({
  ...listing,
  mobile_link: `${listing.id}://`,
  webapp_link: `https://app.${listing.id}.example`,
}))

function open(config: Partial<LatchkeyConfig> = {}) {
  const pairing = createTestPairing()
  answerDirectory(withApps)
  const latchkey = createTestKit({ connectors: { walletConnect: pairing.client }, ...config })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <main />
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  return { latchkey, pairing }
}
const button = (name: RegExp | string) => page.getByRole('button', { name })
const code = page.getByRole('img', { name: 'QR code for your wallet' })

test('default: a wallet is chosen, its phone scans the code, and it is connected', async () => {
  const { latchkey, pairing } = open()
  await button('Ember').click()
  await expect.element(page.getByRole('tab', { name: 'QR code' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(code).toBeVisible()
  await expect.element(page.getByText(/New code in [34]:/)).toBeVisible()
  pairing.approve()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
  await expect.poll(() => latchkey.modal.getState().open).toBe(false)
})

test('behavior: the link of the web page is there before the click', async () => {
  open()
  await button('Ember').click()
  await page.getByRole('tab', { name: 'Web' }).click()
  const link = page.getByRole('link', { name: 'Open Ember' })
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/app\.ember\.example\/wc\?uri=wc%3A/))
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('behavior: leaving ends the code, coming back makes another', async () => {
  const { pairing, latchkey } = open()
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  await button('Back').click()
  await expect.poll(() => latchkey.pairing.getState().status).toBe('idle')
  await button('Ember').click()
  await expect.element(code).toBeVisible()
  expect(new Set(pairing.uris).size).toBe(pairing.uris.length)
})

test('error: declined, and asked again', async () => {
  const { pairing, latchkey } = open()
  await button(/WalletConnect/).click()
  await expect.element(code).toBeVisible()
  pairing.decline()
  await expect.element(page.getByText('Request declined')).toBeVisible()
  await button('Try again').click()
  await expect.element(code).toBeVisible()
  pairing.approve()
  await expect.poll(() => latchkey.connection.getState().status).toBe('connected')
})

test('error: the relay is down, and up again', async () => {
  const { pairing } = open()
  pairing.setRelay(false)
  await button(/WalletConnect/).click()
  await expect.element(page.getByText('No way to your wallet')).toBeVisible()
  pairing.setRelay(true)
  await button('New code').click()
  await expect.element(code).toBeVisible()
})

test('behavior: without browser wallets the code is the first view', async () => {
  open({ basic: true })
  await expect.element(code).toBeVisible()
  await button('All wallets').click()
  await expect.element(button('Ember')).toBeVisible()
})

test('behavior: a site without WalletConnect says so, and leads on', async () => {
  answerDirectory(withApps)
  const latchkey = createTestKit({ basic: true })
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <main />
    </LatchkeyProvider>,
  )
  void latchkey.modal.open()
  await expect.element(page.getByText('No WalletConnect here')).toBeVisible()
  await button('Choose another wallet').click()
  await expect.element(button('Ember')).toBeVisible()
})
