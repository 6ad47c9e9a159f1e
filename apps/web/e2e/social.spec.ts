import { answerChannel, declineChannel, farcasterPeople, readChannelLink } from '@latchkey/devnet/farcaster'
import { type OauthProvider, providerNames } from '@latchkey/protocol'
import { readQrCode } from '@latchkey/testkit/playwright'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { otherName } from './otherName.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'
import { signMessage } from './signMessage.ts'

/**
 * The two forms of a return from a provider: a URL, and a form that the provider's page submits. For a form, the browser must keep the
 * cookie of a request from another site. All other differences between providers are on the server, whose tests cover all six.
 */
const waysBack = [
  { provider: 'google', tag: ' @journey' },
  { provider: 'apple', tag: '' },
] as const satisfies readonly { provider: OauthProvider; tag: string }[]

for (const { provider, tag } of waysBack) {
  const title = providerNames[provider]
  test(`behavior: spec 1.2: ${title}: click, signed message, reload, new device${tag}`, async ({
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

/** Reads the channel from the QR code on the screen. */
async function scanChannel(page: Page) {
  const text = await readQrCode({ locator: page.getByRole('img', { name: 'QR code for the Farcaster app' }) })
  const link = readChannelLink(text)
  if (!link) throw new Error(`The code leads elsewhere: ${text}`)
  return link
}

for (const person of farcasterPeople().slice(1)) {
  const how = person.authAddress ? 'an auth address' : 'the custody address'
  test(`behavior: spec 1.3: Farcaster with ${how}: scan, signed message, reload, new device`, async ({
    page,
    world,
    site,
    modal,
    embedded,
  }) => {
    const social = new SocialLogin(page)
    const passkeys = await embedded.addPasskeys()
    await site.open('/')
    await social.openModal()
    await (await social.button('farcaster')).click()
    expect(await answerChannel({ ...(await scanChannel(page)), person })).toBe(true)
    await expect(modal.accountButton).toBeVisible()
    const address = await signMessage({ page, embedded, message: 'Hello from Farcaster' })
    await modal.accountButton.click()
    await expect(modal.dialog).toContainText(person.userName)
    await modal.close()

    await page.reload()
    await embedded.receive(modal)
    await embedded.button('Create a passkey').click()
    await expect.poll(passkeys.count).toBe(1)
    await modal.close()

    await test.step('a new device: the app, one tap, the same wallet', async () => {
      await page.goto(otherName(world.site))
      await social.openModal()
      await (await social.button('farcaster')).click()
      await answerChannel({ ...(await scanChannel(page)), person })
      await embedded.button('Use your passkey').click()
      await expect(modal.accountButton).toBeVisible()
      expect(await signMessage({ page, embedded, message: 'Hello again from Farcaster' })).toBe(address)
    })
  })
}

/** Opens a phone: another browser, with a touch screen. */
async function openPhone({ browser, baseURL, userAgent }: { browser: Browser; baseURL: string; userAgent: string }) {
  const context = await browser.newContext({
    baseURL,
    userAgent,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const account = page
    .getByRole('banner')
    .first()
    .getByRole('button', { name: /^Account/ })
  return { context, page, account, social: new SocialLogin(page) }
}

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
const browserOnPhone = `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`
/** User agent of a page inside an app. */
const insideAnApp = `${android} Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`

test('behavior: Farcaster on a phone: the link opens the app, which signs, and the page continues', async ({
  browser,
  world,
}) => {
  const baseURL = world.site
  const { context, page, account, social } = await openPhone({ browser, baseURL, userAgent: browserOnPhone })
  await page.goto('/')
  await social.openModal()
  await (await social.button('farcaster')).click()
  const opened = context.waitForEvent('page')
  await page.locator('dialog').getByRole('link', { name: 'Open Farcaster' }).click()
  const app = await opened
  await app.getByRole('radio', { name: /@juno/ }).check()
  await app.getByRole('button', { name: 'Sign' }).click()
  await expect(app.getByRole('heading')).toHaveText('Signed')
  await expect(account).toBeVisible()
  await context.close()
})

test('error: Farcaster: a refusal in the app shows, and another attempt works', async ({ page, site, modal }) => {
  const [person] = farcasterPeople()
  if (!person) throw new Error('The world has nobody on Farcaster')
  const social = new SocialLogin(page)
  await site.open('/')
  await social.openModal()
  await (await social.button('farcaster')).click()
  await declineChannel(await scanChannel(page))
  await expect(modal.dialog).toContainText('The login was canceled')
  await modal.button('Try again').click()
  await answerChannel({ ...(await scanChannel(page)), person })
  // A person with an earlier login elsewhere must transfer the wallet. Any other is connected.
  await expect(modal.accountButton.or(page.getByRole('dialog', { name: 'Latch Wallet' })).first()).toBeVisible()
})

test('behavior: without windows the page itself opens the provider, and returns connected', async ({
  browser,
  world,
}) => {
  const baseURL = world.site
  const { context, page, account, social } = await openPhone({ browser, baseURL, userAgent: insideAnApp })
  await page.goto('/activity#top')
  await social.openModal()
  await (await social.button('google')).click()
  await social.leave()
  await page.waitForURL(new RegExp(`^${world.identity}`))
  await social.signInAs({ popup: page, name: newPerson() })
  await expect(account).toBeVisible()
  // The result is removed from the URL, and the earlier path is back.
  expect(page.url()).toBe(`${world.site}/activity#top`)
  await page.reload()
  await expect(account).toBeVisible()
  await context.close()
})
