import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { users } from '../auth/schema.ts'
import { emailOutbox } from '../mail/schema.ts'
import { createDeviceKey, createTestOrigin, type TestDevice, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestReturn,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { deviceShares, recoveryFactors, recoveryShares } from './schema.ts'

const tenMinutes = 600_000
let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

/** A user with a wallet. `again` logs in the same device again, `other` another device. */
async function startWallet(factorCount = 1) {
  const [email, key] = [`${randomUUID()}@example.com`, await createDeviceKey()]
  const device = await origin.signIn({ email, key })
  const factors = Array.from({ length: factorCount }, () => createTestFactor())
  const wallet = await createTestWallet(device, { factors })
  expect((await device.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  const path = { addFactor: 'factors', removeFactor: 'factors/remove', rotate: 'rotate', updateVault: 'vault' } as const
  const send = async (
    action: keyof typeof path,
    body: object,
    { by = device, headers }: { by?: TestDevice; headers?: Record<string, string> } = {},
  ) => by.call('POST', `/v1/wallet/${path[action]}`, await signTestChange(by, wallet, action, body), headers)
  const again = () => origin.signIn({ email, key })
  const other = async () => {
    const second = await origin.signIn({ email })
    const enrolment = await createTestEnrolment(second, wallet, createTestShares(1, factors))
    expect((await second.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)
    return second
  }
  return { device, factors, wallet, send, again, other }
}
const read = async (device: TestDevice) => (await device.call('GET', '/v1/wallet')).json as Record<string, unknown>
const lastEvent = async (userId: string) => {
  const rows = await readAudit(origin.context, { userId })
  const { event, data } = rows.at(-1) ?? {}
  return { event, data }
}
const mailsAfter = async (work: () => Promise<unknown>) => {
  const before = new Set((await origin.context.database.select().from(emailOutbox)).map(({ id }) => id))
  await work()
  const rows = await origin.context.database.select().from(emailOutbox)
  return rows.filter(({ id }) => !before.has(id)).map(({ template, language }) => ({ template, language }))
}
const freeze = (userId: string, until: number) =>
  origin.context.database
    .update(users)
    .set({ frozenUntil: new Date(until) })
    .where(eq(users.id, userId))

describe('a factor is added', () => {
  const bodyOf = (factor = createTestFactor(), known: readonly { id: string }[] = [], vaultVersion = 1, epoch = 2) => ({
    factor,
    vault: createTestVaultBytes(),
    vaultVersion,
    device: createTestShares(epoch, [...known, factor]),
  })

  test('finding F8: threat 157: the first one needs a fresh step-up as well, once the login is older than five minutes', async () => {
    const { again, send } = await startWallet(0)
    now += 5 * 60_000 + 1000
    const refused = await send('addFactor', bodyOf())
    expect(refused).toMatchObject({ status: 403, json: { code: 'step_up_required' } })
    const fresh = await again()
    expect((await send('addFactor', bodyOf(), { by: fresh })).status).toBe(200)
  })

  test('behavior: the first one of a new user needs no step-up, and comes with vault, shares, notice and log entry', async () => {
    const { device, send } = await startWallet(0)
    now += 4 * 60_000
    const body = bodyOf()
    const mails = await mailsAfter(async () => {
      const added = await send('addFactor', body, { headers: { 'accept-language': 'de-CH,de;q=0.9' } })
      expect(added).toMatchObject({ status: 200, json: { vaultVersion: 2 } })
    })
    expect(mails).toEqual([{ template: 'recoveryAdded', language: 'de-CH' }])
    expect(await lastEvent(device.userId)).toEqual({ event: 'recovery.added', data: { kind: 'backupCode' } })
    expect(await read(device)).toMatchObject({
      vault: body.vault,
      vaultVersion: 2,
      factors: [body.factor],
      share: { epoch: 2, share: body.device.share },
      sealed: body.device.sealed,
    })
  })

  test('behavior: a further one needs a fresh step-up', async () => {
    const { factors, again, send } = await startWallet(1)
    now += 5 * 60_000 + 1000
    const refused = await send('addFactor', bodyOf(undefined, factors))
    expect(refused).toMatchObject({ status: 403, json: { code: 'step_up_required' } })
    const fresh = await again()
    expect((await send('addFactor', bodyOf(undefined, factors), { by: fresh })).status).toBe(200)
  })

  test('behavior: all or nothing: an old version, an old epoch or missing shares change nothing', async () => {
    const { device, factors, send } = await startWallet(1)
    const before = await read(device)
    for (const [body, code] of [
      [bodyOf(undefined, factors, 2), 'vault_outdated'],
      [bodyOf(undefined, factors, 0), 'vault_outdated'],
      [bodyOf(undefined, factors, 1, 1), 'epoch_outdated'],
      [bodyOf(undefined, factors, 1, 1002), 'epoch_outdated'],
      [{ ...bodyOf(undefined, factors), device: createTestShares(2, factors) }, 'invalid_body'],
      [bodyOf(factors[0], []), 'invalid_body'],
      [bodyOf(undefined, []), 'factor_uncovered'],
    ] as const) {
      expect((await send('addFactor', body)).json.code).toBe(code)
    }
    expect(await read(device)).toEqual(before)
  })

  test('behavior: of two at once, one has to read the wallet again', async () => {
    const { device, factors, send } = await startWallet(1)
    const replies = await Promise.all(Array.from({ length: 4 }, () => send('addFactor', bodyOf(undefined, factors))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(((await read(device)) as { factors: unknown[] }).factors).toHaveLength(2)
  })
})

describe('a factor is removed', () => {
  const bodyOf = (factorId: string | undefined, vaultVersion = 1) => ({
    factorId,
    vault: createTestVaultBytes(),
    vaultVersion,
  })

  test('behavior: together with everything sealed to it', async () => {
    const { device, factors, other, send } = await startWallet(2)
    await other()
    const factorId = factors[0]?.id ?? ''
    const mails = await mailsAfter(async () => {
      const removed = await send('removeFactor', bodyOf(factorId))
      expect(removed).toMatchObject({ status: 200, json: { vaultVersion: 2 } })
    })
    expect(mails).toEqual([{ template: 'recoveryRemoved', language: 'en' }])
    expect(await lastEvent(device.userId)).toMatchObject({ event: 'recovery.removed' })
    expect(await origin.context.database.$count(recoveryShares, eq(recoveryShares.factorId, factorId))).toBe(0)
    expect(await read(device)).toMatchObject({ factors: [factors[1]] })
    expect((await device.call('POST', '/v1/wallet/recover', { factorId })).json.code).toBe('factor_unknown')
  })

  test('error: without a fresh step-up, by another user, frozen, or with an old version', async () => {
    const { device, factors, again, send } = await startWallet(1)
    const factorId = factors[0]?.id
    const stranger = await startWallet(1)
    expect((await stranger.send('removeFactor', bodyOf(factorId))).json.code).toBe('factor_unknown')
    expect((await send('removeFactor', bodyOf(factorId, 2))).json.code).toBe('vault_outdated')
    await freeze(device.userId, now + 60_000)
    expect(await send('removeFactor', bodyOf(factorId))).toMatchObject({
      status: 403,
      json: { code: 'frozen' },
    })
    expect(await read(device)).toMatchObject({ frozenUntil: new Date(now + 60_000).toISOString() })
    now += tenMinutes / 2 + 1000
    expect((await send('removeFactor', bodyOf(factorId))).json.code).toBe('step_up_required')
    // The freeze is over.
    const fresh = await again()
    expect((await send('removeFactor', bodyOf(factorId), { by: fresh })).status).toBe(200)
  })
})

describe('the data key is changed', () => {
  const bodyOf = (
    wallet: { walletId: string },
    factors: ReturnType<typeof createTestFactor>[],
    epoch = 2,
    vaultVersion = 1,
  ) => ({
    vault: createTestVaultBytes(),
    vaultVersion,
    factors,
    device: createTestShares(epoch, factors),
    return: createTestReturn(wallet, 1, now),
  })

  test('behavior: all other devices lose their shares and their logins', async () => {
    const { device, factors, other, send, wallet } = await startWallet(2)
    const second = await other()
    const renewed = factors.map((factor) => createTestFactor({ ...factor, mac: createTestFactor().mac }))
    const body = bodyOf(wallet, renewed)
    const mails = await mailsAfter(async () => {
      expect(await send('rotate', body)).toMatchObject({
        status: 200,
        json: { vaultVersion: 2 },
      })
    })
    expect(mails).toEqual([{ template: 'walletRotated', language: 'en' }])
    expect(await second.call('GET', '/v1/wallet')).toMatchObject({ status: 401, json: { code: 'session_ended' } })
    const { database } = origin.context
    expect(await database.$count(deviceShares, eq(deviceShares.deviceId, second.deviceId))).toBe(0)
    expect(await database.$count(recoveryShares, eq(recoveryShares.deviceId, second.deviceId))).toBe(0)
    expect(await read(device)).toMatchObject({
      vault: body.vault,
      vaultVersion: 2,
      factors: expect.arrayContaining(renewed),
      share: { epoch: 2, share: body.device.share },
    })
    expect(await lastEvent(device.userId)).toMatchObject({ event: 'share.released' })
  })

  test('behavior: a factor that was not authenticated again is removed', async () => {
    const { device, factors, send, wallet } = await startWallet(2)
    expect((await send('rotate', bodyOf(wallet, factors.slice(1)))).status).toBe(200)
    expect(await read(device)).toMatchObject({ factors: factors.slice(1) })
    expect(await origin.context.database.$count(recoveryFactors, eq(recoveryFactors.id, factors[0]?.id ?? ''))).toBe(0)
  })

  test('error: new factors, missing shares, old versions, frozen, no fresh step-up: nothing changes', async () => {
    const { device, factors, other, send, wallet } = await startWallet(1)
    const second = await other()
    for (const [body, code] of [
      [bodyOf(wallet, [...factors, createTestFactor()]), 'invalid_body'],
      [{ ...bodyOf(wallet, factors), device: createTestShares(2) }, 'invalid_body'],
      [{ ...bodyOf(wallet, factors), return: createTestReturn(wallet, 2, now) }, 'invalid_body'],
      [{ ...bodyOf(wallet, factors), return: createTestReturn(wallet, 1, now - 3 * 86_400_000) }, 'invalid_body'],
      [{ ...bodyOf(wallet, factors), return: createTestReturn(wallet, 1, now + 30 * 86_400_000) }, 'invalid_body'],
      [
        { ...bodyOf(wallet, factors), return: createTestReturn({ walletId: device.userId }, 1, now) },
        'signature_invalid',
      ],
      [bodyOf(wallet, factors, 1), 'epoch_outdated'],
      [bodyOf(wallet, factors, 2, 2), 'vault_outdated'],
    ] as const) {
      expect((await send('rotate', body)).json.code).toBe(code)
    }
    await freeze(device.userId, now + 60_000)
    expect((await send('rotate', bodyOf(wallet, factors))).json.code).toBe('frozen')
    now += 5 * 60_000 + 1000
    expect((await send('rotate', bodyOf(wallet, factors))).json.code).toBe('step_up_required')
    expect(await read(second)).toMatchObject({ vaultVersion: 1, share: { epoch: 1 } })
  })
})

describe('export and import', () => {
  test('behavior: threat 64: export-stepup: an export needs a fresh step-up, is logged and reported by email', async () => {
    const { device, again } = await startWallet(1)
    now += 5 * 60_000 + 1000
    expect(await device.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).toMatchObject({
      status: 403,
      json: { code: 'step_up_required' },
    })
    expect(await read(device)).toMatchObject({ exportedAt: null })

    const fresh = await again()
    const mails = await mailsAfter(async () => {
      expect((await fresh.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).status).toBe(200)
    })
    expect(mails).toEqual([{ template: 'walletExported', language: 'en' }])
    expect(await lastEvent(device.userId)).toEqual({ event: 'wallet.exported', data: { kind: 'mnemonic' } })
    expect(await read(fresh)).toMatchObject({ exportedAt: new Date(now).toISOString() })

    await freeze(device.userId, now + 60_000)
    expect((await fresh.call('POST', '/v1/wallet/export', { kind: 'privateKey' })).json.code).toBe('frozen')
  })

  test('error: without a wallet', async () => {
    const device = await origin.signIn()
    expect((await device.call('POST', '/v1/wallet/export', { kind: 'keystore' })).json.code).toBe('wallet_unknown')
  })

  test('behavior: imported keys replace the vault, by its version', async () => {
    const { device, wallet, send } = await startWallet(0)
    const [account] = wallet.accounts
    const body = {
      vault: createTestVaultBytes(),
      vaultVersion: 1,
      accounts: [account, { ...account, address: `0x${'22'.repeat(20)}`, path: 'imported' }],
    }
    expect(await send('updateVault', body)).toMatchObject({
      status: 200,
      json: { vaultVersion: 2 },
    })
    expect(await read(device)).toMatchObject({ vault: body.vault, accounts: body.accounts, address: wallet.address })
    expect((await send('updateVault', body)).json.code).toBe('vault_outdated')
    now += 5 * 60_000 + 1000
    expect((await send('updateVault', { ...body, vaultVersion: 2 })).json.code).toBe('step_up_required')
  })
})
