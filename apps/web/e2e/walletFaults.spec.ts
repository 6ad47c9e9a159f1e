import { alsoElsewhere } from './alsoElsewhere.ts'
import { expect, test, walletName } from './fixtures.ts'

test.describe('the wallet', () => {
  test('error: rejects, and is asked again', async ({ site, modal, wallet }) => {
    await site.open('/')
    await wallet.setPolicy('reject')
    await site.connectButton.click()
    await modal.button(walletName).click()
    await expect(modal.dialog).toContainText('You declined the connection')
    await expect(site.connectButton).toBeVisible()
    await wallet.setPolicy('approve')
    await modal.button('Try again').click()
    await expect(modal.accountButton).toBeVisible()
  })

  test('error: hangs, is canceled, and its late answer has no effect', async ({ site, modal, wallet }) => {
    await site.open('/')
    await wallet.setPolicy('hang')
    await site.connectButton.click()
    await modal.button(walletName).click()
    await wallet.waitForRequest({ method: 'eth_requestAccounts' })
    await expect(modal.dialog).toContainText(`Continue in ${walletName}`)
    await modal.close()
    await expect(site.connectButton).toBeVisible()
    await wallet.approve()
    await expect(site.connectButton).toBeVisible()
    await expect(modal.accountButton).toBeHidden()
  })

  test('error: rejects the transaction: nothing was sent', async ({ site, modal, wallet, world }) => {
    await site.open('/')
    await modal.connect(walletName)
    await modal.fillSend({ symbol: 'ETH', amount: '0.1', receiver: world.faucet.address })
    await modal.review()
    await wallet.setPolicy('reject')
    await modal.button('Confirm').click()
    await expect(modal.dialog).toContainText('Nothing was sent.')
  })

  test('error: changes its network while a preview is open: nothing is sent', async ({
    site,
    modal,
    wallet,
    world,
  }) => {
    await site.open('/')
    await modal.connect(walletName)
    await modal.fillSend({ symbol: 'ETH', amount: '0.1', receiver: world.faucet.address })
    await modal.review()
    await wallet.setChain(31338)
    await expect(modal.networkButton).toHaveAccessibleName('Network: Local Two')
    await modal.button('Confirm').click()
    await expect(modal.dialog).toContainText('The network changed in the wallet, so nothing was sent')
    const asked = await wallet.requests()
    expect(asked.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })

  test.describe('on a network that the site does not use', () => {
    test.use({ walletOptions: alsoElsewhere })

    test('error: says so, and offers the networks that it can use', async ({ site, modal, wallet }) => {
      await site.open('/')
      await modal.connect(walletName)
      await wallet.setChain(31339)
      await expect(modal.title('Unsupported network')).toBeVisible()
      await modal.button('Local One').click()
      await expect(modal.networkButton).toHaveAccessibleName('Network: Local One')
    })
  })
})

test.describe('the send form', () => {
  test.beforeEach(async ({ site, modal, wallet }) => {
    await site.open('/')
    // The wallet must be in the page before it loads. A request for its addresses proves that it is.
    await wallet.addresses()
    await modal.connect(walletName)
  })

  test('error: an amount above the balance', async ({ modal, world }) => {
    await modal.fillSend({ symbol: 'ETH', amount: '99999999', receiver: world.faucet.address })
    await modal.button('Not enough ETH').click()
    await expect(modal.dialog).toContainText('The amount is above your balance')
  })

  test('error: more decimals than the token has', async ({ modal, world }) => {
    const dollar = world.tokens.find(({ kind }) => kind === 'usd')
    if (!dollar) throw new Error('The world has no dollar')
    await modal.fillSend({ symbol: dollar.symbol, amount: '1.1234567', receiver: world.faucet.address })
    await modal.button('Review').click()
    await expect(modal.dialog).toContainText('The amount has more decimals than the token')
  })

  test('error: an address with a wrong checksum', async ({ modal, world }) => {
    const { address } = world.faucet
    const place = [...address].findIndex((letter, index) => index > 1 && /[a-f]/i.test(letter))
    const letter = address[place] ?? ''
    const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    await modal.fillSend({
      symbol: 'ETH',
      amount: '0.1',
      receiver: address.slice(0, place) + swapped + address.slice(place + 1),
    })
    await modal.button('Review').click()
    await expect(modal.dialog).toContainText('wrong checksum')
  })
})
