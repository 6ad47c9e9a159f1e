import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Provider, providerNames, SocialLogin } from '../pages/SocialLogin.ts'
import { control } from '../setup/control.ts'

const providers = Object.entries(providerNames) as [Provider, string][]
/** Somebody whom no other test knows. */
const newPerson = () => `Person ${randomUUID().slice(0, 8)}`

/** Signs in while the provider misbehaves. */
async function signInWith({ page, provider, fault }: { page: Page; provider: Provider; fault: Fault }) {
  const social = new SocialLogin(page)
  await control(`fault-${provider}-${fault}`)
  try {
    const popup = await social.start(provider)
    const closed = popup.waitForEvent('close').catch(() => {})
    await social.signInAs({ popup, name: newPerson() })
    await closed
  } finally {
    await control(`fault-${provider}-none`)
  }
}
type Fault = 'wrongState' | 'down' | 'cut'

for (const [provider, title] of providers) {
  test(`error: ${title}: denied, down, forged and slow are each said, and another try connects`, async ({
    page,
    site,
    modal,
  }) => {
    const social = new SocialLogin(page)
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
      await signInWith({ page, provider, fault: 'down' })
      await expect(modal.dialog).toContainText(`${title} does not answer`)
      await modal.button('Sign in another way').click()
    })

    await test.step('somebody changed what came back: the window says so, and nothing is connected', async () => {
      await control(`fault-${provider}-wrongState`)
      const popup = await social.start(provider)
      await social.signInAs({ popup, name: newPerson() })
      await popup.waitForEvent('close').catch(() => {})
      await control(`fault-${provider}-none`)
      await expect(modal.accountButton).toBeHidden()
      await modal.button('Cancel').click()
    })

    await test.step('a slow provider is waited for', async () => {
      await control(`fault-${provider}-slow`)
      const popup = await social.start(provider)
      const closed = popup.waitForEvent('close')
      await social.signInAs({ popup, name: newPerson() })
      await control(`held-${provider}`)
      await expect(modal.accountButton).toBeHidden()
      await control(`fault-${provider}-none`)
      await closed
      await expect(modal.accountButton).toBeVisible()
    })
  })

  test(`behavior: ${title}: a provider that cuts its window off (COOP) connects all the same`, async ({
    page,
    site,
    modal,
  }) => {
    const social = new SocialLogin(page)
    await control(`fault-${provider}-coop`)
    try {
      await site.open('/')
      await social.openModal()
      const popup = await social.start(provider)
      await popup.getByRole('button', { name: 'Cancel' }).waitFor()
      // To the page the window looks closed, and it says no more than that.
      await expect(modal.dialog).toContainText('Is the window gone?')
      await social.signInAs({ popup, name: newPerson() })
      await expect(modal.accountButton).toBeVisible()
    } finally {
      await control(`fault-${provider}-none`)
    }
  })
}

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
  await social.signInAs({ popup: await opened, name: newPerson() })
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
  await page.waitForURL(new RegExp(`^${world.identity}`))
  await social.signInAs({ popup: page, name: newPerson() })
  await expect(modal.accountButton).toBeVisible()
})

test('error: given up on the way, the page is as it was, and a late answer connects nobody', async ({
  page,
  site,
  modal,
}) => {
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  const popup = await social.start('google')
  await popup.getByRole('button', { name: 'Cancel' }).waitFor()
  await modal.button('Cancel').click()
  await social.signInAs({ popup, name: newPerson() })
  await expect(modal.title('Connect wallet')).toBeVisible()
  await expect(modal.accountButton).toBeHidden()
})
