import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { announceWallet } from '../../../test/announceWallet.ts'
import { createTestKit } from '../../../test/createTestKit.ts'
import { deepFocus } from '../../../test/modalRoot.ts'
import { renderApp } from '../../../test/renderApp.tsx'
import { ConnectButton, LatchkeyProvider } from '../../exports/index.ts'

const addresses = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']

async function renderTwo() {
  announceWallet({ name: 'Harbor', accounts: async () => addresses })
  announceWallet({ name: 'Orbit', accounts: async () => ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'] })
  const latchkey = createTestKit()
  renderApp(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('button', { name: /Harbor/ }).click()
  await page.getByRole('button', { name: /Account 0x7099/ }).click()
  await page.getByRole('button', { name: /Wallets. In use: Harbor/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  return latchkey
}

const inUse = (latchkey: Awaited<ReturnType<typeof renderTwo>>) => {
  const state = latchkey.connection.getState()
  return state.status === 'connected' ? state.account : undefined
}

test('default: adding another wallet comes back here, and each can be made active', async () => {
  const latchkey = await renderTwo()
  await page.getByRole('button', { name: 'Add another wallet' }).click()
  await expect.element(page.getByRole('button', { name: /Harbor/ })).toHaveTextContent('Connected')
  await page.getByRole('button', { name: /Orbit/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  expect(inUse(latchkey)?.connector.name).toBe('Orbit')
  await page.getByRole('button', { name: /^Harbor/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(inUse(latchkey)?.connector.name).toBe('Harbor')
  await expect.element(page.getByRole('button', { name: /Wallets. In use: Harbor/ })).toHaveTextContent('+1')
})

test('behavior: chooses another address of the same wallet', async () => {
  const latchkey = await renderTwo()
  const more = page.getByRole('button', { name: 'More about Harbor' })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  await page
    .getByRole('list', { name: 'Addresses of Harbor' })
    .getByRole('button', { name: /0x3C44/ })
    .click()
  await expect.poll(() => inUse(latchkey)?.address).toBe(addresses[1])
})

test('behavior: disconnecting one asks first, and the other stays', async () => {
  const latchkey = await renderTwo()
  await latchkey.connection.connect({ connectorId: 'test.orbit' })
  await page.getByRole('button', { name: 'More about Orbit' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByText('Disconnect Orbit?')).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep' })
  await expect.poll(deepFocus).toBe(keep.element())
  await keep.click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => inUse(latchkey)?.connector.name).toBe('Harbor')
  await expect.element(page.getByRole('heading', { name: 'Wallets' })).toBeVisible()
  await expect.poll(() => deepFocus()?.textContent).toBe('Wallets')
  // The disconnected wallet is offered again.
  await expect.element(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
})
