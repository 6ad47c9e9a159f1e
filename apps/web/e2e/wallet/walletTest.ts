import type { WalletUser } from '@latchkey/protocol'
import { test as base, expect } from '@playwright/test'
import { Mail } from '../Mail.ts'
import { readWorld, type World } from '../setup/World.ts'
import { addPasskeys } from './addPasskeys.ts'
import { FrameHost } from './FrameHost.ts'

/**
 * The tests of the wallet's frame: a host page that sends the protocol's messages directly, a mailbox per test, and an authenticator that
 * creates passkeys like a laptop's.
 */
export const test = base.extend<{
  world: World
  host: FrameHost
  mail: Mail
  /** Passkeys of this page, see `addPasskeys.ts`. */
  passkeys: Awaited<ReturnType<typeof addPasskeys>>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the used fixtures from this pattern.
  world: async ({}, use) => use(readWorld()),
  host: async ({ page }, use) => use(new FrameHost(page)),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  mail: async ({}, use) => use(new Mail()),
  passkeys: async ({ page }, use) => use(await addPasskeys(page)),
})

export { expect }

/** Logs in with a code, on a host page with the frame. */
export async function login({ host, mail }: { host: FrameHost; mail: Mail }): Promise<WalletUser> {
  await enterCode({ host, mail })
  return (await host.ask('connectOtp')) as WalletUser
}

/** Enters the code. The test handles the next step (a wallet, or a recovery). */
export async function enterCode({ host, mail }: { host: FrameHost; mail: Mail }): Promise<void> {
  const answer = await host.request('connectEmail', { email: mail.address })
  expect(answer).toMatchObject({ ok: true, result: { action: 'VERIFY_OTP' } })
  const field = host.frame.getByLabel('Six-digit code')
  const shown = host.request('connectOtp')
  shown.catch(() => {})
  await field.fill(await mail.code())
  await expect(field).toBeHidden()
}

/** Protects the wallet with a passkey, by one click. */
export async function protect(host: FrameHost): Promise<void> {
  const answer = host.ask('ensureProtected')
  await host.frame.getByRole('button', { name: 'Create a passkey' }).click()
  expect(await answer).toEqual({ isProtected: true })
}
