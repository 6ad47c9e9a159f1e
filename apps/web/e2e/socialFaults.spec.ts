import type { OauthProvider } from '@latchkey/protocol'
import { expect, test } from './fixtures.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'
import { control } from './setup/control.ts'

// Each fault at a provider that no other test signs in with: they set it for everybody. That all six are told apart, and each fault of each,
// is the server's to say: its `providerFaults`, `callbackFaults` and `redirectFaults`.
const faulty = ['facebook', 'discord', 'x'] as const satisfies readonly OauthProvider[]

test.afterEach(async () => {
  for (const provider of faulty) await control(`fault-${provider}-none`)
})

test('error: cancelled at the provider: said, and another try connects', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  const popup = await social.start('google')
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(modal.dialog).toContainText('The sign-in was cancelled')
  await modal.button('Sign in another way').click()
  await social.signInAs({ popup: await social.start('google'), name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: the provider is down: told as it is, and another try connects', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await control('fault-facebook-down')
  await social.signInAs({ popup: await social.start('facebook'), name: newPerson() })
  await expect(modal.dialog).toContainText('Facebook does not answer')
  await control('fault-facebook-none')
  await modal.button('Sign in another way').click()
  await social.signInAs({ popup: await social.start('facebook'), name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: somebody changed what came back: the window says so, and nothing is connected', async ({
  page,
  site,
  modal,
}) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await control('fault-facebook-wrongState')
  const popup = await social.start('facebook')
  await social.signInAs({ popup, name: newPerson() })
  await expect(popup.locator('body')).toContainText('could not be verified')
  await popup.close()
  await control('fault-facebook-none')
  await expect(modal.accountButton).toBeHidden()
  await modal.button('Cancel').click()
  await social.signInAs({ popup: await social.start('facebook'), name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: threat 54: its own policy (COOP) cuts its window off: the page says what it sees, and connects all the same', async ({
  page,
  site,
  modal,
}) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await control('fault-discord-coop')
  const popup = await social.start('discord')
  await popup.getByRole('button', { name: 'Cancel' }).waitFor()
  await expect(modal.dialog).toContainText('Is the window gone?')
  await social.signInAs({ popup, name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: the provider is slow: it is waited for', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await control('fault-x-slow')
  const popup = await social.start('x')
  const closed = popup.waitForEvent('close')
  // The window has its answer only when the provider has answered the server.
  const signedIn = social.signInAs({ popup, name: newPerson() })
  await control('held-x')
  await expect(modal.accountButton).toBeHidden()
  await control('fault-x-none')
  await Promise.all([signedIn, closed])
  await expect(modal.accountButton).toBeVisible()
})

test('error: the page misses what the wallet’s frame says first, as it does while a debugger holds it: the frame says it again', async ({
  page,
  site,
  modal,
}) => {
  await page.addInitScript(() => {
    const missed: string[] = []
    addEventListener('message', (event) => {
      if (event.data?.k !== 'ew:loaded' || missed.length > 1) return
      missed.push(event.data.id)
      event.stopImmediatePropagation()
    })
    Object.assign(window, { missed })
  })
  const social = new SocialLogin(page)
  await site.open('/')
  await social.signIn({ provider: 'google', name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
  const missed = await page.evaluate(() => (window as unknown as { missed: string[] }).missed)
  expect(missed).toHaveLength(2)
  // One document said it both times.
  expect(new Set(missed).size).toBe(1)
})

test('error: a closed window ends nothing, and another one connects', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  const popup = await social.start('google')
  await popup.getByRole('button', { name: 'Cancel' }).waitFor()
  await popup.close()
  await expect(modal.dialog).toContainText('Is the window gone?')
  const opened = page.waitForEvent('popup')
  await modal.button('Open it again').click()
  const again = await opened
  await social.goOn(again)
  await social.signInAs({ popup: again, name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: a blocked window is said, with a way in this tab', async ({ page, site, modal, world }) => {
  // As a browser does that blocks windows.
  await page.addInitScript(() => {
    window.open = () => null
  })
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await (await social.button('google')).click()
  await expect(modal.dialog).toContainText('Your browser stopped the window of Google')
  await modal.button('Continue in this tab').click()
  await social.leave()
  await page.waitForURL(new RegExp(`^${world.identity}`))
  await social.signInAs({ popup: page, name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: given up on the way: the window goes, and the page is as it was', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  const popup = await social.start('google')
  await popup.getByRole('button', { name: 'Cancel' }).waitFor()
  const closed = popup.waitForEvent('close')
  await modal.button('Cancel').click()
  // The page takes the window that it opened along.
  await closed
  await expect(modal.title('Connect wallet').or(modal.title('Connect a wallet')).first()).toBeVisible()
  await expect(modal.accountButton).toBeHidden()
})
