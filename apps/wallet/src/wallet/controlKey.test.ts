import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'

const { setup } = createFrameTests({ afterEach })
type World = ReturnType<typeof setup>
type Host = ReturnType<World['open']>
const addressOf = async (host: Host) => ((await host.ask('getUser')) as { address: string }).address
const path = '/v1/wallet/control'

/** A wallet on one device from before there were control keys. */
async function startOld() {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const world = setup({ credentials })
  const first = world.open()
  await first.signIn()
  const address = await addressOf(first)
  const protectedNow = first.ask('ensureProtected')
  await first.card('protect')
  first.frame.actions.protectWithPasskey()
  await protectedNow
  first.stop()
  const [wallet] = world.server.state.wallets
  if (!wallet) throw new Error('A wallet was made')
  const key = wallet.controlKey
  wallet.controlKey = null
  const { store } = world.device
  for (const { controlKey: _, ...record } of await store.all('wallets'))
    await store.put('wallets', record.walletId, record)
  const namings = () => world.server.calls.filter((call) => call === path).length
  const known = async () => (await store.all('wallets'))[0]?.controlKey
  return { ...world, world, credentials, wallet, address, key, namings, known }
}

describe('behavior: finding F1: threat 146: a wallet from before there were control keys', () => {
  test('registers its key at the next unlock, and never again', async () => {
    const { open, wallet, key, namings, known, address } = await startOld()
    const second = open()
    await second.until(() => wallet.controlKey !== null)
    expect(await addressOf(second)).toBe(address)
    expect(wallet.controlKey).toBe(key)
    await expect.poll(known).toBe(key)
    second.stop()
    const third = open()
    expect(await third.ask('connectOtp')).toMatchObject({ address })
    expect(namings()).toBe(1)
  })

  test('in two tabs at once', async () => {
    const { open, wallet, key, address, known } = await startOld()
    const tabs = [open(), open()]
    for (const tab of tabs) await tab.until(() => wallet.controlKey !== null)
    expect(await Promise.all(tabs.map(addressOf))).toStrictEqual([address, address])
    expect(wallet.controlKey).toBe(key)
    await expect.poll(known).toBe(key)
  })

  test.each(['before', 'after'] as const)('cut off %s the server worked: the next unlock continues', async (fault) => {
    const { open, server, wallet, key, namings, known, address } = await startOld()
    server.fail(path, fault)
    const second = open()
    await second.until(() => namings() === 1 && (fault === 'before' || wallet.controlKey !== null))
    expect(await addressOf(second)).toBe(address)
    expect(wallet.controlKey).toBe(fault === 'before' ? null : key)
    second.stop()
    const third = open()
    await expect.poll(known).toBe(key)
    expect(await addressOf(third)).toBe(address)
    expect(wallet.controlKey).toBe(key)
  })

  test('cut off: a change registers it first', async () => {
    const { open, server, wallet, key, namings, address } = await startOld()
    server.fail(path, 'before')
    const second = open()
    await second.until(() => namings() === 1)
    expect(await addressOf(second)).toBe(address)
    expect(wallet.controlKey).toBeNull()
    wallet.factors = []
    second.stop()
    const third = open()
    await third.until(() => wallet.controlKey === key)
  })

  test('registers it with the shares of a new device that recovers it', async () => {
    const { open, clock, wallet, key, address, credentials, namings } = await startOld()
    clock.advance(30_000)
    const device = createTestDevice()
    const second = open({ device, credentials })
    expect(await second.signIn()).toMatchObject({ status: 'recover' })
    const recovered = second.ask('connectOtp')
    await second.card('recover')
    second.frame.actions.recoverWithPasskey()
    expect(await recovered).toMatchObject({ address })
    expect([wallet.controlKey, namings()]).toStrictEqual([key, 0])
    expect((await device.store.all('wallets'))[0]?.controlKey).toBe(key)
  })
})

test('error: finding F1: threat 146: another key at the server raises an alert, and nothing is changed', async () => {
  const { open, wallet, address } = await startOld()
  wallet.controlKey = 'A'.repeat(43)
  const second = open()
  await second.until(() => second.events.some(({ name }) => name === 'alert'))
  expect(second.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'signature_invalid' }))
  expect(await addressOf(second)).toBe(address)
})

test('behavior: finding F1: threat 142: garbage in front of the good split does not prevent recovery', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server, clock } = setup({ credentials })
  const first = open()
  await first.signIn()
  const address = await addressOf(first)
  const protectedNow = first.ask('ensureProtected')
  await first.card('protect')
  first.frame.actions.protectWithPasskey()
  await protectedNow
  const [wallet] = server.state.wallets
  const [good] = [...(wallet?.shares.values() ?? [])]
  const [sealed] = good?.sealed ?? []
  if (!wallet || !good || !sealed) throw new Error('The wallet has a share')
  const random = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('base64url')
  // As left by an attacker with an old signature: newest, well-formed, and useless.
  for (const [share, ct] of [
    [random(33), random(49)],
    [random(33), sealed.ct],
    ['', ''],
    [good.share, random(49)],
  ] as const)
    wallet.shares.set(crypto.randomUUID(), { epoch: 1, share, sealed: [{ ...sealed, ct }] })
  clock.advance(30_000)
  const second = open({ device: createTestDevice() })
  expect(await second.signIn()).toMatchObject({ status: 'recover' })
  const recovered = second.ask('connectOtp')
  await second.card('recover')
  second.frame.actions.recoverWithPasskey()
  expect(await recovered).toMatchObject({ address })
})

test('behavior: finding F1: threat 144: a wallet that another device changes during a recovery is read again', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const { open, server, clock } = setup({ credentials })
  const first = open()
  await first.signIn()
  const address = await addressOf(first)
  const protectedNow = first.ask('ensureProtected')
  await first.card('protect')
  first.frame.actions.protectWithPasskey()
  await protectedNow
  clock.advance(30_000)
  const second = open({ device: createTestDevice() })
  expect(await second.signIn()).toMatchObject({ status: 'recover' })
  server.fail('/v1/wallet/device', 'vault_outdated')
  const recovered = second.ask('connectOtp')
  await second.card('recover')
  second.frame.actions.recoverWithPasskey()
  expect(await recovered).toMatchObject({ address })
  expect(server.state.wallets[0]?.shares.size).toBe(2)
})
