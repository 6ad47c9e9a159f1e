import type { ViewEntry } from '@latchkey/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { announceWallet } from '../../../test/announceWallet.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { LatchkeyProvider } from '../../exports/index.ts'
import { en } from '../../messages/en.ts'

const entries: readonly ViewEntry[] = [
  { name: 'OnRampProviders', data: undefined },
  { name: 'OnRampTokenSelect', data: undefined },
  { name: 'OnRampFiatSelect', data: undefined },
  { name: 'BuyInProgress', data: { orderId: '0'.repeat(32) } },
]

async function renderConnected() {
  announceWallet({ name: 'Harbor' })
  const latchkey = createTestKit()
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <p>Page</p>
    </LatchkeyProvider>,
  )
  await latchkey.connection.connect({ connectorId: 'test.harbor' })
  return latchkey
}

test('default: each view opens by its name, says that the site does without, and leads on', async () => {
  const { modal } = await renderConnected()
  for (const { name, data } of entries) {
    const opened = modal.open({ view: name, data })
    await expect.element(page.getByRole('heading', { name: en[`title.${name}`], level: 2 })).toBeVisible()
    await expect.element(page.getByText('Brass does not offer this.')).toBeVisible()
    await page.getByRole('button', { name: 'Go to your account' }).click()
    await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
    modal.close()
    await expect(opened).resolves.toEqual({ type: 'closed' })
  }
})

test('behavior: opened from another view, it leads back there; buying is explained', async () => {
  const { modal } = await renderConnected()
  void modal.open()
  modal.push('OnRampProviders')
  await page.getByRole('button', { name: 'What is buying?' }).click()
  await expect.element(page.getByRole('heading', { name: 'You pay, a provider delivers' })).toBeVisible()
  expect(modal.getState().history.map(({ name }) => name)).toEqual(['Account', 'OnRampProviders', 'WhatIsABuy'])
  modal.goBack()
  await page.getByRole('main').or(page.getByRole('dialog')).getByRole('button', { name: 'Back' }).last().click()
  expect(modal.getState().history.map(({ name }) => name)).toEqual(['Account'])
})
