import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@latchkey/protocol/api'
import * as api from '@latchkey/protocol/wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestEnrolment,
  createTestFactor,
  createTestReturn,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../../../server/src/testing/createTestVault.ts'
import type { ContractDevice, ContractWorld } from './ContractWorld.ts'
import { createRealWorld } from './realWorld.ts'
import { createStandInWorld } from './standInWorld.ts'

const minute = 60_000
const refused = (status: number, code: string) => ({ status, json: { code } })

/** Compares the behavior that the wallet relies on between the real server and its replacement, which must not differ. */
describe.each([
  ['the real server', createRealWorld],
  ['the server that stands in for it', createStandInWorld],
])('the API of the wallet: %s', (_name, create) => {
  let world: ContractWorld
  beforeAll(async () => {
    world = await create()
  })
  afterAll(() => world.stop())

  /** A user with a wallet and so many backup codes. */
  const setUp = async ({ factors: count = 0 }: { factors?: number } = {}) => {
    const email = `${randomUUID()}@mail.example`
    const key = await world.createKey()
    const owner = await world.logIn({ email, key })
    const factors = Array.from({ length: count }, () => createTestFactor())
    const wallet = await createTestWallet(owner, { factors })
    expect(await owner.call('POST', '/v1/wallet', wallet)).toMatchObject({ status: 200, json: { vaultVersion: 1 } })
    return { email, key, owner, factors, wallet }
  }
  type Owned = Awaited<ReturnType<typeof setUp>>
  const adding = ({ factors, wallet, owner }: Owned, { epoch = 2, vaultVersion = 1, by = owner } = {}) => {
    const factor = createTestFactor()
    const device = createTestShares(epoch, [...factors, factor])
    return signTestChange(by, wallet, 'addFactor', { factor, vault: createTestVaultBytes(), vaultVersion, device })
  }
  const add = async (owned: Owned, options: { epoch?: number; vaultVersion?: number; by?: ContractDevice } = {}) =>
    (options.by ?? owned.owner).call('POST', '/v1/wallet/factors', await adding(owned, options))
  const read = async (device: ContractDevice) => {
    await device.renew()
    return (await device.call('GET', '/v1/wallet')).json
  }
  const enrolled = async ({ email, wallet, factors }: Owned) => {
    const device = await world.logIn({ email })
    const body = await createTestEnrolment(device, wallet, createTestShares(1, factors))
    expect((await device.call('POST', '/v1/wallet/device', body)).status).toBe(200)
    return device
  }

  test('a user has one wallet, proven by its keys, and nothing is known before', async () => {
    const owner = await world.logIn({ email: `${randomUUID()}@mail.example` })
    expect(await owner.call('GET', '/v1/wallet')).toMatchObject({ status: 200, json: { exists: false } })
    const body = await createTestWallet(owner)
    const factor = createTestFactor()
    const device = createTestShares(1, [factor])
    const change = await signTestChange(owner, body, 'addFactor', {
      factor,
      vault: body.vault,
      vaultVersion: 1,
      device,
    })
    expect(await owner.call('POST', '/v1/wallet/factors', change)).toMatchObject(refused(404, 'wallet_unknown'))
    const foreign = await createTestWallet(await world.logIn({ email: `${randomUUID()}@mail.example` }))
    expect(await owner.call('POST', '/v1/wallet', foreign)).toMatchObject(refused(401, 'signature_invalid'))
    expect((await owner.call('POST', '/v1/wallet', body)).status).toBe(200)
    const second = await createTestWallet(owner)
    expect(await owner.call('POST', '/v1/wallet', second)).toMatchObject(refused(409, 'wallet_exists'))
    expect((await owner.call('GET', '/v1/wallet')).json).toMatchObject({
      ...{
        exists: true,
        walletId: body.walletId,
        address: body.address,
        vaultVersion: 1,
        locked: false,
        exportedAt: null,
      },
      ...{ share: { epoch: 1, share: body.device.share }, sealed: [], factors: [] },
    })
  })

  test('finding F8: the first factor requires a step-up if the login is older than five minutes, and not before', async () => {
    const owned = await setUp()
    world.pass(5 * minute + 1000)
    expect(await add(owned)).toMatchObject(refused(403, 'step_up_required'))
    await owned.owner.stepUp()
    expect(await add(owned)).toMatchObject({ status: 200, json: { vaultVersion: 2 } })
    const early = await setUp()
    world.pass(4 * minute)
    expect((await add(early)).status).toBe(200)
    const again = await setUp()
    world.pass(6 * minute)
    const fresh = await world.logIn(again)
    expect((await add(again, { by: fresh })).status).toBe(200)
  })

  test('a change needs its version and a new epoch, covers the required factors, and is all or nothing', async () => {
    const owned = await setUp({ factors: 1 })
    const { owner, wallet } = owned
    const before = await read(owner)
    for (const [options, code] of [
      [{ vaultVersion: 0 }, 'vault_outdated'],
      [{ vaultVersion: 2 }, 'vault_outdated'],
      [{ epoch: 1 }, 'epoch_outdated'],
      [{ epoch: 1002 }, 'epoch_outdated'],
    ] as const)
      expect(await add(owned, options)).toMatchObject(refused(409, code))
    const factor = createTestFactor()
    const fields = { factor, vault: createTestVaultBytes(), vaultVersion: 1 }
    const send = async (device: object) =>
      owner.call('POST', '/v1/wallet/factors', await signTestChange(owner, wallet, 'addFactor', { ...fields, device }))
    expect(await send(createTestShares(2, owned.factors))).toMatchObject(refused(422, 'invalid_body'))
    expect(await send(createTestShares(2, [factor]))).toMatchObject(refused(409, 'factor_uncovered'))
    const stranger = createTestFactor()
    expect(await send(createTestShares(2, [...owned.factors, factor, stranger]))).toMatchObject(
      refused(422, 'invalid_body'),
    )
    const body = await adding(owned)
    expect(await owner.call('POST', '/v1/wallet/factors', { ...body, vaultVersion: 0 })).toMatchObject(
      refused(401, 'signature_invalid'),
    )
    expect(await owner.call('POST', '/v1/wallet/factors', {})).toMatchObject(refused(422, 'invalid_body'))
    expect(await read(owner)).toEqual({ ...before, locksIn: expect.any(Number) })
  })

  test('finding F3: an idle login gets no share and changes nothing, until a step-up; loading does not count as use', async () => {
    const { owner, wallet } = await setUp()
    world.pass(12 * minute)
    await owner.renew()
    expect((await owner.call('POST', '/v1/auth/session/use')).status).toBe(200)
    world.pass(10 * minute)
    expect(await read(owner)).toMatchObject({ locked: false, locksIn: 300, share: { epoch: 1 } })
    world.pass(6 * minute + 1000)
    expect(await read(owner)).toMatchObject({ locked: true, locksIn: 0, share: null, address: wallet.address })
    expect(await owner.call('POST', '/v1/auth/session/use')).toMatchObject(refused(403, 'step_up_required'))
    await owner.stepUp()
    expect(await read(owner)).toMatchObject({ locked: false, locksIn: 900, share: { epoch: 1 } })
  })

  test('finding F3: a lock by call ends the rights of a fresh login, only for this login', async () => {
    const owned = await setUp()
    const { owner } = owned
    const other = await enrolled(owned)
    expect((await owner.call('POST', '/v1/auth/session/lock')).status).toBe(200)
    expect(await read(owner)).toMatchObject({ locked: true, share: null })
    expect(await read(other)).toMatchObject({ locked: false, share: { epoch: 1 } })
    expect(await add(owned)).toMatchObject(refused(403, 'step_up_required'))
    await owner.stepUp()
    expect((await add(owned)).status).toBe(200)
    const late = await world.logIn(owned)
    expect(await read(late)).toMatchObject({ locked: false, share: { epoch: 2 } })
  })

  test('finding F3: a locked login reaches only the endpoints that allow it', async () => {
    const { owner } = await setUp()
    await owner.call('POST', '/v1/auth/session/lock')
    const endpoints = Object.values<unknown>(api).filter(
      (one): one is Endpoint => typeof one === 'object' && one !== null && 'path' in one && 'response' in one,
    )
    const gated = endpoints.filter(({ auth, whenLocked }) => auth === 'session' && whenLocked !== 'served')
    expect(gated.length).toBeGreaterThan(25)
    for (const { method, path } of gated)
      expect(await owner.call(method, path, {}), path).toMatchObject(refused(403, 'step_up_required'))
    for (const path of ['/v1/wallet', '/v1/devices']) expect((await owner.call('GET', path)).status, path).toBe(200)
  })

  test('a login alone changes nothing', async () => {
    const owned = await setUp({ factors: 1 })
    const thief = await world.logIn({ email: owned.email })
    const { wallet, factors } = owned
    const removal = { factorId: factors[0]?.id, vault: createTestVaultBytes(), vaultVersion: 1 }
    for (const [path, body] of [
      ['/v1/wallet/factors', await adding(owned, { epoch: 1, by: thief })],
      ['/v1/wallet/factors/remove', await signTestChange(thief, wallet, 'removeFactor', removal)],
      ['/v1/wallet/export', { kind: 'mnemonic' }],
      ['/v1/wallet/export/offline', { reportId: randomUUID(), kind: 'keystore', at: new Date().toISOString() }],
      ['/v1/passkeys/register/start', {}],
      ['/v1/handovers', {}],
      ['/v1/devices/revoke', { deviceId: owned.owner.deviceId }],
    ] as const)
      expect(await thief.call('POST', path, body), path).toMatchObject(refused(403, 'device_not_enrolled'))
    expect(await read(thief)).toMatchObject({ share: null, sealed: [] })
  })

  test('factors come and go, and recovery offers the shares sealed to them, newest first', async () => {
    const owned = await setUp({ factors: 1 })
    const { owner, factors, wallet } = owned
    const [factor] = factors
    world.pass(1000)
    const second = await enrolled(owned)
    const recovering = await world.logIn({ email: owned.email })
    const { json } = await recovering.call('POST', '/v1/wallet/recover', { factorId: factor?.id })
    expect((json.sets as { deviceId: string }[]).map(({ deviceId }) => deviceId)).toEqual([
      second.deviceId,
      owner.deviceId,
    ])
    const unknown = await recovering.call('POST', '/v1/wallet/recover', { factorId: randomUUID() })
    expect(unknown).toMatchObject(refused(404, 'factor_unknown'))
    const remove = async (factorId: string | undefined) => {
      const fields = { factorId, vault: createTestVaultBytes(), vaultVersion: 1 }
      return owner.call(
        'POST',
        '/v1/wallet/factors/remove',
        await signTestChange(owner, wallet, 'removeFactor', fields),
      )
    }
    expect(await remove(randomUUID())).toMatchObject(refused(404, 'factor_unknown'))
    expect(await remove(factor?.id)).toMatchObject({ status: 200, json: { vaultVersion: 2 } })
    expect(await read(owner)).toMatchObject({ factors: [], sealed: [] })
  })

  test('a rotation removes the other devices', async () => {
    const owned = await setUp()
    const { owner, wallet } = owned
    const other = await enrolled(owned)
    const fields = { vault: createTestVaultBytes(), vaultVersion: 1, factors: [], device: createTestShares(2) }
    const body = { ...fields, return: createTestReturn(wallet, 1, Date.UTC(2030, 0, 2)) }
    const rotated = await owner.call('POST', '/v1/wallet/rotate', await signTestChange(owner, wallet, 'rotate', body))
    expect(rotated).toMatchObject({ status: 200, json: { vaultVersion: 2 } })
    expect(await other.call('GET', '/v1/wallet')).toMatchObject(refused(401, 'session_ended'))
    expect(await read(owner)).toMatchObject({ vaultVersion: 2, share: { epoch: 2 } })
  })

  test('an export is recorded, and requires a fresh proof; one without the server is recorded once for each report', async () => {
    const { owner } = await setUp()
    expect((await owner.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).status).toBe(200)
    expect(await read(owner)).toMatchObject({ exportedAt: expect.any(String) })
    world.pass(6 * minute)
    const stale = await owner.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })
    expect(stale).toMatchObject(refused(403, 'step_up_required'))
    const report = { reportId: randomUUID(), kind: 'keystore', at: new Date(0).toISOString() }
    await owner.call('POST', '/v1/auth/session/lock')
    for (let round = 0; round < 3; round++)
      expect((await owner.call('POST', '/v1/wallet/export/offline', report)).status).toBe(200)
    await owner.stepUp()
    const { json } = await owner.call('GET', '/v1/audit')
    const events = (json.entries as { event: string }[]).map(({ event }) => event)
    expect(events.filter((event) => event.startsWith('wallet.exported'))).toEqual([
      'wallet.exported.offline',
      'wallet.exported',
    ])
  })

  test('devices: the last one of a wallet without a factor stays, and others require a fresh proof', async () => {
    const owned = await setUp()
    const { owner } = owned
    const revoke = (deviceId: string) => owner.call('POST', '/v1/devices/revoke', { deviceId })
    expect(await revoke(randomUUID())).toMatchObject(refused(404, 'device_unknown'))
    expect(await revoke(owner.deviceId)).toMatchObject(refused(409, 'factor_uncovered'))
    const other = await enrolled(owned)
    world.pass(6 * minute)
    expect(await revoke(other.deviceId)).toMatchObject(refused(403, 'step_up_required'))
    await owner.stepUp()
    expect((await revoke(other.deviceId)).status).toBe(200)
    expect(await other.call('GET', '/v1/wallet')).toMatchObject(refused(401, 'session_ended'))
  })

  test('limits: 60 shares and ten recoveries an hour for a device, ten exports for an account', async () => {
    const owned = await setUp({ factors: 1 })
    const { owner, factors } = owned
    const most = async (times: number, call: () => Promise<{ status: number }>) => {
      for (let count = 0; count < times; count++) expect((await call()).status).toBe(200)
      expect(await call()).toMatchObject(refused(429, 'rate_limited'))
    }
    await most(60, () => owner.call('GET', '/v1/wallet'))
    await most(10, () => owner.call('POST', '/v1/wallet/export', { kind: 'keystore' }))
    const device = await world.logIn({ email: owned.email })
    await most(10, () => device.call('POST', '/v1/wallet/recover', { factorId: factors[0]?.id }))
  })

  test('passkeys: an account without one gets an error', async () => {
    const { owner } = await setUp()
    expect(await owner.call('POST', '/v1/passkeys/step-up/start')).toMatchObject(refused(404, 'passkey_unknown'))
    expect(await owner.call('POST', '/v1/auth/step-up/start')).toMatchObject({
      status: 200,
      json: { method: 'code', provider: null },
    })
  })
})
