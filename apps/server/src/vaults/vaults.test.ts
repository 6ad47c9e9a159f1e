import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { emailOutbox } from '../mail/schema.ts'
import { createDeviceKey, createTestOrigin, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { deviceShares, recoveryShares, wallets } from './schema.ts'

let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

const eventsOf = async (userId: string) => (await readAudit(origin.context, { userId })).map(({ event }) => event)
const mailsAfter = async (work: () => Promise<unknown>) => {
  const before = new Set((await origin.context.database.select().from(emailOutbox)).map(({ id }) => id))
  await work()
  const rows = await origin.context.database.select().from(emailOutbox)
  return rows.filter(({ id }) => !before.has(id)).map(({ template }) => template)
}

/** A device with a wallet with the given number of recovery factors. */
async function startWallet(factorCount = 1) {
  const device = await origin.signIn()
  const factors = Array.from({ length: factorCount }, () => createTestFactor())
  const wallet = await createTestWallet(device, { factors })
  const created = await device.call('POST', '/v1/wallet', wallet)
  expect(created).toMatchObject({ status: 200, json: { vaultVersion: 1 } })
  return { device, factors, wallet }
}

test('default', async () => {
  const device = await origin.signIn()
  expect((await device.call('GET', '/v1/wallet')).json).toEqual({ exists: false })
  const factors = [
    createTestFactor(),
    createTestFactor({ kind: 'passkey', meta: { salt: 'AA', bind: 'AA', credentialId: 'AAAA' } }),
  ]
  const wallet = await createTestWallet(device, { factors })
  expect(await device.call('POST', '/v1/wallet', wallet)).toMatchObject({ status: 200, json: { vaultVersion: 1 } })

  const { status, json } = await device.call('GET', '/v1/wallet')
  expect(status).toBe(200)
  expect(json).toEqual({
    exists: true,
    locked: false,
    locksIn: 900,
    walletId: wallet.walletId,
    address: wallet.address,
    vault: wallet.vault,
    vaultVersion: 1,
    loginMovedAt: null,
    returned: null,
    controlKey: wallet.controlKey,
    custody: 'self',
    accounts: wallet.accounts,
    factors: expect.arrayContaining(factors),
    share: { epoch: 1, share: wallet.device.share },
    sealed: expect.arrayContaining(wallet.device.sealed),
    earlier: [],
    exportedAt: null,
    frozenUntil: null,
  })
  // A second release is not logged again: once per login.
  await device.call('GET', '/v1/wallet')
  expect(await eventsOf(device.userId)).toEqual([
    'session.issued',
    'wallet.created',
    'recovery.added',
    'recovery.added',
    'share.released',
  ])
})

test('behavior: one wallet per user, even if ten devices create one at once', async () => {
  const email = `${randomUUID()}@example.com`
  const devices = await Promise.all(Array.from({ length: 10 }, () => origin.signIn({ email })))
  const bodies = await Promise.all(devices.map((device) => createTestWallet(device)))
  const replies = await Promise.all(devices.map((device, index) => device.call('POST', '/v1/wallet', bodies[index])))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(replies.filter(({ status }) => status === 409).map(({ json }) => json.code)).toEqual(
    Array(9).fill('wallet_exists'),
  )
  const rows = await origin.context.database
    .select()
    .from(wallets)
    .where(eq(wallets.userId, devices[0]?.userId ?? ''))
  expect(rows).toHaveLength(1)
  const walletId = rows[0]?.id ?? ''
  expect(await origin.context.database.$count(deviceShares, eq(deviceShares.walletId, walletId))).toBe(1)
})

test('error: an address that the caller cannot sign for, or a proof for other bytes', async () => {
  const [device, other] = [await origin.signIn(), await origin.signIn()]
  const wallet = await createTestWallet(device)
  const foreign = await createTestWallet(other)
  const resigned = (change: object) => signTestChange(device, wallet, 'create', { ...wallet, ...change })
  for (const body of [
    { ...wallet, vault: createTestVaultBytes() },
    { ...wallet, walletId: randomUUID() },
    { ...wallet, address: foreign.address },
    { ...wallet, proof: foreign.proof },
    { ...wallet, proof: 'A'.repeat(86) },
    // The control key signs for an address that never named it.
    await resigned({ address: foreign.address }),
    await resigned({ address: foreign.address, addressProof: foreign.addressProof }),
    await resigned({ controlKey: foreign.controlKey, addressProof: foreign.addressProof }),
    await resigned({ addressProof: `0x${'00'.repeat(65)}` }),
    await resigned({ controlKey: 'A'.repeat(43) }),
  ]) {
    expect(await device.call('POST', '/v1/wallet', body)).toMatchObject({
      status: 401,
      json: { code: 'signature_invalid' },
    })
  }
  // The same proof from another user's device.
  expect((await other.call('POST', '/v1/wallet', wallet)).json.code).toBe('signature_invalid')
  expect((await device.call('GET', '/v1/wallet')).json).toEqual({ exists: false })
})

test('error: shares for unknown factors, and factors without a share: nothing is stored', async () => {
  const device = await origin.signIn()
  const factor = createTestFactor()
  const wallet = await createTestWallet(device, { factors: [factor] })
  for (const change of [
    { device: createTestShares(1) },
    { device: createTestShares(1, [factor, createTestFactor()]) },
    { device: createTestShares(1, [factor, factor]) },
    { factors: [factor, factor] },
    { device: { ...wallet.device, share: '' } },
  ]) {
    const body = await signTestChange(device, wallet, 'create', { ...wallet, ...change })
    expect(await device.call('POST', '/v1/wallet', body)).toMatchObject({ status: 422, json: { code: 'invalid_body' } })
  }
  // The id of another user's factor.
  const { factors } = await startWallet()
  const stolen = await createTestWallet(device, { factors })
  expect((await device.call('POST', '/v1/wallet', stolen)).json.code).toBe('invalid_body')
  expect((await device.call('GET', '/v1/wallet')).json).toEqual({ exists: false })
})

test('behavior: a share is released only to its own device', async () => {
  const email = `${randomUUID()}@example.com`
  const first = await origin.signIn({ email })
  const factor = createTestFactor()
  await first.call('POST', '/v1/wallet', await createTestWallet(first, { factors: [factor] }))
  const second = await origin.signIn({ email })
  const seen = await second.call('GET', '/v1/wallet')
  expect(seen.json).toMatchObject({ exists: true, share: null, sealed: [] })
  const stranger = await origin.signIn()
  expect((await stranger.call('GET', '/v1/wallet')).json).toEqual({ exists: false })
  expect((await stranger.call('POST', '/v1/wallet/recover', { factorId: factor.id })).json.code).toBe('factor_unknown')
})

test('behavior: 60 releases per hour and device', async () => {
  const { device } = await startWallet()
  for (let index = 0; index < 60; index += 1) expect((await device.call('GET', '/v1/wallet')).status).toBe(200)
  const refused = await device.call('GET', '/v1/wallet')
  expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('behavior: finding F1: recovery returns every share set of a factor, newest first, is logged and reported by email', async () => {
  const email = `${randomUUID()}@example.com`
  const first = await origin.signIn({ email })
  const factor = createTestFactor()
  const wallet = await createTestWallet(first, { factors: [factor] })
  await first.call('POST', '/v1/wallet', wallet)
  const second = await origin.signIn({ email })
  let recovered: Awaited<ReturnType<typeof second.call>> | undefined
  const mails = await mailsAfter(async () => {
    recovered = await second.call('POST', '/v1/wallet/recover', { factorId: factor.id })
  })
  const old = { deviceId: first.deviceId, epoch: 1, share: wallet.device.share, sealed: wallet.device.sealed[0] }
  expect(recovered?.json).toEqual({ sets: [old] })
  expect(mails).toEqual(['walletRecovered'])
  expect(await eventsOf(second.userId)).toContain('recovery.used')

  now += 1000
  const device = createTestShares(1, [factor])
  const enrolment = await createTestEnrolment(second, wallet, device)
  expect((await second.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)
  expect((await second.call('GET', '/v1/wallet')).json).toMatchObject({
    share: { epoch: 1, share: device.share },
    sealed: device.sealed,
  })
  const third = await origin.signIn({ email })
  const newest = { deviceId: second.deviceId, epoch: 1, share: device.share, sealed: device.sealed[0] }
  const recover = async () => (await third.call('POST', '/v1/wallet/recover', { factorId: factor.id })).json
  expect(await recover()).toEqual({ sets: [newest, old] })
  // Shares of a revoked device are not returned.
  await first.call('POST', '/v1/devices/revoke', { deviceId: second.deviceId })
  expect(await recover()).toEqual({ sets: [old] })
})

test('behavior: ten recoveries per hour and twenty per day', async () => {
  const [email, key] = [`${randomUUID()}@example.com`, await createDeviceKey()]
  const first = await origin.signIn({ email, key })
  const factor = createTestFactor()
  await first.call('POST', '/v1/wallet', await createTestWallet(first, { factors: [factor] }))
  const recoverTen = async () => {
    // The clock was advanced, so the access token has expired.
    const { call } = await origin.signIn({ email, key })
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await call('POST', '/v1/wallet/recover', { factorId: factor.id })).status)
    }
    now += 3_601_000
    return statuses
  }
  expect(await recoverTen()).toEqual([...Array(10).fill(200), 429])
  expect(await recoverTen()).toEqual([...Array(10).fill(200), 429])
  expect(await recoverTen()).toEqual(Array(11).fill(429))
})

test('behavior: finding F1: recovery returns at most twenty share sets, and omits those that do not open', async () => {
  const email = `${randomUUID()}@example.com`
  const owner = await origin.signIn({ email })
  const factor = createTestFactor()
  const wallet = await createTestWallet(owner, { factors: [factor] })
  await owner.call('POST', '/v1/wallet', wallet)
  const { database } = origin.context
  const [mine] = await database.select().from(deviceShares).where(eq(deviceShares.deviceId, owner.deviceId))
  const [sealed] = await database.select().from(recoveryShares).where(eq(recoveryShares.deviceId, owner.deviceId))
  if (!mine || !sealed) throw new Error('There is a share')
  for (let index = 1; index <= 24; index += 1) {
    const { deviceId } = await origin.signIn({ email })
    const createdAt = new Date(mine.createdAt.getTime() - index * 1000)
    // Sealed for another device, so it does not open here.
    await database.insert(deviceShares).values({ ...mine, deviceId, createdAt })
    await database.insert(recoveryShares).values({ ...sealed, deviceId })
  }
  const { json } = await owner.call('POST', '/v1/wallet/recover', { factorId: factor.id })
  expect(json).toMatchObject({ sets: [{ deviceId: owner.deviceId, share: wallet.device.share }] })
  expect((json as unknown as { sets: unknown[] }).sets).toHaveLength(1)
})

test('behavior: an epoch is stored once, and the second caller must read the wallet again', async () => {
  const { device, factors, wallet } = await startWallet()
  const enrol = async (shares: ReturnType<typeof createTestShares>) =>
    device.call('POST', '/v1/wallet/device', await createTestEnrolment(device, wallet, shares))
  const attempts = Array.from({ length: 6 }, () => createTestShares(2, factors))
  const replies = await Promise.all(attempts.map(enrol))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(replies.find(({ status }) => status === 409)?.json.code).toBe('epoch_outdated')
  const winner = attempts[replies.findIndex(({ status }) => status === 200)]
  expect((await device.call('GET', '/v1/wallet')).json).toMatchObject({
    share: { epoch: 2, share: winner?.share },
    sealed: winner?.sealed,
  })
  for (const epoch of [1, 2, 1003]) {
    const refused = await enrol(createTestShares(epoch, factors))
    expect(refused).toMatchObject({ status: 409, json: { code: 'epoch_outdated' } })
  }
})

test('behavior: a new epoch cannot remove the last share of a factor', async () => {
  const { device, factors, wallet } = await startWallet(2)
  const enrolment = await createTestEnrolment(device, wallet, createTestShares(2, factors.slice(1)))
  const refused = await device.call('POST', '/v1/wallet/device', enrolment)
  expect(refused).toMatchObject({ status: 409, json: { code: 'factor_uncovered' } })
  expect((await device.call('GET', '/v1/wallet')).json).toMatchObject({ share: { epoch: 1 } })
})

test('error: shares of a device without a wallet', async () => {
  const device = await origin.signIn()
  const enrolment = await createTestEnrolment(device, { walletId: randomUUID() }, createTestShares(1))
  const refused = await device.call('POST', '/v1/wallet/device', enrolment)
  expect(refused).toMatchObject({ status: 404, json: { code: 'wallet_unknown' } })
})

test('behavior: threat 33: a share that was moved to another device, user or epoch does not open', async () => {
  const one = await startWallet()
  const two = await startWallet()
  const { database } = origin.context
  const [mine] = await database.select().from(deviceShares).where(eq(deviceShares.deviceId, one.device.deviceId))
  if (!mine) throw new Error('There is a share')
  const put = (values: Partial<typeof deviceShares.$inferInsert>, deviceId: string) =>
    database.update(deviceShares).set(values).where(eq(deviceShares.deviceId, deviceId))

  await put({ sealedShare: mine.sealedShare }, two.device.deviceId)
  expect((await two.device.call('GET', '/v1/wallet')).status).toBe(500)
  await put({ epoch: 2 }, one.device.deviceId)
  expect((await one.device.call('GET', '/v1/wallet')).status).toBe(500)
  await put({ epoch: 1 }, one.device.deviceId)
  expect((await one.device.call('GET', '/v1/wallet')).status).toBe(200)
  const changed = new Uint8Array(mine.sealedShare)
  changed[20] = (changed[20] ?? 0) ^ 1
  await put({ sealedShare: changed }, one.device.deviceId)
  const broken = await one.device.call('GET', '/v1/wallet')
  expect(broken).toMatchObject({ status: 500, json: { code: 'internal' } })
})

test('behavior: threat 35: the server never forgets a wallet: a second one is refused from every device', async () => {
  const email = `${randomUUID()}@example.com`
  const first = await origin.signIn({ email })
  const wallet = await createTestWallet(first)
  await first.call('POST', '/v1/wallet', wallet)
  const second = await origin.signIn({ email })
  expect((await second.call('GET', '/v1/wallet')).json).toMatchObject({ exists: true, address: wallet.address })
  expect((await second.call('POST', '/v1/wallet', await createTestWallet(second))).json.code).toBe('wallet_exists')
  expect((await first.call('GET', '/v1/wallet')).json).toMatchObject({ address: wallet.address })
})

test('behavior: recovery shares are replaced, not added', async () => {
  const { device, factors, wallet } = await startWallet(2)
  await device.call(
    'POST',
    '/v1/wallet/device',
    await createTestEnrolment(device, wallet, createTestShares(2, factors)),
  )
  const rows = await origin.context.database
    .select()
    .from(recoveryShares)
    .where(eq(recoveryShares.deviceId, device.deviceId))
  expect(rows.map(({ epoch }) => epoch)).toEqual([2, 2])
})
