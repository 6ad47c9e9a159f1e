import { rpc } from './chain.ts'
import { expect, test, walletName } from './fixtures.ts'
import { PhonePage } from './pages/PhonePage.ts'

const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`

test.use({ families: ['solana'], permissions: ['clipboard-read', 'clipboard-write'] })

test('behavior: spec 1.4, 1.8, 1.9, 1.10 and 1.16: a Wallet-Standard wallet on Solana: connect, balances, send, history, switch, disconnect @journey', async ({
  page,
  world,
  site,
  modal,
  solanaWallet,
}) => {
  const [one, two] = world.solana
  const [ada, , , dan] = world.solanaAccounts
  const dollar = world.solanaTokens.find(({ kind }) => kind === 'usd')
  const fee = world.solanaTokens.find(({ kind }) => kind === 'transfer-fee')
  if (!one || !two || !ada || !dan || !dollar || !fee) throw new Error('The world is incomplete')

  await test.step('connect', async () => {
    await site.open('/')
    await site.connectButton.click()
    await modal.button(walletName).click()
    await modal.button('Solana').click()
    await expect(modal.accountButton).toContainText(short(ada.address))
    await expect(modal.networkButton).toContainText(one.name)
    expect(await solanaWallet.addresses()).toContain(ada.address)
  })

  await test.step('balances on both networks, without spam', async () => {
    await site.visit('Portfolio')
    // The other network's name begins like this one's.
    const network = new RegExp(`${one.name}(?! Two)`)
    for (const name of ['Solana', dollar.name, fee.name]) await expect(site.asset({ name, network })).toHaveCount(1)
    await expect(site.asset({ name: 'Solana', network: two.name })).toHaveCount(1)
    await expect(site.main).not.toContainText('usdl-rewards.example')
  })

  const lamports = async () =>
    (
      await rpc<{ value: number }>({
        ...{ url: one.rpcUrl, method: 'getBalance' },
        params: [dan.address, { commitment: 'confirmed' }],
      })
    ).value

  for (const { symbol, amount } of [
    { symbol: 'SOL', amount: '0.2531' },
    { symbol: dollar.symbol, amount: '12.5077' },
    { symbol: fee.symbol, amount: '3.25' },
  ])
    await test.step(`send ${symbol}`, async () => {
      const before = await lamports()
      await modal.fillSend({ symbol, amount, receiver: dan.address })
      await modal.review()
      await expect(modal.dialog).toContainText(`${amount} ${symbol}`)
      await modal.button('Confirm').click()
      // Signed by the wallet, submitted by the kit: exactly the displayed bytes.
      await solanaWallet.waitForRequest({ method: 'solana:signTransaction' })
      await expect(modal.dialog).toContainText('The network has confirmed it.')
      if (symbol === 'SOL') expect((await lamports()) - before).toBe(253_100_000)
      await modal.button('Done').click()
      await modal.close()
      await site.visit('Activity')
      await expect(site.confirmed(`${amount} ${symbol}`)).toHaveCount(1)
    })

  await test.step('switch the network', async () => {
    await modal.switchNetwork(two.name)
  })

  await test.step('a reload keeps the connection', async () => {
    await page.reload()
    await expect(modal.accountButton).toContainText(short(ada.address))
    await expect(modal.networkButton).toContainText(two.name)
  })

  await test.step('disconnect, and stay disconnected over a reload', async () => {
    await modal.disconnect()
    await page.reload()
    await expect(site.connectButton).toBeVisible()
    await expect(modal.accountButton).toBeHidden()
  })
})

test('behavior: spec 1.5: Solana over WalletConnect: scan, connect, send, decline, disconnect', async ({
  page,
  browser,
  world,
  site,
  modal,
}) => {
  const [one] = world.solana
  const [, ben, cleo] = world.solanaAccounts
  if (!one || !ben || !cleo) throw new Error('The world is incomplete')
  const phone = await PhonePage.open({ browser, url: world.phone })

  await test.step('one code connects all families, and Solana becomes active with its network', async () => {
    await site.open('/')
    await site.connectButton.click()
    await modal.button('WalletConnect').click()
    await modal.button('Copy link').click()
    await phone.pair(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(phone.sheet).toContainText(one.name)
    await phone.connect()
    await modal.accountButton.waitFor()
    await modal.dialog.waitFor({ state: 'hidden' })
    await modal.switchNetwork(one.name)
    await expect(modal.accountButton).toContainText(short(ben.address))
  })

  const lamports = async () =>
    (
      await rpc<{ value: number }>({
        ...{ url: one.rpcUrl, method: 'getBalance' },
        params: [cleo.address, { commitment: 'confirmed' }],
      })
    ).value

  await test.step('send: the phone shows the payment that it signs', async () => {
    const before = await lamports()
    await modal.fillSend({ symbol: 'SOL', amount: '0.125', receiver: cleo.address })
    await modal.review()
    await modal.button('Confirm').click()
    await expect(phone.sheet).toContainText('0.125 SOL')
    await expect(phone.sheet).toContainText(cleo.address)
    await phone.decide(/^Approve/)
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    expect((await lamports()) - before).toBe(125_000_000)
    await modal.button('Done').click()
    await modal.close()
  })

  await test.step('a refusal on the phone shows on the site', async () => {
    await modal.fillSend({ symbol: 'SOL', amount: '0.5', receiver: cleo.address })
    await modal.review()
    await modal.button('Confirm').click()
    await phone.decide(/^Decline/)
    await expect(modal.dialog).toContainText('The request was declined in the wallet')
    await modal.close()
  })

  await test.step('a disconnect in one family ends all families, because they share one WalletConnect session', async () => {
    await modal.disconnect()
    await expect(phone.page.locator('body')).toContainText('No site is connected')
  })
  await phone.page.context().close()
})
