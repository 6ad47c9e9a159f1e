import { rpc } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { PhonePage } from './pages/PhonePage.ts'
import { WalletModal } from './pages/WalletModal.ts'

/** ENS names of the people in the local world. */
const ensName = ({ name }: { name: string }) => `${name.toLowerCase()}.eth`

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('behavior: spec 1.5: a wallet on a phone: scan, connect, send, decline, switch, reload, disconnect @journey', async ({
  page,
  browser,
  world,
  modal,
}) => {
  const [one, two] = world.chains
  const [ada, ben, cleo] = world.accounts
  if (!one || !two || !ada || !ben || !cleo) throw new Error('The world is incomplete')
  const phone = await PhonePage.open({ browser, url: world.phone })
  const host = new URL(world.site).host

  await test.step('the code names the wallets that can answer it', async () => {
    await page.goto('/')
    await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await modal.button('WalletConnect').click()
    await expect(modal.dialog).toContainText('Demo phone')
    await expect(modal.dialog).toContainText(/New code in [34]:\d\d/)
  })

  await test.step('scan and connect', async () => {
    await modal.button('Copy link').click()
    await phone.pair(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(phone.sheet).toContainText(host)
    await phone.connect()
    await expect(modal.accountButton).toContainText(ensName(ben))
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('send: both screens show the same payment, and it is in a block', async () => {
    const balance = () => rpc<string>({ url: one.rpcUrl, method: 'eth_getBalance', params: [cleo.address, 'latest'] })
    const before = BigInt(await balance())
    await modal.fillSend({ symbol: 'ETH', amount: '0.125', receiver: cleo.address })
    await modal.review()
    await modal.button('Confirm').click()
    await expect(modal.dialog).toContainText('Demo phone')
    await expect(phone.sheet).toContainText('0.125 ETH')
    await expect(phone.sheet).toContainText('Local One')
    await phone.decide(/^Approve/)
    await expect(modal.dialog).toContainText('Sent')
    await expect.poll(async () => BigInt(await balance()) - before).toBe(125_000_000_000_000_000n)
    await modal.button('Done').click()
  })

  await test.step('a refusal on the phone shows on the site, and nothing is sent', async () => {
    await modal.close()
    await modal.fillSend({ symbol: 'ETH', amount: '0.5', receiver: cleo.address })
    await modal.review()
    await modal.button('Confirm').click()
    await phone.decide(/^Decline/)
    await expect(modal.dialog).toContainText('The request was declined in the wallet')
    await modal.close()
  })

  await test.step('another account and another network, chosen on the phone', async () => {
    await phone.openSession(host)
    await phone.button('Switch account').click()
    await phone.sheet.getByText('Cleo').click()
    await expect(modal.accountButton).toContainText(ensName(cleo))
    await phone.button('Switch network').click()
    await phone.sheet.getByText('Local Two').click()
    await expect(modal.networkButton).toContainText('Local Two')
  })

  await test.step('the site switches back without a message on the phone', async () => {
    await modal.switchNetwork('Local One')
    await expect(phone.page.locator('body')).toContainText('Local One')
  })

  await test.step('a reload keeps both sides connected', async () => {
    await Promise.all([page.reload(), phone.page.reload()])
    await expect(modal.accountButton).toContainText(ensName(cleo))
    await expect(phone.page.locator('body')).toContainText(host)
  })

  await test.step('a disconnect on the phone also ends the site’s connection, and stays so after a reload', async () => {
    await phone.button('Disconnect').click()
    await phone.sheet.getByRole('button', { name: 'Disconnect' }).click()
    const connect = page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' })
    await expect(connect).toBeVisible()
    await page.reload()
    await expect(connect).toBeVisible()
  })
  await phone.page.context().close()
})

test('behavior: the rendered code can be scanned, and two tabs of the site are one client', async ({
  page,
  context,
  world,
  modal,
  pairedWallet,
}) => {
  const [ada] = world.accounts
  if (!ada) throw new Error('The world is incomplete')
  // One of all tabs holds the socket.
  let sockets = 0
  context.on('page', (tab) => tab.on('websocket', (socket) => void (socket.url().includes('/relay?') && sockets++)))
  page.on('websocket', (socket) => void (socket.url().includes('/relay?') && sockets++))

  await page.goto('/')
  await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
  await modal.button('WalletConnect').click()
  await pairedWallet.scan(modal.dialog.getByRole('img', { name: 'QR code for your wallet' }))
  await expect(modal.accountButton).toContainText(ensName(ada))

  const other = new WalletModal(await context.newPage())
  await other.page.goto('/')
  await expect(other.accountButton).toContainText(ensName(ada))
  expect(sockets).toBe(1)

  await other.disconnect()
  await expect(page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect.poll(() => pairedWallet.getState().sessions.length).toBe(0)
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  })

  test('behavior: the wallet on the same phone: one tap leads there, and back for the next request', async ({
    page,
    context,
    world,
    modal,
  }) => {
    const [, ben, cleo] = world.accounts
    if (!ben || !cleo) throw new Error('The world is incomplete')

    await page.goto('/')
    await page.getByRole('banner').first().getByRole('button', { name: 'Connect wallet' }).click()
    await modal.button(/^All wallets/).click()
    await modal.dialog.getByPlaceholder(/search/i).fill('Demo phone')
    await modal.button(/Demo phone/).click()
    const link = modal.dialog.getByRole('link', { name: 'Open Demo phone' })
    // The link with the pairing exists before the tap, so the tap opens the app directly.
    await expect(link).toHaveAttribute('href', /\/wc\?uri=wc%3A/)
    const opened = context.waitForEvent('page')
    await link.click()
    const phone = new PhonePage(await opened)
    await phone.connect()
    await expect(modal.accountButton).toContainText(ensName(ben))
    await phone.page.close()

    await modal.fillSend({ symbol: 'ETH', amount: '0.01', receiver: cleo.address })
    await modal.review()
    const again = context.waitForEvent('page')
    await modal.button('Confirm').click()
    // The wallet opens with the tap that sends the request, or with the link below it.
    const open = modal.dialog.getByRole('link', { name: /^Open / })
    const wallet = new PhonePage(await Promise.race([again, open.click().then(() => again)]))
    await wallet.decide(/^Approve/)
    await expect(modal.dialog).toContainText('Sent')
  })
})
