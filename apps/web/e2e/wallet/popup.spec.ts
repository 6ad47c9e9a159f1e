import { declineChannel, readChannelLink } from '@latchkey/devnet/farcaster'
import type { WalletUser } from '@latchkey/protocol'
import { readQrCode } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { newPerson, SocialLogin } from '../pages/SocialLogin.ts'
import { readWorld } from '../setup/World.ts'
import { FrameHost } from './FrameHost.ts'
import { expect, login, test } from './walletTest.ts'

type Started = { popupUrl: string; attemptId: string }

async function start(host: FrameHost, provider = 'google'): Promise<Started> {
  return (await host.ask('socialStart', { provider })) as Started
}

/** Opens the window of an attempt from a page, as the kit does. */
async function openWindow(page: Page, { popupUrl }: Pick<Started, 'popupUrl'>): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await page.evaluate((url) => {
    window.open(url, '', 'popup,width=420,height=720')
  }, popupUrl)
  return opened
}

const goOn = (popup: Page) => new SocialLogin(popup).goOn(popup)
const signIn = async (popup: Page, name: string) => {
  await goOn(popup)
  await new SocialLogin(popup).signInAs({ popup, name })
}
const ended = (popup: Page) => popup.waitForEvent('close')

test('default: the window opens the provider after a click, and closes itself when it is back', async ({
  host,
  page,
  world,
}) => {
  await host.open()
  const started = await start(host)
  const name = newPerson()
  const popup = await openWindow(page, started)
  await expect(popup.getByRole('main')).toContainText(world.hosts.good)
  await expect(popup.getByRole('main')).toContainText('Chrome on Linux')
  await goOn(popup)
  await popup.waitForURL(`${world.identity}/**`)
  // Neither the URL nor the history contains the attempt.
  expect(await popup.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  const connected = host.ask('connectSocial', { attemptId: started.attemptId })
  const closed = ended(popup)
  await new SocialLogin(popup).signInAs({ popup, name })
  await closed
  expect(await connected).toMatchObject({ socialProvider: 'google', userName: name })
  expect(await host.ask('isConnected')).toMatchObject({ isConnected: true })
})

test('error: threat 50: a forwarded link asks for the number three times, then stops', async ({ host, browser }) => {
  await host.open()
  const { popupUrl, attemptId } = await start(host)
  const waiting = host.request('connectSocial', { attemptId })
  const victim = await (await browser.newContext()).newPage()
  await victim.goto(popupUrl)
  await expect(victim.getByRole('main')).toContainText(readWorld().hosts.good)
  expect(victim.url()).not.toContain('#')
  const number = await host.frame.locator('.big-number .sr').innerText()
  const wrong = number.includes('17') ? '18' : '17'
  const type = async () => {
    await victim.getByRole('textbox').fill(wrong)
    await victim.getByRole('button', { name: 'Continue to Google' }).click()
  }
  for (let times = 1; times < 3; times += 1) {
    await type()
    await expect(victim.getByText('This is not the number')).toBeVisible()
    await expect(victim.getByRole('textbox')).toHaveValue('')
  }
  await type()
  await expect(victim.getByRole('heading', { name: 'Nothing happened here' })).toBeVisible()
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'social_refused' } })
  await victim.context().close()
})

test('error: threat 50: a forwarded link with the handshake in it has no effect', async ({ host, browser }) => {
  await host.open()
  const { popupUrl } = await start(host)
  const context = await browser.newContext()
  const victim = await context.newPage()
  await victim.goto(`${popupUrl}.${'h'.repeat(43)}`)
  await expect(victim.getByRole('heading', { name: 'Nothing happened here' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('error: threat 51: a page of another site that opens the window is refused with a message', async ({
  host,
  world,
  browser,
}) => {
  await host.open()
  const started = await start(host)
  const context = await browser.newContext()
  const evil = await context.newPage()
  await evil.goto(world.hosts.evil)
  const popup = await openWindow(evil, started)
  await expect(popup.getByRole('heading', { name: 'Nothing happened here' })).toBeVisible()
  await expect(popup.getByRole('main')).toContainText('This window was not opened by the page')
  expect(new URL(popup.url()).origin).toBe(world.wallet)
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('behavior: threat 54: host-coop: a page whose policy detaches its windows shows the number, and connects', async ({
  host,
  page,
  world,
}) => {
  await host.open({ path: '/?coop' })
  const started = await start(host)
  const name = newPerson()
  const connected = host.ask('connectSocial', { attemptId: started.attemptId })
  const popup = await openWindow(page, started)
  await expect(popup.getByRole('main')).toContainText(world.hosts.good)
  await expect(host.frame.getByRole('heading', { name: 'Continue in the other window' })).toBeVisible()
  const number = (await host.frame.locator('.big-number .sr').innerText()).replace(/\D/g, '')
  await popup.getByRole('textbox').fill(number)
  await signIn(popup, name)
  expect(await connected).toMatchObject({ socialProvider: 'google', userName: name })
  await expect(host.frame.getByRole('heading', { name: 'Continue in the other window' })).toBeHidden()
})

/** Opens the security window from the frame's card. */
async function openSecurity(host: FrameHost): Promise<Page> {
  void host.ask('openSecurity').catch(() => {})
  const opened = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: 'Open security window' }).click()
  return opened
}

/** Starts to add a provider. Returns its window. */
async function add(security: Page, provider: string): Promise<Page> {
  await security.getByRole('button', { name: `Add ${provider}` }).click()
  const opened = security.waitForEvent('popup')
  await security.getByRole('button', { name: `Continue with ${provider}` }).click()
  return opened
}

test('behavior: a login that is added in the security window leads to the same wallet', async ({
  host,
  mail,
  browser,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  const security = await openSecurity(host)
  await expect(security.getByRole('listitem').filter({ hasText: mail.address })).toBeVisible()
  const popup = await add(security, 'GitHub')
  const name = newPerson()
  await signIn(popup, name)
  await expect(security.getByText('You can now log in to this wallet with GitHub.')).toBeVisible()
  expect((await mail.next()).subject).toMatch(/login method/i)

  const context = await browser.newContext()
  const second = new FrameHost(await context.newPage())
  await second.open()
  const started = await start(second, 'github')
  const again = await openWindow(second.page, started)
  await signIn(again, name)
  const answer = await second.request('connectSocial', { attemptId: started.attemptId })
  expect(answer).toMatchObject({ ok: true, result: { status: 'recover', methods: ['oldDevice'] } })
  await context.close()
  expect(((await host.ask('getUser')) as WalletUser).address).toBe(address)
})

test('error: a Farcaster login that is declined on the phone is not added: the window closes, and another attempt is offered', async ({
  host,
  mail,
}) => {
  await host.open()
  await login({ host, mail })
  const security = await openSecurity(host)
  const popup = await add(security, 'Farcaster')
  const closed = ended(popup)
  await goOn(popup)
  const text = await readQrCode({ locator: popup.getByRole('img', { name: 'QR code for the Farcaster app' }) })
  const link = readChannelLink(text)
  if (!link) throw new Error(`The code leads elsewhere: ${text}`)
  await declineChannel(link)
  await expect(security.getByText('The login was canceled at the provider')).toBeVisible()
  await expect(security.getByRole('button', { name: 'Continue with Farcaster' })).toBeEnabled()
  await closed
})
