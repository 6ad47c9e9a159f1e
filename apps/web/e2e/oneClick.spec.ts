import type { Page } from '@playwright/test'
import { askProvider } from './askProvider.ts'
import { rpc } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import { PhonePage } from './pages/PhonePage.ts'
import { SignIn, setSiteMode } from './pages/SignIn.ts'
import { newPerson, SocialLogin } from './pages/SocialLogin.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('behavior: a wallet on a phone connects and signs in with one approval', async ({
  page,
  browser,
  world,
  site,
  modal,
}) => {
  const [, ben] = world.accounts
  if (!ben) throw new Error('The world is incomplete')
  const signIn = new SignIn(modal)
  const phone = await PhonePage.open({ browser, url: world.phone })
  // A one-click sign-in has an EVM message.
  await setSiteMode({ page, signIn: 'required', families: ['eip155'] })
  await site.open('/')
  await site.connectButton.click()
  await modal.button('WalletConnect').click()
  await expect(modal.dialog).toContainText('One approval connects you and, if your wallet supports it, signs you in.')
  await modal.button('Copy link').click()
  await phone.pair(await page.evaluate(() => navigator.clipboard.readText()), { asks: 'Connect and sign in' })
  await expect(phone.sheet).toContainText(`${new URL(world.site).host} wants you to sign in with your Ethereum account`)
  await phone.decide(/^Sign in/)
  await signIn.expectSettled()
  await signIn.expectSessions(ben.address)
  await signIn.expectKept()
  await expect(phone.sheet).toBeHidden()
  await modal.disconnect()
  await signIn.expectSessions()
  await phone.page.context().close()
})

test('behavior: a login signs in with it, and a counterfactual smart account signs in on the card', async ({
  page,
  world,
  site,
  modal,
  embedded,
}) => {
  const [one, two] = world.chains
  if (!one || !two) throw new Error('The world is incomplete')
  const signIn = new SignIn(modal)
  const host = new URL(world.site).host
  let login = ''
  let smart = ''
  const useSmartAccount = async () => {
    await modal.accountButton.click()
    await modal.button('Settings').click()
    await modal.button(/^Smart account/).click()
    await modal.button(/^Smart account/).click()
    await modal.button('Switch').click()
    await signIn.view.waitFor()
  }
  const signByCard = async () => {
    await modal.button('Sign in').click()
    const sign = embedded.button(/^Sign/)
    // Scroll to the button first, because the delay before a press counts from its visibility.
    await sign.hover()
    await sign.click()
  }
  await setSiteMode({ page, signIn: 'required' })

  await test.step('by email: the card shows it, and there is no second prompt', async () => {
    await site.open('/')
    await embedded.enterCode(new Mail(), {
      shows: `This also signs you in to ${host}.`,
    })
    await signIn.expectSettled()
    login = await readAccount(page)
    await signIn.expectSessions(login)
    await signIn.expectKept()
  })

  await test.step('the smart account has its own sign-in (ERC-6492)', async () => {
    await useSmartAccount()
    await signByCard()
    smart = await readAccount(page)
    expect(await rpc<string>({ url: one.rpcUrl, method: 'eth_getCode', params: [smart, 'latest'] })).toBe('0x')
    await signIn.expectSessions(login, smart)
    await signIn.expectKept()
  })

  await test.step('a contract signs in on one network, a key on all of them', async () => {
    await modal.switchNetwork(two.name)
    // Each network has its own choice of the account type.
    await expect(signIn.who).toHaveAttribute('title', login)
    await signIn.expectSettled()
    await useSmartAccount()
    await signByCard()
    await expect(signIn.who).toHaveAttribute('title', smart)
    await modal.switchNetwork(one.name)
    await expect(signIn.who).toHaveAttribute('title', smart)
    await signIn.expectSettled()
    await signIn.expectSessions(login, smart)
  })

  await test.step('by a social login', async () => {
    await modal.accountButton.click()
    await modal.button('Settings').click()
    await modal.leave()
    await signIn.expectSessions()
    await new SocialLogin(page).signIn({ provider: 'google', name: newPerson(), twice: true })
    await signIn.expectSettled()
    await expect.poll(async () => (await signIn.sessions()).length).toBeGreaterThan(0)
  })
})

/** Returns the account of the embedded wallet that the page sees. */
async function readAccount(page: Page): Promise<string> {
  const answer = await askProvider<string[]>({ page, method: 'eth_accounts' })
  if (!('result' in answer)) throw new Error(answer.message)
  const [address = ''] = answer.result
  return address
}
