import { randomUUID } from 'node:crypto'
import type { Factor } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testIdentity } from '../auth/testing/testIdentity.ts'
import { emailOutbox } from '../mail/schema.ts'
import { createTestOrigin, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestShares,
  createTestWallet,
} from '../testing/createTestVault.ts'
import { deviceShares, recoveryShares } from '../vaults/schema.ts'

let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

/** Two devices of one user with a wallet. The second is enrolled. */
async function startTwo(options: { factors?: Factor[]; sealed?: Factor[] } = {}) {
  const { factors = [createTestFactor()], sealed = factors } = options
  const email = `${randomUUID()}@example.com`
  const first = await origin.signIn({ email })
  const wallet = await createTestWallet(first, { factors })
  await first.call('POST', '/v1/wallet', wallet)
  now += 1000
  const second = await origin.signIn({ email, hostOrigin: 'http://localhost:5173' })
  const enrolment = await createTestEnrolment(second, wallet, createTestShares(1, sealed))
  expect((await second.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)
  return { first, second, factors, email, wallet }
}

test('default', async () => {
  const { first, second } = await startTwo()
  const { json } = await second.call('GET', '/v1/devices')
  expect(json).toEqual({
    devices: [
      {
        id: second.deviceId,
        name: 'Chrome on Linux',
        hostOrigin: 'http://localhost:5173',
        createdAt: new Date(now).toISOString(),
        lastSeenAt: new Date(now).toISOString(),
        current: true,
        enrolled: true,
      },
      expect.objectContaining({ id: first.deviceId, current: false, enrolled: true }),
    ],
  })
})

test('behavior: threat 58: a revoked device loses its login at once, its share and everything it sealed', async () => {
  const { first, second } = await startTwo()
  // The lost device watches its login, like an open frame.
  const watching = first.call('POST', '/v1/auth/session/watch')
  const before = await origin.context.database.$count(emailOutbox)
  const revoked = await second.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId })
  expect(revoked).toMatchObject({ status: 200, json: {} })
  expect(await watching).toMatchObject({ status: 401, json: { code: 'session_ended' } })
  expect(await first.call('GET', '/v1/wallet')).toMatchObject({ status: 401, json: { code: 'session_ended' } })
  const { database } = origin.context
  expect(await database.$count(deviceShares, eq(deviceShares.deviceId, first.deviceId))).toBe(0)
  expect(await database.$count(recoveryShares, eq(recoveryShares.deviceId, first.deviceId))).toBe(0)
  expect(await database.$count(emailOutbox)).toBe(before + 1)
  expect((await second.call('GET', '/v1/devices')).json.devices).toHaveLength(1)
  expect((await second.call('GET', '/v1/wallet')).json).toMatchObject({ share: { epoch: 1 } })
  const { entries } = (await second.call('GET', '/v1/audit')).json as unknown as {
    entries: { event: string; device: string }[]
  }
  expect(entries).toContainEqual(expect.objectContaining({ event: 'device.revoked', device: 'Chrome on Linux' }))

  // A repetition is refused.
  expect((await second.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId })).json.code).toBe(
    'device_unknown',
  )
})

test('behavior: an account without an address can revoke a device as well, and no email is sent', async () => {
  const identity = testIdentity({ kind: 'x' })
  const [lost, device] = [await origin.signIn({ identity }), await origin.signIn({ identity })]
  const before = await origin.context.database.$count(emailOutbox)
  const revoked = await device.call('POST', '/v1/devices/revoke', { deviceId: lost.deviceId })
  expect(revoked).toMatchObject({ status: 200, json: {} })
  expect(await origin.context.database.$count(emailOutbox)).toBe(before)
})

test('behavior: another device is revoked only after a fresh step-up, the caller’s own without', async () => {
  const { first, second } = await startTwo()
  now += 5 * 60_000 + 1000
  expect((await second.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId })).json.code).toBe(
    'step_up_required',
  )
  expect((await second.call('POST', '/v1/devices/revoke', { deviceId: second.deviceId })).status).toBe(200)
  expect((await second.call('GET', '/v1/devices')).status).toBe(401)
  expect((await first.call('GET', '/v1/wallet')).json).toMatchObject({ share: { epoch: 1 } })
})

test('behavior: factor_uncovered: no recovery factor can lose the last share that was sealed to it', async () => {
  const [one, two] = [createTestFactor(), createTestFactor()]
  const { first, second, wallet } = await startTwo({ factors: [one, two], sealed: [one] })
  const revoke = async () => (await second.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId })).json.code
  expect(await revoke()).toBe('factor_uncovered')
  expect((await first.call('GET', '/v1/wallet')).status).toBe(200)
  // The revoking device seals to it first.
  const enrolment = await createTestEnrolment(second, wallet, createTestShares(2, [one, two]))
  expect((await second.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)
  expect(await revoke()).toBeUndefined()
  const recovered = await second.call('POST', '/v1/wallet/recover', { factorId: two.id })
  expect(recovered.json).toMatchObject({ sets: [{ deviceId: second.deviceId, epoch: 2 }] })
})

test('behavior: factor_uncovered: the last device of a wallet without recovery factors stays', async () => {
  const device = await origin.signIn()
  await device.call('POST', '/v1/wallet', await createTestWallet(device))
  const refused = await device.call('POST', '/v1/devices/revoke', { deviceId: device.deviceId })
  expect(refused).toMatchObject({ status: 409, json: { code: 'factor_uncovered' } })
  expect(refused.json.reasons).toEqual([
    { field: 'request', description: expect.stringContaining('the only device that opens the wallet') },
  ])
})

test('behavior: devices that revoke each other at once do not deadlock', async () => {
  const { first, second } = await startTwo()
  const replies = await Promise.all([
    first.call('POST', '/v1/devices/revoke', { deviceId: second.deviceId }),
    second.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId }),
  ])
  // The second one is already revoked.
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('behavior: shares that arrive after the revocation are not stored', async () => {
  const { first, second, factors, wallet } = await startTwo()
  const enrolment = await createTestEnrolment(first, wallet, createTestShares(2, factors))
  const [revoked, enrolled] = await Promise.all([
    second.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId }),
    first.call('POST', '/v1/wallet/device', enrolment),
  ])
  expect(revoked.status).toBe(200)
  expect([200, 401]).toContain(enrolled.status)
  const { database } = origin.context
  expect(await database.$count(deviceShares, eq(deviceShares.deviceId, first.deviceId))).toBe(0)
})

test('error: a device of another user', async () => {
  const { first } = await startTwo()
  const stranger = await origin.signIn()
  const refused = await stranger.call('POST', '/v1/devices/revoke', { deviceId: first.deviceId })
  expect(refused).toMatchObject({ status: 404, json: { code: 'device_unknown' } })
  expect((await first.call('GET', '/v1/wallet')).status).toBe(200)
})

test('behavior: the log lists the user’s entries in pages, newest first', async () => {
  const { second } = await startTwo()
  const stranger = await origin.signIn()
  await stranger.call('POST', '/v1/wallet', await createTestWallet(stranger))
  const { entries, next } = (await second.call('GET', '/v1/audit')).json as unknown as {
    entries: { event: string; seq: number }[]
    next: null
  }
  expect(entries.map(({ event }) => event)).toEqual([
    'device.enrolled',
    'session.issued',
    'recovery.added',
    'wallet.created',
    'session.issued',
  ])
  expect(next).toBeNull()
  const rest = await second.call('GET', `/v1/audit?before=${entries[1]?.seq}`)
  expect((rest.json as unknown as { entries: unknown[] }).entries).toHaveLength(3)
  expect((await second.call('GET', '/v1/audit?before=x')).status).toBe(400)
})
