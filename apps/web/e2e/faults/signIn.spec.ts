import { expect, test, walletName } from '../fixtures.ts'
import { otherName } from '../otherName.ts'
import { SignIn, setSiteMode } from '../pages/SignIn.ts'
import { control } from '../setup/control.ts'

test('error: the server is down while a sign-in is required: the view shows it, and continues when the server is back', async ({
  page,
  site,
  modal,
  wallet,
}) => {
  const signIn = new SignIn(modal)
  await setSiteMode({ page, signIn: 'required' })
  await site.open('/')
  expect(await wallet.addresses()).not.toEqual([])
  await signIn.connect(walletName)
  await control('kill-server')
  try {
    await modal.button('Sign in').click()
    await expect(modal.dialog.getByText(/cannot be reached right now\.$/).first()).toBeVisible({ timeout: 30_000 })
    await expect(signIn.view).toBeVisible()
    await expect(modal.accountButton).toBeAttached()
  } finally {
    await control('start-server')
  }
  await modal.button('Try again').click()
  await signIn.expectSettled()
  const [address = ''] = await wallet.addresses()
  await signIn.expectSessions(address)
})

test('error: a page on another site than the server: the browser keeps no cookie, and the view shows it', async ({
  page,
  world,
  modal,
  wallet,
}) => {
  const signIn = new SignIn(modal)
  await setSiteMode({ page, signIn: 'required' })
  await page.goto(otherName(world.site))
  expect(await wallet.addresses()).not.toEqual([])
  await signIn.connect(walletName)
  await modal.button('Sign in').click()
  const told = modal.dialog.getByText('The browser did not keep the server’s cookie, so you cannot be signed in')
  await expect(told.first()).toBeVisible()
  await expect(signIn.view).toBeVisible()
  const signed = (await wallet.requests()).filter(({ method }) => method === 'personal_sign')
  expect(signed).toHaveLength(1)
  await signIn.expectSessions()
  await modal.button('Disconnect').click()
  await modal.accountButton.waitFor({ state: 'hidden' })
})
