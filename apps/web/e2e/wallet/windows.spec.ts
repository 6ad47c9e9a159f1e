import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { Mail } from '../Mail.ts'
import { FrameHost } from './FrameHost.ts'
import { expect, login, test } from './walletTest.ts'

/** Opens the security window from the frame's card. */
async function openSecurity(host: FrameHost): Promise<Page> {
  void host.ask('openSecurity').catch(() => {})
  const opened = host.page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: 'Open security window' }).click()
  const popup = await opened
  await expect(popup.getByRole('heading', { name: 'Devices' })).toBeVisible()
  return popup
}

test('behavior: threat 64: the recovery phrase shows in the wallet’s own window after a long press, and derives the address', async ({
  host,
  mail,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  const popup = await openSecurity(host)
  await popup.getByRole('link', { name: 'Show the secret, or import one' }).click()
  await popup.getByRole('checkbox').check()
  const hold = popup.getByRole('button', { name: 'Press and hold to show' })
  await hold.click()
  await expect(popup.getByRole('listitem').filter({ hasText: /^12/ })).toBeHidden()
  const box = await hold.boundingBox()
  if (!box) throw new Error('There is nothing to hold')
  await popup.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await popup.mouse.down()
  const words = popup.locator('ol li')
  await expect(words).toHaveCount(12, { timeout: 8000 })
  await popup.mouse.up()
  const phrase = (await words.allInnerTexts()).map((word) => word.replace(/^\d+\s*/, '').trim()).join(' ')
  expect(mnemonicToAccount(phrase).address).toBe(address)
  // The owner gets the notice.
  for (;;) {
    const { subject } = await mail.next()
    if (/secret|phrase|export/i.test(subject)) break
  }
})

test('behavior: an old device transfers the wallet to a new one', async ({ host, mail, browser }) => {
  await host.open()
  const { address } = await login({ host, mail })
  const context = await browser.newContext()
  const second = new FrameHost(await context.newPage())
  await second.open()
  await expect(async () => {
    expect(await second.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  }).toPass({ timeout: 45_000 })
  const asked = second.ask('connectOtp')
  await second.frame.getByLabel('Six-digit code').fill(await mail.code())
  const opened = second.page.waitForEvent('popup')
  await second.frame
    .getByRole('button', { name: /secure window|A device that has it open/ })
    .first()
    .click()
  const typing = await opened

  const giving = await openSecurity(host)
  await giving.getByRole('button', { name: 'Transfer to a new device' }).click()
  await giving.getByRole('button', { name: 'Show a code' }).click()
  const code = await giving.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{1,4})+$/).innerText()

  const field = typing.getByRole('textbox', { name: 'Code of the other device' })
  if (!(await field.isVisible())) await typing.getByRole('tab', { name: 'Other device' }).click()
  await field.fill(code)
  await typing.getByRole('button', { name: 'Continue' }).click()
  const number = /\d{3}[\s\u00a0]?\d{3}/
  const theirs = await typing.getByText(number).first().innerText()
  const ours = await giving.getByText(number).first().innerText()
  expect(ours.replace(/\D/g, '')).toBe(theirs.replace(/\D/g, ''))
  await giving.getByRole('button', { name: 'Yes, transfer' }).click()
  expect(await asked).toMatchObject({ address })
  await context.close()
})

test('behavior: threats 43 and 44: a link alone admits no device, and the number on its screen does', async ({
  host,
  mail,
  browser,
  world,
}) => {
  await host.open({ host: world.hosts.other, projectId: world.strictProjectId })
  expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({
    result: { action: 'VERIFY_DEVICE' },
  })
  const approved = host.ask('connectDevice')
  const number = /\d{2}/.exec(await host.frame.getByText(/^\d{2}$/).innerText())?.[0] ?? ''
  const link = await mail.link('/w/device')

  const context = await browser.newContext()
  const phone = await context.newPage()
  await phone.goto(link)
  await expect(phone.getByText('Let this device in?')).toBeVisible()
  // The token is removed from the address bar.
  expect(new URL(phone.url()).hash).toBe('')
  const field = phone.getByLabel('Two-digit number')
  const wrong = String((Number(number) + 1) % 100).padStart(2, '0')
  await field.fill(wrong)
  await phone.getByRole('button', { name: 'Let it in' }).click()
  await expect(phone.getByText('This is not the number')).toBeVisible()
  await field.fill(number)
  await phone.getByRole('button', { name: 'Let it in' }).click()
  await expect(phone.getByText('Device let in')).toBeVisible()
  await context.close()

  await approved
  const asked = host.ask('connectOtp')
  await host.frame.getByLabel('Six-digit code').fill(await mail.code())
  expect(await asked).toMatchObject({ address: expect.stringMatching(/^0x/) })
})

test('behavior: threat 15: a browser that cannot prove visibility approves in a window', async ({
  host,
  mail,
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')
  })
  await host.open()
  const { address } = await login({ host, mail })
  const asked = host.request('rpc', { method: 'personal_sign', params: ['0x6c6f67', address] })
  await expect(host.frame.getByRole('button', { name: 'Sign', exact: true })).toBeHidden()
  const opened = page.waitForEvent('popup')
  await host.frame.getByRole('button', { name: 'Review in a secure window' }).click()
  const popup = await opened
  const sign = popup.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeEnabled()
  await sign.click()
  expect(await asked).toMatchObject({ ok: true, result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
})

test('behavior: threats 40 and 65: a change of the address needs a code from each mailbox, and blocks the export', async ({
  host,
  mail,
}) => {
  await host.open()
  await login({ host, mail })
  const fresh = new Mail(`new-${mail.address}`)
  await expect(async () => {
    const answer = await host.request('updateEmail', { email: fresh.address })
    expect(answer).toMatchObject({ ok: true, result: { action: 'VERIFY_PRIMARY_OTP' } })
  }).toPass({ timeout: 45_000 })
  const primary = host.ask('updateEmailPrimaryOtp')
  const field = host.frame.getByLabel('Six-digit code')
  await field.fill(await mail.code())
  expect(await primary).toEqual({ action: 'VERIFY_SECONDARY_OTP' })
  const secondary = host.ask('updateEmailSecondaryOtp')
  await field.fill(await fresh.code())
  expect(await secondary).toEqual({ newEmail: fresh.address })
  expect(await host.ask('getUser')).toMatchObject({ email: fresh.address })

  const undo = await mail.link('/w/undo')
  expect(new URL(undo).hash.length).toBeGreaterThan(40)
  const popup = await openSecurity(host)
  await expect(popup.getByText(/Your email address was changed/)).toBeVisible()
})

test('behavior: a wrong code is refused with a message, and the fifth ends it', async ({ host, mail }) => {
  await host.open()
  expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  const asked = host.ask('connectOtp')
  asked.catch(() => {})
  const code = await mail.code()
  const wrong = code === '000000' ? '111111' : '000000'
  const field = host.frame.getByLabel('Six-digit code')
  for (let attempt = 1; attempt < 5; attempt++) {
    await field.fill(wrong)
    await expect(host.frame.getByText('This code is incorrect')).toBeVisible()
    await expect(field).toHaveValue('')
  }
  await field.fill(wrong)
  await expect(host.frame.getByText('This code has expired')).toBeVisible()
})
