import { afterEach, describe, expect, test } from 'vitest'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { createWindowTests } from '../testing/createWindowTests.ts'
import { restoreTestArchive } from '../testing/testArchives.ts'

const { setup, openPage, addressOf } = createWindowTests({ afterEach })
type World = ReturnType<typeof setup>
type Host = ReturnType<World['open']>

const sign = async (host: Host) => {
  const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x00', await addressOf(host)] })
  await host.card('approve', ({ state }) => state === 'ready')
  host.frame.actions.approve()
  return signature
}
const pageOf = (host: Host, page: 'security' | 'recover' = 'security') => openPage(host, page)
/** A visitor logs in again after every login has ended. */
const comeBack = async ({ open, clock }: World, device: ReturnType<typeof createTestDevice>) => {
  clock.advance(30_000)
  const host = open({ device })
  const came = await host.signIn()
  return { host, came }
}

/** Two browsers of one visitor; the wallet has a backup code. */
async function startTwo() {
  const world = setup()
  const first = world.open()
  await first.signIn()
  const security = await pageOf(first)
  const { code } = await security.createBackupCode()
  await security.confirmBackupCode({ code })
  const device = createTestDevice()
  const { host } = await comeBack(world, device)
  host.begin('connectOtp')
  await host.card('recover')
  await (await pageOf(host, 'recover')).recoverWithBackupCode({ code })
  const [wallet] = world.server.state.wallets
  if (!wallet) throw new Error('A wallet was made')
  const address = await addressOf(first)
  const factorIds = wallet.factors.map(({ id }) => id)
  return { ...world, world, first, second: host, other: device, security, wallet, code, address, factorIds }
}
/** As the server does by the link in the notice. */
const undoByMail = ({ server, clock }: World, archive = server.state.wallets[0]?.archives[0]) => {
  const [wallet] = server.state.wallets
  if (!wallet || !archive?.return) throw new Error('The data key was changed before')
  restoreTestArchive({ wallet, archive, returned: archive.return, now: clock.now() })
  for (const session of server.state.sessions) session.ended = true
}

describe('finding F1: threat 148: a reverted change of the data key', () => {
  test('by mail: unlocks the wallet on every earlier device, also on the one that made the change', async () => {
    const { world, first, second, other, security, wallet, address, factorIds } = await startTwo()
    second.stop()
    const before = structuredClone({ vault: wallet.vault, version: wallet.vaultVersion })
    await security.rotate()
    expect(wallet.vault).not.toBe(before.vault)
    first.stop()
    undoByMail(world)
    const { host } = await comeBack(world, world.device)
    expect(await addressOf(host)).toBe(address)
    expect(await sign(host)).toMatch(/^0x[0-9a-f]{130}$/)
    const back = await comeBack(world, other)
    expect(await addressOf(back.host)).toBe(address)
    expect(wallet).toMatchObject({ vault: before.vault, vaultVersion: before.version + 2 })
    // Later changes continue the count, and every device follows.
    const page = await pageOf(back.host)
    await page.removeFactor({ factorId: factorIds[0] ?? '' })
    expect(wallet).toMatchObject({ vaultVersion: before.version + 3, returned: null })
    host.stop()
    const again = world.open()
    expect(await again.ask('connectOtp')).toMatchObject({ address })
    expect(await sign(again)).toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('by mail: repeated reloads continue from it', async () => {
    const { world, first, second, security, address } = await startTwo()
    second.stop()
    await security.rotate()
    first.stop()
    undoByMail(world)
    const { host } = await comeBack(world, world.device)
    expect(await addressOf(host)).toBe(address)
    host.stop()
    for (let index = 0; index < 2; index += 1) {
      const reloaded = world.open()
      expect(await reloaded.ask('connectOtp')).toMatchObject({ address })
      reloaded.stop()
    }
  })

  test('by mail: unlocks with a factor on a device that came after the change, and has seen the newer vault', async () => {
    const { world, second: known, other, security, code, address } = await startTwo()
    known.stop()
    await security.rotate()
    const { host } = await comeBack(world, other)
    host.begin('connectOtp')
    await host.card('recover')
    await (await pageOf(host, 'recover')).recoverWithBackupCode({ code })
    const page = await pageOf(host)
    const { code: another } = await page.createBackupCode()
    await page.confirmBackupCode({ code: another })
    host.stop()
    undoByMail(world)
    const back = await comeBack(world, other)
    expect(await addressOf(back.host)).toBe(address)
  })

  test('from the removed device, with the share that it kept', async () => {
    const { world, first, second, other, security, wallet, address } = await startTwo()
    const before = wallet.vault
    second.stop()
    await security.rotate()
    const { host, came } = await comeBack(world, other)
    expect(came).toMatchObject({ status: 'recover' })
    host.begin('connectOtp')
    await host.card('recover')
    host.frame.actions.cancel()
    const page = await pageOf(host)
    const { earlier } = await page.security()
    expect(earlier).toHaveLength(1)
    await page.undoRotation({ archiveId: earlier[0]?.archiveId ?? '' })
    expect(wallet.vault).toBe(before)
    first.stop()
    host.stop()
    expect(await addressOf((await comeBack(world, other)).host)).toBe(address)
    expect(await addressOf((await comeBack(world, world.device)).host)).toBe(address)
  })

  test('from the device that made it, and again: nothing is lost on the way', async () => {
    const { world, first, second, security, wallet, address } = await startTwo()
    second.stop()
    await security.rotate()
    const rotated = wallet.vault
    const { earlier } = await security.security()
    await security.undoRotation({ archiveId: earlier[0]?.archiveId ?? '' })
    first.stop()
    const { host } = await comeBack(world, world.device)
    expect(await addressOf(host)).toBe(address)
    const page = await pageOf(host)
    const again = (await page.security()).earlier
    await page.undoRotation({ archiveId: again[0]?.archiveId ?? '' })
    expect(wallet.vault).toBe(rotated)
    host.stop()
    expect(await addressOf((await comeBack(world, world.device)).host)).toBe(address)
  })
})

describe('error: finding F1: threat 149: a server rolls the vault back', () => {
  const rotateAndBack = async () => {
    const two = await startTwo()
    two.second.stop()
    await two.security.rotate()
    two.first.stop()
    return two
  }
  const expectRolledBack = async (world: World) => {
    const host = world.open()
    await host.until(() => host.events.some(({ name }) => name === 'alert'))
    expect(host.events).toContainEqual(expect.objectContaining({ name: 'alert', code: 'vault_rolled_back' }))
    host.stop()
  }

  test('without the signature of the control key, or with one for another vault', async () => {
    const { world, wallet } = await rotateAndBack()
    const [archive] = wallet.archives
    if (!archive?.return) throw new Error('The data key was changed')
    const { version, until, proof } = archive.return
    restoreTestArchive({ wallet, archive, returned: archive.return, now: world.clock.now() })
    for (const returned of [
      { version, until, proof: 'A'.repeat(86) },
      { version, until: until + 1, proof },
    ]) {
      wallet.returned = returned
      await expectRolledBack(world)
    }
  })

  test('with an old signature, after this device has seen the newer vault when it was too late for that', async () => {
    const { world, wallet, address } = await rotateAndBack()
    const [archive] = wallet.archives
    world.server.settings.autoLock = 'off'
    world.clock.advance(9 * 86_400_000)
    const host = world.open()
    expect(await host.ask('connectOtp')).toMatchObject({ address })
    host.stop()
    if (!archive?.return) throw new Error('The data key was changed')
    restoreTestArchive({ wallet, archive, returned: archive.return, now: world.clock.now() })
    await expectRolledBack(world)
  })
})
