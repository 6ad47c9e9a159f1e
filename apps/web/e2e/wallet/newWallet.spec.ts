import type { WalletUser } from '@latchkey/protocol'
import type { Page } from '@playwright/test'
import type { Mail } from '../Mail.ts'
import { FrameHost } from './FrameHost.ts'
import { expect, login, test } from './walletTest.ts'

/** Logs in where the wallet cannot be unlocked. @returns the answer, which arrives once it can */
async function logInStranded({ host, mail }: { host: FrameHost; mail: Mail }): Promise<() => Promise<WalletUser>> {
  await expect(async () => {
    expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  }).toPass({ timeout: 45_000 })
  const asked = host.ask('connectOtp') as Promise<WalletUser>
  asked.catch(() => {})
  await host.frame.getByLabel('Six-digit code').fill(await mail.code())
  await expect(host.frame.getByText('A device that has it open')).toBeVisible()
  return () => asked
}

/** Starts a new wallet in the wallet's window, until that wallet is open. */
async function beginAgain({ host, mail }: { host: FrameHost; mail: Mail }): Promise<void> {
  const opening = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: /I no longer have it/ }).click()
  const window = await opening
  await window.getByRole('button', { name: 'I no longer have that device' }).click()
  const field = window.getByLabel('Six-digit code')
  // The code of the login and this code must be 30 s apart.
  await expect(async () => {
    await window.getByRole('button', { name: 'Hold to start a new wallet' }).focus()
    await window.keyboard.down('Space')
    await expect(field)
      .toBeVisible({ timeout: 5_000 })
      .finally(() => window.keyboard.up('Space'))
  }).toPass({ timeout: 45_000 })
  await field.fill(await mail.code())
  await window.getByRole('button', { name: 'Start the new wallet' }).click()
  await expect(window.getByRole('heading', { name: 'Your new wallet is open' })).toBeVisible()
  await window.close()
}

async function openSecurity(host: FrameHost): Promise<Page> {
  void host.ask('openSecurity').catch(() => {})
  const opening = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: 'Open security window' }).click()
  return opening
}

test('behavior: second device without recovery factors, same browser cleared: a new wallet, and the old address listed as locked', async ({
  host,
  mail,
  page,
  world,
}) => {
  await host.open()
  const { address: old } = await login({ host, mail })
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForStorageKey', {
    storageKey: `${world.wallet}/^0${world.hosts.good.replace(/:\d+$/, '')}`,
    storageTypes: 'all',
  })
  await host.open()
  const asked = await logInStranded({ host, mail })
  await beginAgain({ host, mail })
  const { address } = await asked()
  expect(address).not.toBe(old)
  const security = await openSecurity(host)
  await expect(security.getByRole('heading', { name: 'Other wallets of this login' })).toBeVisible()
  await expect(security.getByText(/^Locked here since/)).toBeVisible()
  await expect(host.frame.getByText('Locked wallet')).toBeVisible()
  await security.close()

  // The wallet is kept: the next page unlocks it.
  await host.open()
  expect(await host.request('getUser')).toMatchObject({ result: { address } })
})

test('behavior: threat 199: second device without recovery factors, first device back: each unlocks its own wallet, the first restores the login', async ({
  host,
  mail,
  browser,
}) => {
  test.slow()
  await host.open()
  const { address: old } = await login({ host, mail })

  const elsewhere = await browser.newContext()
  const phone = new FrameHost(await elsewhere.newPage())
  await phone.open()
  const asked = await logInStranded({ host: phone, mail })
  await beginAgain({ host: phone, mail })
  const { address: made } = await asked()
  expect(made).not.toBe(old)

  expect(await host.request('getUser')).toMatchObject({ result: { address: old } })
  const security = await openSecurity(host)
  await expect(security.getByText('On new devices your login leads to another wallet now.')).toBeVisible()
  await expect(security.getByText('New devices get this wallet.')).toBeVisible()
  await security.close()
  await elsewhere.close()
})

test('behavior: a browser without storage shows a warning with the code of the login', async ({ host, mail, page }) => {
  await page.addInitScript(() => {
    if (window.top === window) return
    const refuse = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
    Object.defineProperty(window, 'indexedDB', { get: refuse })
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await host.open()
  expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  const asked = host.ask('connectOtp')
  await expect(host.frame.getByText('This browser keeps nothing for the wallet')).toBeVisible()
  await host.frame.getByLabel('Six-digit code').fill(await mail.code())
  await asked
  expect(await host.request('isConnected')).toMatchObject({
    result: { isConnected: true, isProtected: false, isKept: false },
  })
})
