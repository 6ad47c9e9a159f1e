import type { Response } from '@playwright/test'
import { verifyMessage } from 'viem/utils'
import type { FrameHost } from './FrameHost.ts'
import { expect, login, protect, test } from './walletTest.ts'

const text = 'Log of the ship, day 13'
const message = `0x${Buffer.from(text).toString('hex')}`

/** Leaves the wallet idle for 16 minutes. The page checks the clock within 30 s, or at once with `isBack`, when it becomes visible again. */
async function lockIdle(host: FrameHost, { isBack = false } = {}) {
  const { clock } = host.page.context()
  const isLock = (response: Response) => response.url().endsWith('/v1/auth/session/lock') && response.ok()
  const locked = host.page.waitForResponse(isLock, { timeout: 45_000 })
  await clock.setSystemTime(Date.now() + 16 * 60_000)
  const [, frame] = host.page.frames()
  if (isBack) await frame?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await locked
  await clock.setSystemTime(Date.now())
}
const isSealed = (host: FrameHost) =>
  host.page
    .frames()
    .at(1)
    ?.evaluate(async () => {
      const opening = indexedDB.open('@latchkey-wallet')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const reading = opening.result.transaction('wallets').objectStore('wallets').getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      return reading.result.map(({ current }) => current.box === null)
    })
const sign = async (host: FrameHost, address: string) => {
  const asked = host.request('rpc', { method: 'personal_sign', params: [message, address] })
  return async () => {
    const button = host.frame.getByRole('button', { name: 'Sign', exact: true })
    await button.hover()
    await button.click()
    const answer = await asked
    if (!answer.ok) throw new Error(answer.error.code)
    return verifyMessage({
      address: address as `0x${string}`,
      message: text,
      signature: answer.result as `0x${string}`,
    })
  }
}

test('finding F3: threat 60: an idle wallet signs only after a code, and a reload does not skip it', async ({
  host,
  mail,
}) => {
  await host.open()
  const { address } = await login({ host, mail })
  // By then the mailbox may have another mail.
  await lockIdle(host)
  await host.open()
  expect(await host.ask('getUser')).toMatchObject({ address })
  const approve = await sign(host, address)
  const unlock = host.frame.getByRole('button', { name: 'Unlock' })
  await expect(unlock).toBeVisible()
  await unlock.hover()
  await unlock.click()
  const field = host.frame.getByLabel('Six-digit code')
  await field.fill(await mail.code())
  expect(await approve()).toBe(true)
})

test('finding F3: threat 158: with a passkey, share D on the disk is sealed while the wallet is locked @journey', async ({
  host,
  mail,
  passkeys,
}) => {
  void passkeys
  await host.open()
  const { address } = await login({ host, mail })
  await protect(host)
  expect(await isSealed(host)).toEqual([false])
  await lockIdle(host, { isBack: true })
  await expect.poll(() => isSealed(host)).toEqual([true])
  await host.open()
  const approve = await sign(host, address)
  const unlock = host.frame.getByRole('button', { name: 'Unlock' })
  await expect(unlock).toBeVisible()
  await unlock.hover()
  await unlock.click()
  expect(await approve()).toBe(true)
  expect(await isSealed(host)).toEqual([false])
})
