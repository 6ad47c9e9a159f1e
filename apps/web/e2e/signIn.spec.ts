import { toInitScript, type WalletHandle } from '@latchkey/testkit/playwright'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, walletName, test as worldTest } from './fixtures.ts'
import { readMessage, SignIn, setSiteMode } from './pages/SignIn.ts'
import { SitePage } from './pages/SitePage.ts'
import { WalletModal } from './pages/WalletModal.ts'

type Owner = { name: string; address: `0x${string}`; privateKey: `0x${string}` }

const newOwner = (name: string): Owner => {
  const privateKey = generatePrivateKey()
  return { name, privateKey, address: privateKeyToAccount(privateKey).address }
}

/** Returns the number of signature requests to the wallet since the page was loaded. */
const countSigning = async (wallet: WalletHandle) =>
  (await wallet.requests()).filter(({ method }) => method === 'personal_sign').length

/** Two people who are new to the server, and the operator of the site, in one wallet. */
const test = worldTest.extend<{ first: Owner; second: Owner; signIn: SignIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the used fixtures from this pattern.
  first: async ({}, use) => use(newOwner('First')),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  second: async ({}, use) => use(newOwner('Second')),
  signIn: async ({ modal }, use) => use(new SignIn(modal)),
  walletOptions: async ({ world, first, second }, use) => {
    const [operator] = world.accounts
    if (!operator) throw new Error('The world has no accounts')
    await use({
      name: walletName,
      accounts: [first, second, operator],
      chains: Object.fromEntries(world.chains.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
    })
  },
})

test('behavior: spec 1.7: on demand: the data of an account shows in every tab and browser that is signed in as it', async ({
  page,
  browser,
  world,
  site,
  modal,
  wallet,
  walletScript,
  walletOptions,
  signIn,
  first,
  second,
}) => {
  const { main } = site
  const [, ben] = world.accounts
  if (!ben || !walletOptions) throw new Error('The world is incomplete')
  const row = (name: string) => main.getByRole('listitem').filter({ hasText: name })
  const sheet = page.getByRole('dialog')
  const empty = main.getByText('No saved addresses yet')

  await test.step('a connection alone asks for no sign-in, and the account page does', async () => {
    await site.open('/account')
    await expect(main.getByRole('heading', { name: 'Keep things with your account' })).toBeVisible()
    await modal.connect(walletName)
    await expect(main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
    expect(await countSigning(wallet)).toBe(0)
  })

  await test.step('declined: the page shows it, and nothing is lost', async () => {
    await wallet.setPolicy('reject')
    await signIn.ask()
    await expect(main.getByText('Signature declined')).toBeVisible()
    await signIn.expectSettled()
    await signIn.expectSessions()
  })

  await test.step('signed: the message names the site, the account and the cost', async () => {
    await wallet.setPolicy('approve')
    await signIn.ask()
    await expect(signIn.who).toBeVisible()
    await expect(modal.dialog).toBeHidden()
    const asked = (await wallet.requests()).filter(({ method }) => method === 'personal_sign').at(-1)
    const message = asked ? readMessage(asked) : ''
    expect(message).toContain(
      `${new URL(world.site).host} wants you to sign in with your Ethereum account:\n${first.address}`,
    )
    expect(message).toContain('This moves nothing and costs nothing.')
    await signIn.expectSessions(first.address)
  })

  await test.step('an address is saved and renamed, and another one is removed and restored', async () => {
    await expect(empty).toBeVisible()
    await main.getByRole('button', { name: 'Add an address' }).click()
    await sheet.getByLabel('Name').fill('The baker')
    await sheet.getByLabel('Address', { exact: true }).fill(ben.address)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(row('The baker')).toBeVisible()
    await row('The baker').getByRole('button', { name: 'The baker', exact: true }).click()
    await sheet.getByLabel('Name').fill('The miller')
    await sheet.getByRole('button', { name: 'Rename' }).click()
    await expect(row('The miller')).toBeVisible()
    await expect(row('The baker')).toBeHidden()
    await row('The miller').getByRole('button', { name: 'The miller', exact: true }).click()
    await sheet.getByRole('button', { name: 'Remove' }).click()
    await expect(empty).toBeVisible()
    await main.getByRole('button', { name: 'Undo' }).click()
    await expect(row('The miller')).toBeVisible()
  })

  await test.step('a reload keeps the sign-in', async () => {
    await page.reload()
    await expect(row('The miller')).toBeVisible()
    expect(await countSigning(wallet)).toBe(0)
  })

  await test.step('another tab is signed in, and follows a sign-out and a new sign-in', async () => {
    const other = await page.context().newPage()
    const otherIn = new SignIn(new WalletModal(other))
    await other.goto('/account')
    await expect(otherIn.main.getByRole('listitem').filter({ hasText: 'The miller' })).toBeVisible()
    await otherIn.main.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(otherIn.main.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'You are no longer signed in' })).toBeVisible()
    await expect(row('The miller')).toBeHidden()
    await page.bringToFront()
    await signIn.ask()
    await expect(row('The miller')).toBeVisible()
    await expect(otherIn.who).toBeVisible()
    await other.close()
  })

  await test.step('another account of the wallet must sign in, and never sees the data of the first one', async () => {
    await wallet.setAccount(1)
    await expect(main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
    await expect(row('The miller')).toBeHidden()
    await test.step('back while the wallet asks: the first account’s data shows, and a late signature has no effect', async () => {
      const before = await countSigning(wallet)
      await wallet.setPolicy('ask')
      await signIn.ask()
      await expect.poll(() => countSigning(wallet)).toBe(before + 1)
      await wallet.setAccount(0)
      await expect(row('The miller')).toBeVisible()
      await wallet.approve()
      await wallet.setPolicy('approve')
    })
    await wallet.setAccount(1)
    await expect(main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
    await signIn.expectSessions(first.address)
    await signIn.ask()
    await expect(empty).toBeVisible()
    await expect(row('The miller')).toBeHidden()
    await signIn.expectSessions(first.address, second.address)
  })

  await test.step('a sign-in of a second browser shows here, and can be ended here', async () => {
    const context = await browser.newContext({ baseURL: world.site })
    await context.addInitScript({
      content: toInitScript({ script: walletScript, options: { ...walletOptions, accounts: [second] } }),
    })
    const far = new SitePage(await context.newPage())
    const farModal = new WalletModal(far.page)
    const farIn = new SignIn(farModal)
    await far.open('/account')
    await farModal.connect(walletName)
    await farIn.ask()
    await expect(farIn.who).toBeVisible()

    await main.getByRole('link', { name: 'Signed-in browsers' }).click()
    await expect(main.getByRole('listitem')).toHaveCount(2)
    await main.getByRole('button', { name: /^Sign out in / }).click()
    await expect(main.getByRole('listitem')).toHaveCount(1)
    await expect(main.getByText('You are signed in nowhere else.')).toBeVisible()
    await farIn.expectSessions()
    await far.page.reload()
    await expect(farIn.main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
    await context.close()
    await signIn.expectSessions(first.address, second.address)
  })

  await test.step('only the operator sees the operator page', async () => {
    await site.open('/operator')
    await expect(main.getByRole('heading', { name: 'This is for the operator of the site' })).toBeVisible()
    await wallet.setAccount(2)
    await expect(main.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
    await signIn.ask()
    await expect(main.getByRole('heading', { name: 'Operator', level: 1 })).toBeVisible()
    await expect(main.getByRole('row', { name: /Local One/ }).first()).toBeVisible()
  })

  await test.step('disconnecting signs out at the server', async () => {
    await modal.disconnect()
    await expect(main.getByRole('row')).toHaveCount(0)
    await signIn.expectSessions()
  })
})

test('behavior: spec 1.7: required: the request cannot be skipped, and names the active account @journey', async ({
  page,
  world,
  site,
  modal,
  wallet,
  signIn,
  first,
  second,
}) => {
  const [one, two] = world.chains
  if (!one || !two) throw new Error('The world is incomplete')
  const { dialog } = modal
  await setSiteMode({ page, signIn: 'required' })
  await site.open('/')
  await signIn.connect(walletName)

  await test.step('it does not close, and shows why', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toContainText('Sign in first, or disconnect.')
    await expect(signIn.view).toBeVisible()
    await modal.button('Close').click()
    await expect(dialog).toContainText('Sign in first, or disconnect.')
    await expect(signIn.view).toBeVisible()
  })

  await test.step('declined: the view shows it, and stays', async () => {
    await wallet.setPolicy('reject')
    await modal.button('Sign in').click()
    await expect(dialog.getByText('Signature declined').first()).toBeVisible()
    await expect(signIn.view).toBeVisible()
    await expect(modal.button('Try again')).toBeEnabled()
  })

  await test.step('a reload does not skip it', async () => {
    await page.reload()
    await expect(signIn.view).toBeVisible()
  })

  await test.step('another account while the wallet asks: the new account is asked, and a late signature has no effect', async () => {
    await wallet.setPolicy('ask')
    await modal.button('Sign in').click()
    await expect.poll(() => countSigning(wallet)).toBe(1)
    await expect(dialog.getByTitle(first.address)).toBeVisible()
    await wallet.setAccount(1)
    await expect(dialog.getByTitle(second.address)).toBeVisible()
    await expect(signIn.view).toBeVisible()
    await wallet.approve()
    await wallet.setPolicy('approve')
    await expect(signIn.view).toBeVisible()
    await signIn.expectSessions()
  })

  await test.step('the way out is to disconnect', async () => {
    await modal.button('Disconnect').click()
    await expect(site.connectButton).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(site.connectButton).toBeVisible()
  })

  await test.step('signed in, on all networks of the family, also after a reload', async () => {
    await signIn.connect(walletName)
    await modal.button('Sign in').click()
    await signIn.expectSettled()
    await signIn.expectSessions(second.address)
    const before = await countSigning(wallet)
    await modal.networkButton.click()
    await modal.button(two.name).first().click()
    await expect(modal.networkButton).toContainText(two.name)
    await signIn.expectSettled()
    expect(await countSigning(wallet)).toBe(before)
    await signIn.expectKept()
    await expect(modal.networkButton).toContainText(two.name)
    await signIn.expectSessions(second.address)
    expect(await countSigning(wallet)).toBe(0)
  })

  await test.step('after a sign-out the view asks again', async () => {
    await site.main.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(signIn.view).toBeVisible()
    await signIn.expectSessions()
  })
})

test('behavior: optional: the view asks after the connection, and can be left for later', async ({
  page,
  site,
  modal,
  wallet,
  signIn,
  first,
}) => {
  await setSiteMode({ page, signIn: 'optional' })
  await site.open('/')
  await signIn.connect(walletName)
  await page.keyboard.press('Escape')
  await signIn.expectSettled()
  await signIn.expectSessions()

  await test.step('the view asks again after a reload, and the account page asks', async () => {
    await page.reload()
    await signIn.view.waitFor()
    await modal.button('Not now').click()
    await signIn.expectSettled()
    await site.visit('Profile')
    await signIn.ask()
    await expect(signIn.who).toBeVisible()
    await signIn.expectSettled()
    await signIn.expectSessions(first.address)
    expect(await countSigning(wallet)).toBe(1)
  })
})
