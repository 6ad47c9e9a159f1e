import type { OauthProvider } from '@latchkey/protocol'
import { expect, test } from './fixtures.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'
import { control } from './setup/control.ts'

// Each fault is at a provider that no other test uses, because faults apply to all tests. The server's `providerFaults`,
// `callbackFaults` and `redirectFaults` test all six providers and every fault.
const faulty = ['facebook', 'discord', 'x'] as const satisfies readonly OauthProvider[]

test.afterEach(async () => {
  for (const provider of faulty) await control(`fault-${provider}-none`)
})

test('error: canceled at the provider: the view shows it, and another attempt connects', async ({
  page,
  site,
  modal,
}) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  const popup = await social.start('google')
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await closed
  await expect(modal.dialog).toContainText('The login was canceled')
  await modal.button('Sign in another way').click()
  await social.signInAs({ popup: await social.start('google'), name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: the provider is down: the view shows it, and another attempt connects', async ({ page, site, modal }) => {
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

test('error: the response was tampered with: the window shows an error, and nothing is connected', async ({
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

test('error: threat 54: its own policy (COOP) detaches its window: the page shows that, and connects', async ({
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

test('error: the provider is slow: the page waits for it', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await control('fault-x-slow')
  const popup = await social.start('x')
  const closed = popup.waitForEvent('close')
  // The window gets its answer only after the provider has answered the server.
  const signedIn = social.signInAs({ popup, name: newPerson() })
  await control('held-x')
  await expect(modal.accountButton).toBeHidden()
  await control('fault-x-none')
  await Promise.all([signedIn, closed])
  await expect(modal.accountButton).toBeVisible()
})

test('error: the page misses the frame’s first message, as with a debugger that pauses it: the frame repeats it', async ({
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
  // The same document sent both.
  expect(new Set(missed).size).toBe(1)
})

test('error: a closed window does not end the login, and another one connects', async ({ page, site, modal }) => {
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

test('error: a blocked window shows an error and a login in this tab', async ({ page, site, modal, world }) => {
  // As in a browser that blocks windows.
  await page.addInitScript(() => {
    window.open = () => null
  })
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await (await social.button('google')).click()
  await expect(modal.dialog).toContainText('Your browser blocked the window of Google')
  await modal.button('Continue in this tab').click()
  await social.leave()
  await page.waitForURL(new RegExp(`^${world.identity}`))
  await social.signInAs({ popup: page, name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: a canceled login closes the window, and the page is as before', async ({ page, site, modal }) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  const popup = await social.start('google')
  await popup.getByRole('button', { name: 'Cancel' }).waitFor()
  const closed = popup.waitForEvent('close')
  await modal.button('Cancel').click()
  // The page closes the window that it opened.
  await closed
  await expect(modal.title('Connect wallet').or(modal.title('Connect a wallet')).first()).toBeVisible()
  await expect(modal.accountButton).toBeHidden()
})
