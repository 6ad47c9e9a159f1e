import { Mail } from '../Mail.ts'
import { expect, test, walletName } from './hostTest.ts'

test('behavior: the whole kit works under the minimal policy', async ({
  page,
  world,
  host,
  modal,
  embedded,
  wallet,
}) => {
  const [, , , dan] = world.accounts
  if (!dan) throw new Error('The world is incomplete')
  await host.open({ policy: 'minimal' })

  await test.step('the wallet’s card, on the wallet’s origin', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
    const mail = new Mail('policy@example.com')
    await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await expect(embedded.frame.getByLabel('Six-digit code')).toBeVisible()
    await page.reload()
  })

  await test.step('connect, account, send up to the preview', async () => {
    await wallet.addresses()
    await modal.connect(walletName)
    await modal.fillSend({ symbol: 'ETH', amount: '0.0125', receiver: dan.address })
    await modal.review()
    await expect(modal.dialog).toContainText('0.0125 ETH')
    await modal.button('Back').click()
    await modal.button('Back').click()
  })

  await test.step('the code of Receive, a toast', async () => {
    await modal.button('Receive').first().click()
    await expect(modal.dialog.getByRole('img').first()).toBeVisible()
    await modal.close()
    await host.button('Toast').click()
    await expect(page.getByText('It worked')).toBeVisible()
  })

  await test.step('it has its styles, and none of them is inline', async () => {
    const button = host.kitButtons.first().getByRole('button')
    await expect(button).toHaveCSS('height', '44px')
    expect(await page.locator('style').count()).toBe(0)
  })
})

test('behavior: without constructable style sheets, the page’s nonce is enough', async ({
  page,
  host,
  modal,
  wallet,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync')
    Reflect.deleteProperty(CSSStyleSheet.prototype, 'replace')
    Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets')
    Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets')
  })
  await host.open({ policy: 'nonce' })
  await wallet.addresses()
  await expect(host.kitButtons.first().getByRole('button')).toHaveCSS('height', '44px')
  await modal.connect(walletName)
  await modal.accountButton.click()
  await modal.button('Receive').first().click()
  await expect(modal.title('Receive')).toBeVisible()
  await expect(modal.dialog.locator('.card')).toHaveCSS('max-width', '360px')
  await modal.close()
  await host.button('Toast').click()
  await expect(page.getByText('It worked')).toHaveCSS('font-weight', '500')
})

test('error: the policies are in force', async ({ page, host, watch }) => {
  await host.open({ policy: 'minimal' })
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'body{color:red}'
    document.head.append(style)
    try {
      document.body.insertAdjacentHTML('beforeend', '<i></i>')
    } catch {
      // Trusted Types.
    }
    fetch('https://stranger.example').catch(() => undefined)
  })
  await expect
    .poll(() => watch.faults.map((fault) => fault.split(':')[0]))
    .toEqual(expect.arrayContaining(['style-src-elem', 'require-trusted-types-for', 'connect-src']))
  watch.faults.length = 0
})
