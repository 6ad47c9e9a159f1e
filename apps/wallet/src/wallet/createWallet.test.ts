import { afterEach, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'

const { setup } = createFrameTests({ afterEach })
type Host = ReturnType<ReturnType<typeof setup>['open']>
const addressOf = async (host: Host) => ((await host.ask('getUser')) as { address: string }).address

/** Signs a message, which requires an unlocked wallet. */
const sign = async (host: Host) => {
  const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x00', await addressOf(host)] })
  await host.card('approve', ({ state }) => state === 'ready')
  host.frame.actions.approve()
  return signature
}
/** The next page gets no change events. Otherwise the effect of a lost answer would close the card that reports it. */
const deafen = (server: ReturnType<typeof setup>['server']) => server.fail('/v1/auth/session/watch', 'before')
const protect = async (host: Host) => {
  const done = host.ask('ensureProtected')
  await host.card('protect')
  host.frame.actions.protectWithPasskey()
  expect(await done).toStrictEqual({ isProtected: true })
}

test('behavior: one tap on a new device unlocks the same wallet, and the device gets its own share', async () => {
  const { credentials } = createTestPasskeys({ prf: 'get' })
  const { open, server, clock } = setup({ credentials })
  const first = open()
  await first.signIn()
  await protect(first)
  const address = await addressOf(first)
  clock.advance(30_000)

  const second = open({ device: createTestDevice() })
  expect(await second.signIn()).toStrictEqual({ status: 'recover', methods: ['passkey', 'oldDevice'] })
  const recovered = second.ask('connectOtp')
  expect(await second.card('recover')).toMatchObject({ address, methods: ['passkey', 'oldDevice'] })
  second.frame.actions.recoverWithPasskey()
  expect(await recovered).toMatchObject({ address })
  expect(await sign(second)).toMatch(/^0x[0-9a-f]{130}$/)
  expect([...(server.state.wallets[0]?.shares.values() ?? [])].map(({ epoch }) => epoch)).toStrictEqual([2, 1])
  // It unlocks automatically, without the first device and after a reload.
  second.stop()
})

test('error: threat 35: hidden-wallet: the server reports no wallet, but this device holds a share of one', async () => {
  const { open, server, clock } = setup()
  const first = open()
  await first.signIn()
  await first.ask('signOut')
  const [wallet] = server.state.wallets.splice(0)
  clock.advance(30_000)
  await first.ask('connectEmail', { email: 'visitor@mail.example' })
  first.begin('connectOtp')
  await first.card('code')
  first.frame.actions.submitCode('123456')
  const card = await first.card('code', ({ failure }) => failure !== null)
  expect(card.failure).toMatchObject({ code: 'device_mismatch' })
  expect(first.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'device_mismatch' }))
  expect(server.state.wallets).toStrictEqual([])
  // The honest server again: another attempt succeeds.
  if (wallet) server.state.wallets.push(wallet)
  first.frame.actions.submitCode('123456')
  await first.until(() => first.frame.card.getState() === null)
  expect(await addressOf(first)).toBe(wallet?.address)
})

test('error: threat 35: nor is a new user for the same address accepted, or another wallet', async () => {
  const { open, server } = setup()
  const first = open()
  await first.signIn('Visitor@mail.example')
  first.stop()
  const [wallet] = server.state.wallets
  const forged = crypto.randomUUID()
  for (const user of server.state.users) user.userId = forged
  for (const session of server.state.sessions) session.userId = forged
  const second = open()
  await second.until(() => second.events.some(({ name }) => name === 'alert'))
  expect(second.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'device_mismatch' }))
  second.stop()
  for (const user of server.state.users) user.userId = wallet?.userId ?? ''
  for (const session of server.state.sessions) session.userId = wallet?.userId ?? ''
  if (wallet) wallet.address = `0x${'11'.repeat(20)}`
  const third = open()
  await third.until(() => third.events.some(({ name }) => name === 'alert'))
  await expect(third.ask('getUser')).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
  expect(server.state.wallets.length).toBe(1)
})

test('error: threat 34: rollback: an older wallet than this device has seen is not unlocked', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server } = setup({ credentials })
  const first = open()
  await first.signIn()
  const [wallet] = server.state.wallets
  const before = structuredClone({ vault: wallet?.vault, factors: wallet?.factors, version: wallet?.vaultVersion })
  await protect(first)
  first.stop()
  Object.assign(wallet ?? {}, { vault: before.vault, factors: before.factors, vaultVersion: before.version })
  const second = open()
  await second.until(() => second.events.some(({ name }) => name === 'alert'))
  expect(second.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'vault_rolled_back' }))
  // Claiming the new version for the old bytes does not help: the version is part of the sealed data.
  second.stop()
  if (wallet) wallet.vaultVersion = 2
  const third = open()
  expect(await third.ask('isConnected')).toStrictEqual({ isConnected: false })
  const signature = third.ask('rpc', { method: 'personal_sign', params: ['0x00', `0x${'00'.repeat(20)}`] })
  await expect(signature).rejects.toMatchObject({ failure: { code: 'no_active_account' } })
})

test('error: threat 31: nothing is sealed to a factor that the server planted, and an alert is raised', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server } = setup({ credentials })
  const first = open()
  await first.signIn()
  await protect(first)
  first.stop()
  const [wallet] = server.state.wallets
  const [real] = wallet?.factors ?? []
  if (!wallet || !real) throw new Error('no factor')
  wallet.factors.push({ ...real, id: crypto.randomUUID(), pub: 'A'.repeat(43) })
  const second = open()
  await second.until(() => second.events.some(({ name }) => name === 'alert'))
  expect(second.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'factor_forged' }))
  await sign(second)
  for (const { sealed } of wallet.shares.values())
    expect(sealed.map(({ factorId }) => factorId)).toStrictEqual([real.id])
})

/** Every call that changes the wallet, cut off before and after the server worked. */
const cuts = (['before', 'after'] as const).flatMap((fault) =>
  ['/v1/wallet', '/v1/wallet/factors'].map((path) => [path, fault] as const),
)
test.each(cuts)(
  'behavior: cut off at %s, %s the server worked, the wallet unlocks with the next page',
  async (path, fault) => {
    const { credentials } = createTestPasskeys({ prf: 'create' })
    const { open, server, clock } = setup({ credentials })
    const first = open()
    if (path === '/v1/wallet') {
      await first.ask('connectEmail', { email: 'visitor@mail.example' })
      first.begin('connectOtp')
      await first.card('code')
      // The first call of the path asks whether there is a wallet.
      const create = server.calls.length
      server.fail('/v1/wallet', 'internal')
      first.frame.actions.submitCode('123456')
      await first.card('code', ({ failure }) => failure?.code === 'internal')
      expect(server.calls.slice(create)).toContain('/v1/wallet')
      server.failPost('/v1/wallet', fault)
      first.frame.actions.submitCode('123456')
      await first.card('code', ({ failure }) => failure?.code === 'network_request_failed')
    } else {
      deafen(server)
      await first.signIn()
      server.fail(path, fault)
      first.begin('ensureProtected')
      await first.card('protect')
      first.frame.actions.protectWithPasskey()
      await first.card('protect', ({ failure }) => failure !== null)
    }
    first.stop()
    clock.advance(1_000)
    const second = open()
    const address = await addressOf(second)
    expect(server.state.wallets.map((wallet) => wallet.address)).toStrictEqual([address])
    await sign(second)
    // Nothing blocks the next change, nor the page after it.
    if (server.state.wallets[0]?.factors.length === 0) await protect(second)
    expect(await second.ask('ensureProtected')).toStrictEqual({ isProtected: true })
    second.stop()
    const third = open()
    expect(await addressOf(third)).toBe(address)
    await sign(third)
  },
)

test('behavior: an answer that was lost, then a page that dies before the next change: the share of either epoch opens', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server } = setup({ credentials })
  const first = open()
  deafen(server)
  await first.signIn()
  server.fail('/v1/wallet/factors', 'after')
  first.begin('ensureProtected')
  await first.card('protect')
  first.frame.actions.protectWithPasskey()
  await first.card('protect', ({ failure }) => failure !== null)
  // Repeated at once: the open split is settled with the server before another one is made, and that one is cut off.
  server.fail('/v1/wallet/factors', 'before')
  first.frame.actions.protectWithPasskey()
  await first.until(() => server.calls.filter((path) => path === '/v1/wallet/factors').length >= 2)
  first.stop()
  const second = open()
  await sign(second)
})

test('behavior: this device seals to a factor that another device added at its next unlock', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server, clock } = setup({ credentials })
  const first = open()
  await first.signIn()
  await protect(first)
  clock.advance(30_000)
  const second = open({ device: createTestDevice() })
  await second.signIn()
  const recovered = second.ask('connectOtp')
  await second.card('recover')
  second.frame.actions.recoverWithPasskey()
  await recovered
  first.stop()
  const third = open()
  await sign(third)
  const [wallet] = server.state.wallets
  await third.until(() => [...(wallet?.shares.values() ?? [])].every(({ sealed }) => sealed.length === 1))
})

test('error: threat 33: a share that the server replaced: the wallet asks for a factor, and heals', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server } = setup({ credentials })
  const first = open()
  await first.signIn()
  await protect(first)
  first.stop()
  const [wallet] = server.state.wallets
  const [honest] = structuredClone([...(wallet?.shares.values() ?? [])])
  if (!honest) throw new Error('no share')
  for (const share of wallet?.shares.values() ?? []) share.share = Buffer.alloc(33, 7).toString('base64url')
  const second = open()
  expect(await second.ask('isConnected')).toStrictEqual({ isConnected: false })
  // The login exists: one tap is enough, without another email.
  const mails = server.calls.filter((path) => path === '/v1/auth/email/start').length
  expect(await second.ask('connectEmail', { email: 'visitor@mail.example' })).toStrictEqual({ action: 'VERIFY_OTP' })
  expect(await second.ask('connectOtp')).toMatchObject({ status: 'recover' })
  expect(server.calls.filter((path) => path === '/v1/auth/email/start').length).toBe(mails)
  const recovered = second.ask('connectOtp')
  await second.card('recover')
  // The factor's only share belongs to this device, whose A was replaced: it opens nothing.
  second.frame.actions.recoverWithPasskey()
  await second.card('recover', ({ failure }) => failure?.code === 'vault_broken')
  const [device] = wallet?.shares.keys() ?? []
  if (wallet && device) wallet.shares.set(device, honest)
  second.frame.actions.recoverWithPasskey()
  expect(await recovered).toMatchObject({ address: wallet?.address })
  await sign(second)
})

test('behavior: two tabs that log in at once make one wallet', async () => {
  const { open, server } = setup()
  const [first, second] = [open(), open()]
  await first.signIn()
  await second.until(() => second.events.some(({ name }) => name === 'accountsChanged'))
  expect(server.state.wallets.length).toBe(1)
  expect(await addressOf(second)).toBe(await addressOf(first))
  await sign(second)
  await sign(first)
})

test('behavior: threat 56: storage-denied: a wallet in memory is reported as such', async () => {
  const { open, device } = setup()
  const host = open({ device: { ...device, store: { ...device.store, memoryOnly: true } } })
  await host.signIn()
  const closed = host.ask('openSecurity')
  expect(await host.card('security')).toMatchObject({ memoryOnly: true, factors: [] })
  await host.card('security', ({ devices }) => devices === 1)
  host.frame.actions.cancel()
  expect(await closed).toStrictEqual({})
})

test('error: threat 35: a wallet that was unlocked here is known, even if the server accepted no share of this device', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server, clock } = setup({ credentials })
  const first = open()
  await first.signIn()
  await protect(first)
  clock.advance(30_000)
  const device = createTestDevice()
  const second = open({ device })
  await second.signIn()
  const recovered = second.ask('connectOtp')
  recovered.catch(() => {})
  await second.card('recover')
  server.failPost('/v1/wallet/device', 'before')
  second.frame.actions.recoverWithPasskey()
  await second.card('recover', ({ failure }) => failure !== null)
  second.stop()
  server.state.wallets.splice(0)
  const third = open({ device })
  await third.until(() => third.events.some(({ name }) => name === 'alert'))
  expect(third.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'device_mismatch' }))
  expect(server.state.wallets).toStrictEqual([])
})

test('error: threat 33: a share that does not match does not replace the device’s own', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server, device } = setup({ credentials })
  const first = open()
  await first.signIn()
  await protect(first)
  const address = await addressOf(first)
  first.stop()
  const [share] = [...(server.state.wallets[0]?.shares.values() ?? [])]
  if (!share) throw new Error('no share')
  const good = share.share
  share.share = Buffer.from(new Uint8Array(33).fill(7)).toString('base64url')
  const second = open()
  expect(await second.ask('connectEmail', { email: 'visitor@mail.example' })).toStrictEqual({ action: 'VERIFY_OTP' })
  expect(await second.ask('connectOtp')).toMatchObject({ status: 'recover' })
  share.share = good
  second.begin('connectOtp')
  await second.card('recover')
  server.failPost('/v1/wallet/device', 'before')
  second.frame.actions.recoverWithPasskey()
  await second.card('recover', ({ failure }) => failure !== null)
  second.stop()
  expect((await device.store.all('wallets'))[0]).toMatchObject({ current: { epoch: share.epoch }, pending: {} })
  const third = open()
  expect(await third.ask('getUser')).toMatchObject({ address })
})
