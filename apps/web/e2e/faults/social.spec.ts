import { oauthProviders, providerNames } from '@latchkey/protocol'
import { expect, test } from '../fixtures.ts'
import { newPerson, SocialLogin } from '../pages/SocialLogin.ts'
import { control } from '../setup/control.ts'

for (const provider of oauthProviders) {
  const title = providerNames[provider]
  test(`error: ${title}: denied, down, forged, cut off and slow are each told as they are, and another try connects`, async ({
    page,
    site,
    modal,
  }) => {
    const social = new SocialLogin(page)
    const person = newPerson()
    await site.open('/')
    await social.openModal()

    await test.step('cancelled at the provider', async () => {
      const popup = await social.start(provider)
      const closed = popup.waitForEvent('close')
      await popup.getByRole('button', { name: 'Cancel' }).click()
      await closed
      await expect(modal.dialog).toContainText('The sign-in was cancelled')
      await modal.button('Sign in another way').click()
    })

    await test.step('the provider is down', async () => {
      await control(`fault-${provider}-down`)
      const popup = await social.start(provider)
      await social.signInAs({ popup, name: newPerson() })
      await expect(modal.dialog).toContainText(`${title} does not answer`)
      await control(`fault-${provider}-none`)
      await modal.button('Sign in another way').click()
    })

    await test.step('somebody changed what came back: the window says so, and nothing is connected', async () => {
      await control(`fault-${provider}-wrongState`)
      const popup = await social.start(provider)
      await social.signInAs({ popup, name: newPerson() })
      await expect(popup.locator('body')).toContainText('could not be verified')
      await popup.close()
      await control(`fault-${provider}-none`)
      await expect(modal.accountButton).toBeHidden()
      await modal.button('Cancel').click()
    })

    await test.step('threat 54: its own policy (COOP) cuts its window off: the page says what it sees, and connects all the same', async () => {
      await control(`fault-${provider}-coop`)
      const popup = await social.start(provider)
      await popup.getByRole('button', { name: 'Cancel' }).waitFor()
      await expect(modal.dialog).toContainText('Is the window gone?')
      await social.signInAs({ popup, name: person })
      await expect(modal.accountButton).toBeVisible()
      await control(`fault-${provider}-none`)
      await modal.accountButton.click()
      await modal.button('Settings').click()
      await modal.button('Disconnect').click()
      await expect(site.connectButton).toBeVisible()
    })

    await test.step('it is slow: it is waited for', async () => {
      await control(`fault-${provider}-slow`)
      await social.openModal()
      const popup = await social.start(provider)
      const closed = popup.waitForEvent('close')
      // The window has its answer only when the provider has answered the server.
      // The same person: somebody else would be asked twice for the account.
      const signedIn = social.signInAs({ popup, name: person })
      await control(`held-${provider}`)
      await expect(modal.accountButton).toBeHidden()
      await control(`fault-${provider}-none`)
      await Promise.all([signedIn, closed])
      await expect(modal.accountButton).toBeVisible()
    })
  })
}

test.afterEach(async () => {
  for (const provider of oauthProviders) await control(`fault-${provider}-none`)
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
