import { sentCount } from '../chain.ts'
import { expect, test, walletName } from '../fixtures.ts'
import { Mail } from '../Mail.ts'
import { BuyView } from '../pages/BuyView.ts'
import { SignIn, setSiteMode } from '../pages/SignIn.ts'
import { control } from '../setup/control.ts'

/** The page reports a long wait after 10 s, and a silent stream after 15 s. The rest is for a busy machine. */
const [slow, silent] = [{ timeout: 20_000 }, { timeout: 30_000 }]

test.afterEach(() => control('wake-server'))

test('error: the server hangs: “Live” disappears, the data shows its age, and no message claims that the server is back', async ({
  site,
  page,
}) => {
  await site.open('/')
  const live = site.main.getByText('Live', { exact: true })
  await expect(live).toBeVisible()
  const answers = page.getByText('The server answers again.')
  let said = 0
  await page.exposeFunction('noteAnswer', () => (said += 1))
  await page.evaluate(() => {
    const look = () => {
      if (document.body.innerText.includes('The server answers again.'))
        (window as unknown as { noteAnswer: () => void }).noteAnswer()
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await control('hang-server')
  await expect(live).toBeHidden(silent)
  await expect(page.getByText(/Showing data from .+ ago/)).toBeVisible(slow)
  await expect(site.serverAway).toBeVisible(silent)
  // Longer than all attempts of a read.
  await expect(site.serverAway).toContainText('from 1m ago', { timeout: 70_000 })
  expect(said).toBe(0)
  await control('wake-server')
  await expect(answers).toBeVisible(slow)
  await expect(live).toBeVisible(silent)
  await expect(site.serverAway).toBeHidden()
})

test('error: the server hangs during a quote: the page shows the wait, and the price arrives without a reload', async ({
  site,
  page,
}) => {
  await site.open('/')
  const amount = site.main.getByRole('textbox', { name: 'You pay' })
  await expect(amount).toBeVisible()
  await control('hang-server')
  await amount.fill('0.011')
  await expect(site.main.getByText('Still waiting for an answer.')).toBeVisible(slow)
  await control('wake-server')
  await expect(site.main.getByText('Still waiting for an answer.')).toBeHidden(slow)
  await expect(site.main.getByText('Minimum received').locator('..')).toContainText(/\d/, slow)
  await expect(page.getByText('The server cannot be reached')).toBeHidden(slow)
})

test('error: the server hangs while the wallet is opened: balances and activity show the wait, and arrive without a reload', async ({
  site,
  modal,
  wallet,
}) => {
  await site.open('/')
  await control('hang-server')
  await modal.connect(walletName)
  expect(await wallet.addresses()).not.toEqual([])
  await modal.accountButton.click()
  await expect(modal.dialog.getByText('Still waiting for an answer.').first()).toBeVisible(slow)
  await control('wake-server')
  await expect(modal.dialog.getByText('Still waiting for an answer.')).toHaveCount(0, slow)
  await expect(modal.dialog.getByText('ETH').first()).toBeVisible()
})

test('error: the server hangs in a payment: nothing was sent, the payment continues automatically, and the money moves once', async ({
  site,
  modal,
  wallet,
  world,
}) => {
  const [ada, , , dan] = world.accounts
  const [one] = world.chains
  if (!ada || !dan || !one) throw new Error('The world is incomplete')
  await site.open('/')
  await modal.connect(walletName)
  expect(await wallet.addresses()).toContain(ada.address)
  const before = await sentCount({ url: one.rpcUrl, address: ada.address })
  await modal.fillSend({ symbol: 'ETH', amount: '0.0371', receiver: dan.address })
  await control('hang-server')
  await modal.button('Review').click()
  await expect(modal.dialog.getByText(/Still waiting for the network .+ Nothing was sent\./)).toBeVisible(slow)
  await control('wake-server')
  await expect(modal.button('Confirm')).toBeVisible(slow)
  await control('hang-server')
  await modal.button('Confirm').click()
  // The wallet has its own node. The page cannot see yet whether the transaction is in a block.
  await expect.poll(() => sentCount({ url: one.rpcUrl, address: ada.address }), slow).toBe(before + 1)
  await expect(modal.dialog).toContainText('The network is taking longer than usual.', { timeout: 45_000 })
  await control('wake-server')
  await expect(modal.dialog).toContainText(/The network has confirmed it|can no longer be reversed/, silent)
  expect(await sentCount({ url: one.rpcUrl, address: ada.address })).toBe(before + 1)
})

test('error: the server hangs as a login begins: the page shows that the wallet does not load, and the next attempt works', async ({
  site,
  page,
  modal,
  embedded,
}) => {
  const mail = new Mail()
  await site.open('/')
  await site.connectButton.click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(mail.address)
  await control('hang-server')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(modal.dialog.getByText('Unable to load email login dependency')).toBeVisible({ timeout: 45_000 })
  await control('wake-server')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await embedded.frame.getByLabel('Six-digit code').fill(await mail.code())
  await expect(modal.accountButton).toBeVisible(slow)
})

test('error: the server hangs during a request for offers: the page shows the wait, and they arrive without a reload', async ({
  site,
  modal,
  wallet,
  world,
}) => {
  const [one] = world.chains
  const buy = new BuyView(modal)
  await site.open('/')
  expect(await wallet.addresses()).not.toEqual([])
  await modal.connect(walletName)
  await buy.open()
  await buy.choose({ name: 'Local Dollar', network: one?.name ?? '' })
  await expect(modal.button(/^Pay with/)).toBeEnabled()
  await control('hang-server')
  await modal.button('Get new quotes').click()
  await expect(modal.dialog.getByText('Still waiting for the quotes of the providers.')).toBeVisible(slow)
  await control('wake-server')
  await expect(modal.button(/^Pay with/)).toBeEnabled(slow)
})

test('error: the server hangs in a sign-in: the view shows it, nothing is signed, and the same view continues', async ({
  site,
  page,
  modal,
  wallet,
}) => {
  const signIn = new SignIn(modal)
  await setSiteMode({ page, signIn: 'required' })
  await site.open('/')
  expect(await wallet.addresses()).not.toEqual([])
  await signIn.connect(walletName)
  await control('hang-server')
  await modal.button('Sign in').click()
  await expect(modal.dialog.getByText(/cannot be reached right now\.$/).first()).toBeVisible(silent)
  expect((await wallet.requests()).filter(({ method }) => method === 'personal_sign')).toHaveLength(0)
  await control('wake-server')
  await modal.button('Try again').click()
  await signIn.expectSettled()
})

test('error: the server hangs, and the relay with it: the view shows that the code waits, and the code arrives without a reload', async ({
  site,
  modal,
}) => {
  await site.open('/')
  await control('hang-server')
  await site.connectButton.click()
  await modal.button('WalletConnect').click()
  await expect(modal.dialog.getByText(/relay/i).first()).toBeVisible(slow)
  await control('wake-server')
  await expect(modal.button('Copy link')).toBeEnabled(silent)
})
