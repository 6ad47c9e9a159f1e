import { enterCode, expect, login, protect, test } from './walletTest.ts'

test('behavior: threat 62: no passkey is created before a click on the wallet’s card', async ({
  host,
  mail,
  passkeys,
}) => {
  await host.open()
  await login({ host, mail })
  const asked = host.ask('ensureProtected')
  await expect(host.frame.getByRole('button', { name: 'Create a passkey' })).toBeVisible()
  expect(await passkeys.count()).toBe(0)
  await host.frame.getByRole('button', { name: 'Create a passkey' }).click()
  expect(await asked).toEqual({ isProtected: true })
  expect(await passkeys.count()).toBe(1)
})

test('behavior: threats 39 and 55: without the storage a code alone does not unlock the wallet, and one tap does', async ({
  host,
  mail,
  passkeys,
  world,
  page,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  await protect(host)
  expect(await passkeys.count()).toBe(1)

  // Like a browser that keeps a frame's storage only until it quits.
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForStorageKey', {
    storageKey: `${world.wallet}/^0${world.hosts.good.replace(/:\d+$/, '')}`,
    storageTypes: 'all',
  })
  await host.open()
  expect(await host.request('isConnected')).toMatchObject({ result: { isConnected: false } })

  await expect(async () => {
    expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  }).toPass({ timeout: 45_000 })
  const asked = host.ask('connectOtp')
  await host.frame.getByLabel('Six-digit code').fill(await mail.code())
  const tap = host.frame.getByRole('button', { name: 'Use your passkey' })
  await expect(tap).toBeVisible()
  const unsigned = await host.request('rpc', { method: 'personal_sign', params: ['0x00', address] })
  expect(unsigned.ok).toBe(false)
  await tap.click()
  expect(await asked).toMatchObject({ address })
})

test('behavior: finding F4: threats 163 and 164: a password unlocks the wallet on a new device, and each attempt is counted', async ({
  host,
  mail,
  world,
  page,
}) => {
  test.slow()
  const password = 'copper lantern over the quiet harbor'
  await host.open()
  const { address } = await login({ host, mail })
  void host.ask('openSecurity').catch(() => {})
  const opened = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: 'Open security window' }).click()
  const security = await opened
  await security.getByRole('button', { name: 'Set a password' }).click()
  await security.getByRole('textbox', { name: 'New password' }).fill(password)
  // The list of common passwords arrives first.
  await expect(security.getByRole('button', { name: 'Set password' })).toBeEnabled({ timeout: 60_000 })
  await security.getByRole('button', { name: 'Set password' }).click()
  await expect(security.getByRole('button', { name: 'Change the password' })).toBeVisible({ timeout: 60_000 })
  await security.close()

  // A device that is new to the server.
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForStorageKey', {
    storageKey: `${world.wallet}/^0${world.hosts.good.replace(/:\d+$/, '')}`,
    storageTypes: 'all',
  })
  await host.open()
  await expect(async () => {
    expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  }).toPass({ timeout: 45_000 })
  const asked = host.ask('connectOtp')
  await host.frame.getByLabel('Six-digit code').fill(await mail.code())
  const typing = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: /Password/ }).click()
  const recovery = await typing
  const field = recovery.getByRole('textbox', { name: 'Password' })
  await field.fill('copper lantern over the quiet harbour')
  await recovery.getByRole('button', { name: 'Open wallet' }).click()
  await expect(recovery.getByText('Tries left in 24 hours: 9.')).toBeVisible({ timeout: 60_000 })
  await field.fill(password)
  await recovery.getByRole('button', { name: 'Open wallet' }).click()
  await expect(recovery.getByRole('heading', { name: 'Your wallet is open' })).toBeVisible({ timeout: 60_000 })
  expect(await asked).toMatchObject({ address })
})

test('behavior: threat 56: without storage the wallet shows that it exists only in memory', async ({
  host,
  mail,
  page,
}) => {
  await page.addInitScript(() => {
    if (window.top === window) return
    const refuse = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
    Object.defineProperty(window, 'indexedDB', { get: refuse })
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await host.open()
  await enterCode({ host, mail })
  expect(await host.ask('connectOtp')).toMatchObject({ address: expect.stringMatching(/^0x/) })
  const closed = host.ask('openSecurity').catch(() => {})
  await expect(host.frame.getByText('This browser keeps nothing for the wallet')).toBeVisible()
  await host.frame.getByRole('button', { name: 'Close' }).click()
  await closed
})

test('behavior: threat 61: no card of the frame asks for a recovery secret', async ({ host, mail }) => {
  await host.open()
  await login({ host, mail })
  const asked = host.ask('ensureProtected').catch(() => {})
  const other = host.frame.getByRole('button', { name: /backup code/i })
  await expect(other).toBeVisible()
  await expect(host.frame.locator('input, textarea, [contenteditable]')).toHaveCount(0)
  await host.frame
    .getByRole('button', { name: /Not now|Close/ })
    .first()
    .click()
  await asked
})
