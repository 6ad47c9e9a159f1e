import { expect, test, walletName } from './fixtures.ts'
import { PhonePage } from './pages/PhonePage.ts'

const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`

test.use({ families: ['bip122'], permissions: ['clipboard-read', 'clipboard-write'] })

/** Returns the balance of an address including unconfirmed transactions, in satoshi. */
async function satoshi({ esploraUrl, address }: { esploraUrl: string; address: string }): Promise<number> {
  type Stats = { funded_txo_sum: number; spent_txo_sum: number }
  const answer = await fetch(`${esploraUrl}/address/${address}`)
  const { chain_stats: chain, mempool_stats: mempool } = (await answer.json()) as Record<string, Stats>
  if (!chain || !mempool) throw new Error('The node does not know the address')
  return chain.funded_txo_sum - chain.spent_txo_sum + mempool.funded_txo_sum - mempool.spent_txo_sum
}

test('behavior: spec 1.4, 1.8, 1.9, 1.10 and 1.16: a Wallet-Standard wallet on Bitcoin: connect, balance, send, history, disconnect @journey', async ({
  page,
  world,
  site,
  modal,
  bitcoinWallet,
}) => {
  const [regtest] = world.bitcoin
  const [ada, , , dan] = world.bitcoinAccounts
  if (!regtest || !ada || !dan) throw new Error('The world is incomplete')
  const { esploraUrl } = regtest

  await test.step('connect', async () => {
    await site.open('/')
    await site.connectButton.click()
    await modal.button(walletName).click()
    await modal.button('Bitcoin').click()
    await expect(modal.accountButton).toContainText(short(ada.payment.address))
    await expect(modal.networkButton).toContainText(regtest.name)
    expect(await bitcoinWallet.addresses()).toContain(ada.payment.address)
  })

  await test.step('shows its balance', async () => {
    await site.visit('Portfolio')
    await expect(site.asset({ name: 'Bitcoin', network: regtest.name })).toHaveCount(1)
  })

  await test.step('send: signed by the wallet, sent by the kit', async () => {
    const address = dan.payment.address
    const before = await satoshi({ esploraUrl, address })
    await modal.fillSend({ symbol: 'BTC', amount: '0.001234', receiver: address })
    await modal.review()
    await expect(modal.dialog).toContainText('0.001234 BTC')
    await modal.button('Confirm').click()
    await bitcoinWallet.waitForRequest({ method: 'bitcoin:signTransaction' })
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    expect((await satoshi({ esploraUrl, address })) - before).toBe(123_400)
    await modal.button('Done').click()
    await modal.close()
    await site.visit('Activity')
    await expect(site.confirmed('0.001234 BTC')).toHaveCount(1)
  })

  await test.step('a reload keeps the connection, and disconnect ends it', async () => {
    await page.reload()
    await expect(modal.accountButton).toContainText(short(ada.payment.address))
    await modal.disconnect()
    await page.reload()
    await expect(site.connectButton).toBeVisible()
    await expect(modal.accountButton).toBeHidden()
  })
})

test('behavior: spec 1.5: Bitcoin over WalletConnect: scan, connect, send, decline, other families', async ({
  page,
  browser,
  world,
  site,
  modal,
}) => {
  const [regtest] = world.bitcoin
  const [, ben, cleo] = world.bitcoinAccounts
  const [one] = world.chains
  if (!regtest || !ben || !cleo || !one) throw new Error('The world is incomplete')
  const { esploraUrl } = regtest
  const phone = await PhonePage.open({ browser, url: world.phone })

  await test.step('one code connects all families, and Bitcoin becomes active with its network', async () => {
    await site.open('/')
    await site.connectButton.click()
    await modal.button('WalletConnect').click()
    await modal.button('Copy link').click()
    await phone.pair(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(phone.sheet).toContainText(regtest.name)
    await phone.connect()
    await modal.accountButton.waitFor()
    await modal.dialog.waitFor({ state: 'hidden' })
    await modal.switchNetwork(regtest.name)
    await expect(modal.accountButton).toContainText(short(ben.payment.address))
  })

  await test.step('send: the phone shows the payment that it signs', async () => {
    const address = cleo.payment.address
    const before = await satoshi({ esploraUrl, address })
    await modal.fillSend({ symbol: 'BTC', amount: '0.00054321', receiver: address })
    await modal.review()
    await modal.button('Confirm').click()
    await expect(phone.sheet).toContainText('0.00054321 BTC')
    await expect(phone.sheet).toContainText(address)
    await expect(phone.sheet).toContainText('Network cost')
    await phone.decide(/^Approve/)
    await expect(modal.dialog).toContainText('The network has confirmed it.')
    expect((await satoshi({ esploraUrl, address })) - before).toBe(54_321)
    await modal.button('Done').click()
    await modal.close()
  })

  await test.step('a refusal on the phone shows on the site', async () => {
    await modal.fillSend({ symbol: 'BTC', amount: '0.0005', receiver: cleo.payment.address })
    await modal.review()
    await modal.button('Confirm').click()
    await phone.decide(/^Decline/)
    await expect(modal.dialog).toContainText('The request was declined in the wallet')
    await modal.close()
  })

  await test.step('a switch of the network reaches the other families, also after a reload', async () => {
    await modal.switchNetwork(one.name)
    await page.reload()
    await modal.accountButton.waitFor()
    await modal.switchNetwork(regtest.name)
    await expect(modal.accountButton).toContainText(short(ben.payment.address))
  })

  await test.step('a disconnect on the phone ends all families on the site', async () => {
    await phone.openSession(new URL(world.site).host)
    await phone.button('Disconnect').click()
    await phone.sheet.getByRole('button', { name: 'Disconnect' }).click()
    await expect(site.connectButton).toBeVisible()
  })
  await phone.page.context().close()
})
