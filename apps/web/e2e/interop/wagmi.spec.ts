import { verifyMessage } from 'viem/utils'
import { fund } from '../chain.ts'
import { Mail } from '../Mail.ts'
import { expect, test, WagmiApp } from './interopTest.ts'

type Hex = `0x${string}`

test('behavior: an unmodified wagmi app finds, connects and uses the embedded wallet', async ({
  page,
  world,
  app,
  embedded,
  modal,
  mail,
  watch,
}) => {
  const [one, two] = world.chains
  if (!one || !two) throw new Error('The world is incomplete')

  await test.step('wagmi lists it once, without a request to the wallet', async () => {
    await page.goto('/')
    const item = page.getByRole('list', { name: 'Wallets' }).getByRole('listitem')
    await expect(item).toHaveCount(1)
    await expect(item).toHaveText('Interop Wallet')
    await expect(item).toHaveAttribute('data-id', 'dev.latchkey.wallet')
    await expect(app.output('Status')).toHaveText('disconnected')
    expect(watch.toWallet).toEqual([])
    expect(await app.dialogsShown()).toBe(0)
  })

  await test.step('closing the modal is a rejection', async () => {
    await app.button('Interop Wallet').click()
    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible()
    await modal.close()
    await expect(app.output('Connect failure')).toHaveText('4001 UserRejectedRequestError')
    await expect(app.output('Status')).toHaveText('disconnected')
  })

  let address: Hex = '0x'
  await test.step('connect: the modal, the email, the code', async () => {
    await app.button('Interop Wallet').click()
    await embedded.enterCodeInModal(mail)
    await expect(app.output('Status')).toHaveText('connected')
    address = (await app.output('Address').innerText()) as Hex
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await expect(app.output('Kit address')).toHaveText(address)
    await expect(app.output('Chain')).toHaveText(String(one.id))
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('a declined signature is a rejection', async () => {
    await app.button('Sign').click()
    await embedded.button('Decline').click()
    await expect(app.output('Sign failure')).toHaveText('4001 UserRejectedRequestError')
    await expect(modal.dialog).toBeHidden()
  })

  await test.step('a signature verifies', async () => {
    await app.button('Sign').click()
    await expect(embedded.frame.locator('body')).toContainText('Hello from wagmi')
    await embedded.button('Sign').hover()
    await embedded.button('Sign').click()
    await expect(app.output('Signature')).toHaveText(/^0x/)
    const signature = (await app.output('Signature').innerText()) as Hex
    expect(await verifyMessage({ address, message: 'Hello from wagmi', signature })).toBe(true)
  })

  await test.step('a transaction gets its receipt', async () => {
    await fund({ world, address, ether: 1n })
    await app.button('Send').click()
    // The button becomes active once the pointer has entered the frame and stayed.
    await embedded.approveInWindow()
    await expect(app.output('Receipt')).toHaveText('success')
    await expect(app.output('Hash')).toHaveText(/^0x[0-9a-f]{64}$/)
  })

  await test.step('a declined transaction is a rejection', async () => {
    await app.button('Send').click()
    // Until then the card renders again with the loaded details of the transaction.
    await expect(embedded.button('Review in a secure window')).toBeVisible()
    await embedded.button('Decline').click()
    await expect(app.output('Send failure')).toHaveText('4001 UserRejectedRequestError')
  })

  await test.step('wagmi switches between the networks of both, and not to one that only it has', async () => {
    await app.button(two.name).click()
    await expect(app.output('Chain')).toHaveText(String(two.id))
    await app.button(one.name).click()
    await expect(app.output('Chain')).toHaveText(String(one.id))
    await expect(app.output('Switch failure')).toBeEmpty()
    await app.button('Stranger').click()
    await expect(app.output('Switch failure')).toHaveText('4001 UserRejectedRequestError')
    await expect(app.output('Chain')).toHaveText(String(one.id))
    await app.button(two.name).click()
    await expect(app.output('Chain')).toHaveText(String(two.id))
  })

  await test.step('a reload reconnects without a card', async () => {
    await page.reload()
    await expect(app.output('Status')).toHaveText('connected')
    await expect(app.output('Address')).toHaveText(address)
    await expect(app.output('Kit address')).toHaveText(address)
    await expect(app.output('Chain')).toHaveText(String(two.id))
    expect(await app.dialogsShown()).toBe(0)
  })

  await test.step('disconnect also signs out of the kit, and stays so after a reload', async () => {
    await app.button('Disconnect').click()
    await expect(app.output('Status')).toHaveText('disconnected')
    await expect(app.output('Kit status')).toHaveText('disconnected')
    // The page tells the server in the background.
    await expect.poll(() => watch.toWallet.filter((url) => url.endsWith('/v1/auth/session/end'))).toHaveLength(1)
    watch.toWallet.length = 0
    await page.reload()
    await expect(app.output('Status')).toHaveText('disconnected')
    await expect(app.output('Kit status')).toHaveText('disconnected')
    await expect(app.output('Address')).toBeEmpty()
    expect(watch.toWallet).toEqual([])
  })
})

test('behavior: a login or disconnect in the kit, or in another tab, also changes wagmi', async ({
  context,
  page,
  app,
  embedded,
  mail,
}) => {
  await page.goto('/')
  const otherPage = await context.newPage()
  const other = new WagmiApp(otherPage)
  await otherPage.goto('/')
  await expect(other.output('Status')).toHaveText('disconnected')
  await page.bringToFront()

  await app.button('Open the kit').click()
  await embedded.enterCodeInModal(mail)
  await expect(app.output('Status')).toHaveText('connected')
  const address = await app.output('Kit address').innerText()
  await expect(app.output('Address')).toHaveText(address)
  await expect(other.output('Kit address')).toHaveText(address)
  await expect(other.output('Address')).toHaveText(address)

  await page.reload()
  await expect(app.output('Address')).toHaveText(address)

  await app.button('Leave the kit').click()
  for (const tab of [app, other]) {
    await expect(tab.output('Status')).toHaveText('disconnected')
    await expect(tab.output('Kit status')).toHaveText('disconnected')
  }
  await page.reload()
  await expect(app.output('Status')).toHaveText('disconnected')

  await test.step('another visitor connects after the first', async () => {
    await app.button('Interop Wallet').click()
    await embedded.enterCodeInModal(new Mail(`second-${mail.address}`))
    await expect(app.output('Status')).toHaveText('connected')
    await expect(app.output('Address')).not.toHaveText(address)
    await expect(app.output('Address')).toHaveText(await app.output('Kit address').innerText())
  })

  await test.step('wagmi’s disconnect in one tab also ends the other’s connection', async () => {
    await expect(other.output('Kit address')).toHaveText(await app.output('Address').innerText())
    await expect(other.output('Address')).toHaveText(await app.output('Address').innerText())
    await app.button('Disconnect').click()
    for (const tab of [app, other]) {
      await expect(tab.output('Status')).toHaveText('disconnected')
      await expect(tab.output('Kit status')).toHaveText('disconnected')
    }
  })
})

test('behavior: a page without wagmi discovers the wallet, and can change nothing of it', async ({ page, watch }) => {
  await page.goto('/listener.html')
  const output = page.getByLabel('Announced')
  await expect(output).toHaveText(/rdns/)
  expect(JSON.parse(await output.innerText())).toEqual({
    frozen: true,
    info: {
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Interop Wallet',
      icon: expect.stringMatching(/^data:image\/svg\+xml/),
      rdns: 'dev.latchkey.wallet',
    },
    provider: expect.arrayContaining(['request', 'on', 'removeListener']),
  })
  expect(watch.toWallet).toEqual([])
})
