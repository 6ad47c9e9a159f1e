import { createPasswordKey, toBase64Url } from '@latchkey/vault'
import { afterEach, describe, expect, test } from 'vitest'
import type { WindowPage } from '../cards/Card.ts'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { startOldPassword } from '../testing/startOldPassword.ts'
import { connectToFrame } from './connectToFrame.ts'

const ports: MessagePort[] = []
const { setup } = createFrameTests({
  afterEach: (run) =>
    afterEach(() => {
      run()
      for (const port of ports.splice(0)) port.close()
    }),
})
type World = ReturnType<typeof setup>
type Host = ReturnType<World['open']>

const password = 'correct horse battery staple'
const evaluation = '/v1/wallet/password/evaluate'
const origin = 'https://wallet.example'

/** Opens a wallet page, as the card's button does. */
async function openPage(host: Host, page: WindowPage) {
  if (page !== 'recover' && page !== 'protect') {
    host.begin('openSecurity')
    await host.card('security')
  }
  host.frame.actions.openWindow(page)
  const opener = {
    postMessage: (data: unknown, _target: string, [port]: [MessagePort]) => {
      ports.push(port)
      host.deliver({ source: host.windows.at(-1)?.window, origin, data, ports: [port] })
    },
  }
  const timer = (run: () => void) => setTimeout(run, 20_000) as unknown as number
  const credentials = { create: async () => null, get: async () => null }
  const window = { opener, origin, setTimeout: timer as Window['setTimeout'] }
  const calls = await connectToFrame({ window, page, credentials })
  if (!calls) throw new Error('The frame did not answer')
  return calls
}
const addressOf = async (host: Host) => ((await host.ask('getUser')) as { address: string }).address

/** A visitor with a password, set on one device. */
async function startPassword() {
  const world = setup()
  world.server.settings.autoLock = 'off'
  const owner = world.open()
  await owner.signIn()
  const security = await openPage(owner, 'security')
  await security.addPassword({ password })
  const [wallet] = world.server.state.wallets
  if (!wallet) throw new Error('A wallet was made')
  return { ...world, world, owner, security, wallet, address: await addressOf(owner) }
}

/** A new browser of the same visitor, at the window for the password. */
async function startBrowser({ open, clock }: World, device = createTestDevice()) {
  clock.advance(30_000)
  const host = open({ device })
  expect(await host.signIn()).toMatchObject({ status: 'recover' })
  const connected = host.ask('connectOtp')
  connected.catch(() => {})
  await host.card('recover')
  return { host, connected, device, page: await openPage(host, 'recover') }
}

describe('on a new device', () => {
  test('behavior: finding F4: threat 163: the password unlocks the wallet, and the server’s data does not allow guessing it', async () => {
    const { world, wallet, address } = await startPassword()
    const { host, connected, page } = await startBrowser(world)
    expect((await page.describe()).methods).toStrictEqual(['password', 'oldDevice'])
    expect(await page.recoverWithPassword({ password: 'incorrect horse battery' })).toStrictEqual({ triesLeft: 9 })
    // No data of the wallet was requested: its shares are released only for a right password.
    expect(world.server.calls).not.toContain('/v1/wallet/recover')
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ address })
    expect(await connected).toMatchObject({ address })
    expect(await addressOf(host)).toBe(address)
    expect(wallet.tries).toHaveLength(2)
    expect(wallet.shares.size).toBe(2)
  })

  test('behavior: finding F4: threat 164: a lost answer, of the attempt or of the shares, costs no other attempt', async () => {
    const { world, wallet, address } = await startPassword()
    const { page } = await startBrowser(world)
    for (const fault of ['before', 'after'] as const) {
      world.server.fail(evaluation, fault)
      await expect(page.recoverWithPassword({ password })).rejects.toMatchObject({ code: 'network_request_failed' })
    }
    for (const fault of ['before', 'after'] as const) {
      world.server.fail('/v1/wallet/recover', fault)
      await expect(page.recoverWithPassword({ password })).rejects.toMatchObject({ code: 'network_request_failed' })
    }
    expect(wallet.tries).toHaveLength(1)
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ address })
    expect(wallet.tries).toHaveLength(1)
  })

  test('behavior: finding F4: threat 164: the same wrong password is the same attempt; ten are the limit, with more a day later', async () => {
    const { world, wallet, address, clock } = await startPassword()
    const { page } = await startBrowser(world)
    for (let index = 0; index < 10; index += 1)
      for (const _twice of [1, 2])
        expect(await page.recoverWithPassword({ password: `wrong password ${index}` })).toStrictEqual({
          triesLeft: 9 - index,
        })
    expect(wallet.tries).toHaveLength(10)
    await expect(page.recoverWithPassword({ password })).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 24 * 3600,
    })
    clock.advance(24 * 3600 * 1000)
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ address })
  }, 60_000)

  test('behavior: two tabs with simultaneous input both end with an unlocked wallet', async () => {
    const { world, wallet, address } = await startPassword()
    const { page, device } = await startBrowser(world)
    const second = await reopen(world, device)
    const outcomes = await Promise.allSettled([
      page.recoverWithPassword({ password }),
      second.recoverWithPassword({ password }),
    ])
    expect(outcomes).toStrictEqual(Array(2).fill({ status: 'fulfilled', value: { address } }))
    expect(wallet.tries).toHaveLength(2)
  })

  test('behavior: a password that was entered while another is checked is not taken for it', async () => {
    const { world, address } = await startPassword()
    const { page } = await startBrowser(world)
    const outcomes = await Promise.allSettled([
      page.recoverWithPassword({ password: 'incorrect horse battery' }),
      page.recoverWithPassword({ password }),
    ])
    // The later one is checked. The other reports a failure, but never that the password was wrong.
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'recovery_failed' } },
      { status: 'fulfilled', value: { address } },
    ])
  })

  test('error: finding F4: threat 165: a server without the key shows the next step; one with another key unlocks nothing', async () => {
    const { world, wallet } = await startPassword()
    const { page } = await startBrowser(world)
    const [[factorId = '', key = ''] = []] = [...wallet.passwordKeys]
    wallet.passwordKeys.set(factorId, toBase64Url(createPasswordKey().key))
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ triesLeft: 9 })
    wallet.passwordKeys.delete(factorId)
    await expect(page.recoverWithPassword({ password })).rejects.toMatchObject({ code: 'password_outdated' })
    expect(wallet.shares.size).toBe(1)
    expect(world.server.calls).not.toContain('/v1/wallet/recover')
    wallet.passwordKeys.set(factorId, key)
  })
})

/** Another tab of a browser that waits for the password, or the same one after a reload. */
async function reopen({ open }: World, device: ReturnType<typeof createTestDevice>) {
  const host = open({ device })
  expect(await host.ask('connectOtp')).toMatchObject({ status: 'recover' })
  host.ask('connectOtp').catch(() => {})
  await host.card('recover')
  return openPage(host, 'recover')
}

describe('a device that has unlocked the wallet', () => {
  test('behavior: another password replaces the first, which no longer unlocks anything', async () => {
    const { world, security, wallet, address } = await startPassword()
    await security.addPassword({ password: 'another good password' })
    expect((await security.security()).factors.map(({ kind, isOutdated }) => [kind, isOutdated])).toStrictEqual([
      ['password', false],
    ])
    expect(wallet.passwordKeys.size).toBe(1)
    const { page } = await startBrowser(world)
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ triesLeft: 9 })
    expect(await page.recoverWithPassword({ password: 'another good password' })).toStrictEqual({ address })
  })

  test('behavior: the password stays when the data key changes', async () => {
    const { world, security, address } = await startPassword()
    await security.rotate()
    const { page } = await startBrowser(world)
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ address })
  })

  test('behavior: finding F4: threat 166: without the server this device and the password unlock the wallet; its stored key is sealed', async () => {
    const { world, owner, server, device, wallet, address } = await startPassword()
    const exported = await openPage(owner, 'export')
    world.clock.advance(72 * 60 * 60_000)
    server.setAway(true)
    await expect(exported.exportMnemonic()).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(await exported.offlineWays()).toMatchObject({ methods: ['password'] })
    const { length } = server.calls
    await expect(exported.openOffline({ by: 'password', password: 'incorrect horse battery' })).rejects.toMatchObject({
      code: 'recovery_failed',
    })
    expect(await exported.openOffline({ by: 'password', password })).toStrictEqual({ address })
    expect(server.calls.slice(length)).toStrictEqual([])
    const [record] = await device.store.all('wallets')
    const [key = ''] = wallet.passwordKeys.values()
    const kept = JSON.stringify(record)
    expect(record?.current?.passwords).toHaveLength(1)
    expect(kept).not.toContain(key)
  })

  test('behavior: finding F4: threat 166: a password that another device set also unlocks the wallet here without the server', async () => {
    const { world, server, wallet, security, address } = await startPassword()
    const { host, page, device } = await startBrowser(world)
    await page.recoverWithPassword({ password })
    // Set again elsewhere: this device learns it at its next unlock, and then seals its shares to it.
    await security.addPassword({ password: 'another good password' })
    const [{ id = '' } = {}] = wallet.factors
    server.wake()
    await host.until(() => [...wallet.shares.values()].every(({ sealed }) => sealed.some((one) => one.factorId === id)))
    const isKept = async () => (await device.store.all('wallets'))[0]?.current?.passwords?.[0]?.factorId === id
    for (let tries = 0; tries < 200 && !(await isKept()); tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10))
    const exported = await openPage(host, 'export')
    world.clock.advance(72 * 60 * 60_000)
    server.setAway(true)
    await expect(exported.exportMnemonic()).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(await exported.openOffline({ by: 'password', password: 'another good password' })).toStrictEqual({ address })
  })
})

describe('a password of an earlier version', () => {
  const start = async () => {
    const world = setup()
    world.server.settings.autoLock = 'off'
    const first = world.open()
    await first.signIn()
    first.stop()
    const { address } = await startOldPassword({ server: world.server, store: world.device.store, password })
    const [wallet] = world.server.state.wallets
    if (!wallet) throw new Error('A wallet was made')
    const reload = async () => {
      const host = world.open()
      await host.ask('connectOtp')
      return host
    }
    return { ...world, world, wallet, address, reload }
  }

  test('behavior: finding F4: threat 163: it unlocks nothing on a new device until it is set again on an unlocked one', async () => {
    const { world, wallet, address, reload } = await start()
    const { page } = await startBrowser(world)
    await expect(page.recoverWithPassword({ password })).rejects.toMatchObject({ code: 'password_outdated' })
    expect(wallet.tries).toHaveLength(0)

    const owner = await reload()
    owner.begin('openSecurity')
    expect((await owner.card('security')).factors).toMatchObject([{ kind: 'password', isOutdated: true }])
    const security = await openPage(owner, 'security')
    expect((await security.security()).factors).toMatchObject([{ kind: 'password', isOutdated: true }])
    await security.addPassword({ password })
    expect((await security.security()).factors).toMatchObject([{ kind: 'password', isOutdated: false }])
    expect(wallet.factors.map(({ meta }) => [meta.salt, meta.params])).toStrictEqual([[undefined, undefined]])
    const second = await startBrowser(world)
    expect(await second.page.recoverWithPassword({ password })).toStrictEqual({ address })
  })

  test('behavior: finding F4: threat 163: a wallet without another factor counts as unprotected until it is set again', async () => {
    const { server, open } = await start()
    server.settings.recovery = 'at-creation'
    const host = open()
    host.ask('connectOtp').catch(() => {})
    await host.card('protect')
    const security = await openPage(host, 'protect')
    await security.addPassword({ password })
    await host.until(() => host.frame.card.getState()?.kind !== 'protect')
  })

  test('behavior: without the server it unlocks the wallet on the device that knows it', async () => {
    const { server, clock, address, reload } = await start()
    const exported = await openPage(await reload(), 'export')
    clock.advance(72 * 60 * 60_000)
    server.setAway(true)
    await expect(exported.exportMnemonic()).rejects.toMatchObject({ code: 'network_request_failed' })
    expect(await exported.openOffline({ by: 'password', password })).toStrictEqual({ address })
  })

  test('behavior: finding F4: threat 163: entered on a known device that has lost its share, it unlocks the wallet and is renewed', async () => {
    const { world, wallet, address, device } = await start()
    const [record] = await device.store.all('wallets')
    if (!record?.current?.box) throw new Error('The record was put there')
    const box = record.current.box.map((byte, index) => (index === 20 ? byte ^ 1 : byte))
    await device.store.put('wallets', record.walletId, { ...record, current: { ...record.current, box } })
    const page = await reopen(world, device)
    await expect(page.recoverWithPassword({ password: 'incorrect horse battery' })).rejects.toMatchObject({
      code: 'recovery_failed',
    })
    expect(await page.recoverWithPassword({ password })).toStrictEqual({ address })
    expect(wallet.factors.map(({ kind, meta }) => [kind, meta.oprf !== undefined])).toStrictEqual([['password', true]])
    const second = await startBrowser(world)
    expect(await second.page.recoverWithPassword({ password })).toStrictEqual({ address })
  })
})
