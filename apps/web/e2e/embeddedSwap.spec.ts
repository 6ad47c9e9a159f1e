import type { Page } from '@playwright/test'
import { balanceOf, fund } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import type { EmbeddedWallet } from './pages/EmbeddedWallet.ts'
import type { SitePage } from './pages/SitePage.ts'
import type { WalletModal } from './pages/WalletModal.ts'
import type { World } from './setup/World.ts'

type Parts = { embedded: EmbeddedWallet; modal: WalletModal; site: SitePage; world: World }

/** Creates an embedded wallet with a passkey and 2 Ether. */
async function openWallet({ embedded, modal, site, world }: Parts): Promise<string> {
  await embedded.addPasskeys()
  await site.open('/')
  await embedded.enterCode(new Mail())
  await expect(modal.accountButton).toBeVisible()
  await embedded.receive(modal)
  await embedded.button('Create a passkey').click()
  const shown = modal.dialog.getByText(/0x[0-9a-fA-F\s]{40,}/).first()
  await shown.waitFor()
  const address = (await shown.innerText()).replace(/\s+/g, '')
  await modal.close()
  await fund({ world, address, ether: 2n })
  await expect(boxOf(modal.page)).toContainText('Balance 2')
  return address
}

/** Approves a swap in the wallet's window once it shows the swap. @returns the minimum received, base units */
async function approveSwap({
  embedded,
  pays,
  receives,
  decimals,
  shows = ['Swap tokens', 'Your own account', 'Network cost'],
}: {
  embedded: EmbeddedWallet
  pays: string
  receives: string
  decimals: number
  /** Further texts of the window. */
  shows?: readonly string[]
}): Promise<bigint> {
  let text = ''
  await embedded.approveInWindow({
    shows: [...shows, 'Uniswap', pays],
    read: async (window) => {
      text = await window.locator('body').innerText()
    },
  })
  expect(text).not.toMatch(/First time|Approve anyway/)
  const [, whole = '', fraction = ''] =
    new RegExp(`Minimum received\\n([\\d,]+)\\.?(\\d*) ${receives}`).exec(text) ?? []
  const minimum = BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  expect(minimum, text).toBeGreaterThan(0n)
  return minimum
}

/** The swap box of the page. */
const boxOf = (page: Page) => page.getByRole('region', { name: /^Buy or sell/ })

test('behavior: buy and sell the token with the embedded wallet: its window shows the paid amount and the minimum received', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const address = await openWallet({ embedded, modal, site, world })
  const box = boxOf(page)
  const swapped = modal.dialog.getByRole('heading', { name: 'You received' })

  await test.step('buy with the native token', async () => {
    await box.getByRole('textbox', { name: 'You pay' }).fill('0.75')
    await box.getByRole('button', { name: 'Review' }).click()
    await modal.button('Swap now').click()
    const minimum = await approveSwap({ embedded, pays: '0.75 ETH', receives: 'LATCH', decimals: 18 })
    await expect(swapped).toBeVisible()
    expect(await balanceOf({ world, symbol: 'LATCH', address })).toBeGreaterThanOrEqual(minimum)
    await modal.button('Done').click()
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('sell: approval and swap as one step, without a network cost for the visitor', async () => {
    const before = await balanceOf({ world, symbol: 'LATCH', address })
    await box.getByRole('radio', { name: 'Sell' }).check()
    await box.getByRole('button', { name: /^Receive as:/ }).click()
    await page.getByRole('dialog', { name: 'Receive as' }).getByRole('button', { name: /USDL/ }).click()
    await box.getByRole('textbox', { name: 'You pay' }).fill('120.5')
    await box.getByRole('button', { name: 'Review' }).click()
    await modal.button('Approve and swap').click()
    const minimum = await approveSwap({
      ...{ embedded, pays: '120.5 LATCH', receives: 'USDL', decimals: 6 },
      shows: ['2 steps at once', 'Paid for you by'],
    })
    await expect(swapped).toBeVisible()
    expect(before - (await balanceOf({ world, symbol: 'LATCH', address }))).toBe(120_500_000_000_000_000_000n)
    expect(await balanceOf({ world, symbol: 'USDL', address })).toBeGreaterThanOrEqual(minimum)
  })
})
