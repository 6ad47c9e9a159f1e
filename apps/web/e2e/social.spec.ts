import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { type Provider, providerNames, SocialLogin } from './pages/SocialLogin.ts'
import { signMessage } from './signMessage.ts'

/** Somebody whom no other test knows. */
const newPerson = () => `Person ${randomUUID().slice(0, 8)}`

/** The site by its other name: another top-level site, so to the wallet another device. */
const otherName = (site: string) => site.replace('localhost', '127.0.0.1')

for (const [provider, title] of Object.entries(providerNames) as [Provider, string][]) {
  test(`behavior: ${title}: click, signed message, reload, new device`, async ({
    page,
    world,
    site,
    modal,
    embedded,
  }) => {
    const social = new SocialLogin(page)
    const name = newPerson()
    const passkeys = await embedded.addPasskeys()
    await site.open('/')
    await social.signIn({ provider, name })
    await expect(modal.accountButton).toBeVisible()
    await expect(modal.dialog).toBeHidden()
    const address = await signMessage({ page, embedded, message: `Hello from ${title}` })

    await page.reload()
    await expect(modal.accountButton).toBeVisible()
    await embedded.receive(modal)
    await embedded.button('Create a passkey').click()
    await expect.poll(passkeys.count).toBe(1)
    await modal.close()

    await test.step('a new device: the provider, one tap, the same wallet', async () => {
      await page.goto(otherName(world.site))
      await social.signIn({ provider, name })
      await embedded.button('Use your passkey').click()
      await expect(modal.accountButton).toBeVisible()
      expect(await signMessage({ page, embedded, message: `Hello again from ${title}` })).toBe(address)
    })
  })
}
