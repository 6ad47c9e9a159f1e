import { toInitScript } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { balanceOf, sentCount } from './chain.ts'
import { expect, walletName } from './fixtures.ts'
import { test } from './ownAccount.ts'
import { WalletModal } from './pages/WalletModal.ts'

/** Returns the figure beside a name, in base units. */
async function shownUnits({ page, name, decimals }: { page: Page; name: string; decimals: number }) {
  const text = await page
    .getByRole('dialog')
    .getByRole('term')
    .filter({ hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .innerText()
  const [whole = '', fraction = ''] = (/[\d,]+(\.\d+)?/.exec(text)?.[0] ?? '').replaceAll(',', '').split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}

test('behavior: spec 1.11: buy the token in the page: the amount of the review arrives @journey', async ({
  page,
  world,
  owner,
  site,
  modal,
  wallet,
}) => {
  const token = world.tokens.find(({ kind }) => kind === 'site')
  if (!token) throw new Error('The world is incomplete')
  await site.open('/')
  await modal.connect(walletName)
  const box = page.getByRole('region', { name: /^Buy or sell/ })
  await box.getByRole('textbox', { name: 'You pay' }).fill('0.75')
  await expect(box).toContainText('Minimum received')
  await box.getByRole('button', { name: 'Review' }).click()
  await expect(modal.title('Review')).toBeVisible()
  await expect(modal.dialog).toContainText('0.75 ETH')
  const minimum = await shownUnits({ page, name: 'Minimum received', decimals: token.decimals })
  expect(minimum).toBeGreaterThan(0n)

  const before = await balanceOf({ world, symbol: token.symbol, address: owner.address })
  await modal.button('Swap now').click()
  await expect(modal.dialog.getByRole('heading', { name: 'You received' })).toBeVisible()
  const after = await balanceOf({ world, symbol: token.symbol, address: owner.address })
  expect(after - before).toBeGreaterThanOrEqual(minimum)
  const asked = (await wallet.requests()).filter(({ method }) => method === 'eth_sendTransaction')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.params[0]).toMatchObject({ value: `0x${750_000_000_000_000_000n.toString(16)}`, type: '0x0' })
  await modal.button('Done').click()
  await expect(modal.dialog).toBeHidden()
})

test('behavior: sell it with a signed permit, then a token that needs an approval', async ({
  page,
  world,
  owner,
  site,
  modal,
  wallet,
}) => {
  const token = world.tokens.find(({ kind }) => kind === 'site')
  const mute = world.tokens.find(({ kind }) => kind === 'no-bool')
  if (!token || !mute) throw new Error('The world is incomplete')
  await site.open('/')
  await modal.connect(walletName)
  const requestsOf = async (method: string) => (await wallet.requests()).filter((request) => request.method === method)

  await test.step('the permit is signed, not sent', async () => {
    const box = page.getByRole('region', { name: /^Buy or sell/ })
    await box.getByRole('radio', { name: 'Sell' }).check()
    await box.getByRole('button', { name: /^Receive as:/ }).click()
    await page.getByRole('dialog', { name: 'Receive as' }).getByRole('button', { name: /USDL/ }).click()
    await box.getByRole('textbox', { name: 'You pay' }).fill('120.5')
    await box.getByRole('button', { name: 'Review' }).click()
    const minimum = await shownUnits({ page, name: 'Minimum received', decimals: 6 })
    const before = await balanceOf({ world, symbol: 'USDL', address: owner.address })
    const owned = await balanceOf({ world, symbol: token.symbol, address: owner.address })
    await modal.button('Sign the approval').click()
    await expect(modal.dialog.getByRole('heading', { name: 'You received' })).toBeVisible()
    const after = await balanceOf({ world, symbol: 'USDL', address: owner.address })
    const left = await balanceOf({ world, symbol: token.symbol, address: owner.address })
    expect(after - before).toBeGreaterThanOrEqual(minimum)
    expect(owned - left).toBe(120_500_000_000_000_000_000n)
    expect(await requestsOf('eth_signTypedData_v4')).toHaveLength(1)
    expect(await requestsOf('eth_sendTransaction')).toHaveLength(1)
    await modal.button('Done').click()
  })

  await test.step('an approval of exactly the amount, then the swap', async () => {
    await modal.accountButton.click()
    await modal.button('Swap').click()
    await modal
      .button(/^Pay with|^Token|ETH/)
      .first()
      .click()
    await modal.dialog.getByRole('button', { name: new RegExp(mute.name) }).click()
    await modal.dialog.getByRole('textbox', { name: 'You pay' }).fill('10')
    await modal.dialog.getByRole('group', { name: 'You receive' }).getByRole('button').click()
    await modal.dialog.getByRole('button', { name: /Local Dollar/ }).click()
    await modal.button('Review').click()
    const minimum = await shownUnits({ page, name: 'Minimum received', decimals: 6 })
    const before = await balanceOf({ world, symbol: 'USDL', address: owner.address })
    await modal.button(/^Approve 10/).click()
    await expect(modal.dialog.getByRole('heading', { name: 'You received' })).toBeVisible()
    const after = await balanceOf({ world, symbol: 'USDL', address: owner.address })
    expect(after - before).toBeGreaterThanOrEqual(minimum)
    const [, approval, swap] = await requestsOf('eth_sendTransaction')
    expect(JSON.stringify(approval?.params)).toMatch(
      new RegExp(`"data":"0x095ea7b3[0-9a-f]*${(10_000_000).toString(16)}"`),
    )
    expect(swap).toBeDefined()
    expect(await requestsOf('eth_sendTransaction')).toHaveLength(3)
  })
})

test('behavior: two tabs ask at once: one request at a time, and each is sent once', async ({
  page,
  world,
  owner,
  site,
  modal,
  wallet,
  walletOptions,
  walletScript,
}) => {
  const [one] = world.chains
  const [ada] = world.accounts
  if (!one || !ada || !walletOptions) throw new Error('The world is incomplete')
  await site.open('/')
  await modal.connect(walletName)
  const other = await page.context().newPage()
  await other.addInitScript({ content: toInitScript({ script: walletScript, options: walletOptions }) })
  await other.goto(world.site)
  const otherModal = new WalletModal(other)
  await expect(otherModal.accountButton).toBeVisible()

  const before = await sentCount({ url: one.rpcUrl, address: owner.address })
  for (const [tab, amount] of [
    [modal, '0.011'],
    [otherModal, '0.012'],
  ] as const) {
    await tab.page.bringToFront()
    await tab.fillSend({ symbol: 'ETH', amount, receiver: ada.address })
    await tab.review()
  }
  await wallet.setPolicy('hang')
  await modal.button('Confirm').click()
  await wallet.waitForRequest({ method: 'eth_sendTransaction' })
  await otherModal.button('Confirm').click()
  await expect(otherModal.dialog).toContainText('Another tab of this site is waiting for your wallet')

  await wallet.approve()
  await expect(modal.dialog).toContainText('The network has confirmed it.')
  await otherModal.button('Try again').click()
  await expect(otherModal.dialog).toContainText('The network has confirmed it.')
  expect(await sentCount({ url: one.rpcUrl, address: owner.address })).toBe(before + 2)
  await other.close()
})
