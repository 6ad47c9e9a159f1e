import type { WalletUser } from '@latchkey/protocol'
import { Mail } from '../Mail.ts'
import type { FrameHost } from './FrameHost.ts'
import { expect, protect, test } from './walletTest.ts'

/** Requests a code and enters it on the wallet's card. An address must wait for 30 s after its last mail. */
async function typeCode({ host, mail }: { host: FrameHost; mail: Mail }) {
  await expect(async () => {
    expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  }).toPass({ timeout: 45_000 })
  const asked = host.ask('connectOtp') as Promise<WalletUser>
  asked.catch(() => {})
  await host.frame.getByLabel('Six-digit code').fill(await mail.code())
  return asked
}

test('behavior: a project that requires a recovery factor at creation connects no wallet without one', async ({
  host,
  mail,
  passkeys,
  world,
}) => {
  await host.open({ projectId: world.policyProjects.atCreation })
  const asked = typeCode({ host, mail })
  const create = host.frame.getByRole('button', { name: 'Create a passkey' })
  await expect(create).toBeVisible()
  await expect(host.frame.getByRole('button', { name: 'Not now' })).toBeHidden()
  expect(await host.request('isConnected')).toMatchObject({ result: { isConnected: false } })
  expect((await host.events()).map(({ name }) => name)).not.toContain('accountsChanged')
  await create.click()
  expect(await asked).toMatchObject({ address: expect.stringMatching(/^0x/) })
  expect(await passkeys.count()).toBe(1)
  expect(await host.request('isConnected')).toMatchObject({ result: { isConnected: true, isProtected: true } })
})

test('behavior: a project without a rule about recovery factors asks for none', async ({ host, mail, world }) => {
  await host.open({ projectId: world.policyProjects.optional })
  expect(await typeCode({ host, mail })).toMatchObject({ address: expect.stringMatching(/^0x/) })
  await expect(host.frame.getByRole('heading')).toHaveCount(0)
  expect(await host.request('isConnected')).toMatchObject({ result: { isConnected: true, isProtected: false } })
})

test('behavior: a site enters the code only if its project allows it', async ({ host, mail, world }) => {
  await host.open({ projectId: world.policyProjects.hostCode })
  expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
  const otp = await mail.code()
  expect(await host.request('connectOtp', { otp })).toMatchObject({
    ok: true,
    result: { email: mail.address, address: expect.stringMatching(/^0x/) },
  })

  await host.open()
  const strict = new Mail(`strict-${mail.address}`)
  expect(await host.request('connectEmail', { email: strict.address })).toMatchObject({ ok: true })
  expect(await host.request('connectOtp', { otp: await strict.code() })).toMatchObject({
    ok: false,
    error: { code: 'frame_request_invalid' },
  })
  expect(await host.request('isConnected')).toMatchObject({ result: { isConnected: false } })
})

test('behavior: projects of one scope give a visitor one wallet', async ({ host, mail, passkeys, world }) => {
  const [one, two] = world.policyProjects.shared
  await host.open({ projectId: one })
  const { address } = await typeCode({ host, mail })
  await protect(host)
  expect(await passkeys.count()).toBe(1)
  // Another site: this browser has no data of the wallet there, so the passkey unlocks it.
  await host.open({ host: world.hosts.other, projectId: two })
  const asked = typeCode({ host, mail })
  await host.frame.getByRole('button', { name: 'Use your passkey' }).click({ timeout: 60_000 })
  expect(await asked).toMatchObject({ address })
})

test('behavior: projects without a shared scope give a visitor a wallet each', async ({ host, mail, world }) => {
  await host.open()
  const { address } = await typeCode({ host, mail })
  await host.open({ host: world.hosts.other, projectId: world.policyProjects.optional })
  const other = await typeCode({ host, mail })
  expect(other.address).toMatch(/^0x/)
  expect(other.address).not.toBe(address)
})
