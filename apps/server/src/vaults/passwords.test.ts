import { randomBytes, randomUUID } from 'node:crypto'
import * as walletApi from '@latchkey/protocol/wallet'
import { eq, sql } from 'drizzle-orm'
import { ristretto255 } from 'noble-curves-2/ed25519.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { users } from '../auth/schema.ts'
import { emailOutbox } from '../mail/schema.ts'
import { createDeviceKey, createTestOrigin, type TestDevice, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestPassword,
  createTestReturn,
  createTestShares,
  createTestTry,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { sealOldPasswords } from './passwordStore.ts'
import { deviceShares, passwordSecrets, recoveryFactors } from './schema.ts'

const path = '/v1/wallet/password/evaluate'
const hour = 3_600_000
let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

type Password = ReturnType<typeof createTestPassword>

/** The body that adds a password, or replaces one. */
const bodyOf = (password: Password, { epoch = 2, vaultVersion = 1, replaces = [] as string[] } = {}) => ({
  ...password,
  replaces,
  vault: createTestVaultBytes(),
  vaultVersion,
  device: createTestShares(epoch, [password.factor]),
})

/** Sends the body with the control key's proof, as a device that has opened the wallet does. */
const add = async (device: TestDevice, wallet: { walletId: string }, body: object) =>
  device.call('POST', '/v1/wallet/factors', await signTestChange(device, wallet, 'addFactor', body))

/** An owner with a password on one device, and a thief who reads their email: a login with a code on the thief's device. */
async function startTheft(password = createTestPassword()) {
  const email = `${randomUUID()}@example.com`
  const owner = await origin.signIn({ email })
  const wallet = await createTestWallet(owner)
  expect((await owner.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  expect(await add(owner, wallet, bodyOf(password))).toMatchObject({ status: 200 })
  const thief = await origin.signIn({ email })
  return { email, owner, thief, wallet, password, factorId: password.factor.id }
}

const evaluate = (device: TestDevice, factorId: string, password: string) => {
  const attempt = createTestTry(password)
  return device
    .call('POST', path, { factorId, blinded: attempt.blinded })
    .then(({ status, json, headers }) => ({ status, json, headers, attempt }))
}
const factorsOf = async (device: TestDevice) =>
  (await device.call('GET', '/v1/wallet')).json.factors as unknown as Record<string, unknown>[]
const mailsOf = async (work: () => Promise<unknown>) => {
  const before = new Set((await origin.context.database.select().from(emailOutbox)).map(({ id }) => id))
  await work()
  const rows = await origin.context.database.select().from(emailOutbox)
  return rows.filter(({ id }) => !before.has(id)).map(({ template }) => template)
}
const eventsOf = async (userId: string) => {
  const rows = await readAudit(origin.context, { userId })
  return rows.map(({ event }) => event)
}

/** Every row of every table, as text; bytes as hexadecimal. */
async function dump(): Promise<string> {
  const { database } = origin.context
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.execute<{ row: string }>(
      sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
    )
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n').toLowerCase()
}
const formsOf = (text: string) => {
  const bytes = Buffer.from(text, 'base64url')
  return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), Buffer.from(text).toString('hex')]
}
/** All values that could distinguish a right password from a wrong one. */
const secretsOf = ({ factor, passwordKey }: Password) => [
  factor.pub,
  factor.mac,
  factor.meta.bind,
  String(factor.meta.oprf ?? factor.meta.salt),
  passwordKey,
]

test('default', async () => {
  const { owner, thief, password, factorId } = await startTheft()
  // The owner's device has opened the wallet, and sees the whole factor. Its key is never returned.
  expect(await factorsOf(owner)).toEqual([password.factor])
  const { status, json, attempt } = await evaluate(thief, factorId, 'correct horse battery staple')
  expect({ status, json }).toMatchObject({ status: 200, json: { triesLeft: 9, bind: password.factor.meta.bind } })
  expect(attempt.isRight(json as never)).toBe(true)
  const wrong = await evaluate(thief, factorId, 'correct horse battery stable')
  expect(wrong).toMatchObject({ status: 200, json: { triesLeft: 8 } })
  expect(wrong.attempt.isRight(wrong.json as never)).toBe(false)
  expect(await eventsOf(owner.userId)).toEqual(expect.arrayContaining(['password.tried', 'password.tried']))
})

describe('a login alone', () => {
  test('behavior: finding F4: threat 163: no endpoint gives a device that has not opened the wallet a way to verify guesses', async () => {
    const theft = await startTheft()
    const { owner, thief, password, factorId } = theft
    const { id, createdAt } = password.factor
    expect(await factorsOf(thief)).toEqual([{ id, kind: 'password', createdAt }])
    const endpoints = Object.values(walletApi).filter(
      (one): one is typeof walletApi.getWallet => typeof one === 'object' && 'path' in one && 'method' in one,
    )
    expect(endpoints.length).toBeGreaterThan(40)
    const answers: string[] = []
    for (const { method, path: place } of endpoints) {
      // This endpoint has its own test below. The others end or lock the login.
      const left = [path, '/v1/auth/session/end', '/v1/auth/session/lock', '/v1/auth/session/watch']
      if (left.includes(place)) continue
      const { status, json } = await thief.call(method, place, method === 'GET' ? undefined : { factorId })
      if (status < 300) answers.push(JSON.stringify(json))
    }
    expect((await thief.call('POST', '/v1/wallet/recover', { factorId })).status).toBe(200)
    const all = answers.join('\n')
    // The responses are complete: they contain the public data.
    expect(all).toContain(factorId)
    for (const secret of secretsOf(password)) for (const form of formsOf(secret)) expect(all).not.toContain(form)
    expect((await owner.call('GET', '/v1/wallet')).json.factors).toEqual([password.factor])
  })

  test('behavior: finding F4: threat 164: a thief can verify the right password only by a counted try: ten per day, each reported', async () => {
    const { email, owner, thief, factorId } = await startTheft()
    const candidates = Array.from({ length: 12 }, (_, index) => `password number ${index}`)
    candidates[11] = 'correct horse battery staple'
    const devices = [thief]
    const replies: Awaited<ReturnType<typeof evaluate>>[] = []
    const mails = await mailsOf(async () => {
      for (const [index, candidate] of candidates.entries()) {
        // Another login and another device belong to the same account.
        if (index % 3 === 0) devices.push(await origin.signIn({ email }))
        replies.push(await evaluate(devices.at(-1) ?? thief, factorId, candidate))
        now += 60_000
      }
    })
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429])
    expect(replies.some(({ attempt, json }) => json.bind !== undefined && attempt.isRight(json as never))).toBe(false)
    expect(mails.filter((template) => template === 'passwordTried')).toHaveLength(10)
    expect((await eventsOf(owner.userId)).filter((event) => event === 'password.tried')).toHaveLength(10)
    const refused = replies[11]
    expect(refused?.json).toMatchObject({ code: 'rate_limited' })
    // The first of the ten was eleven minutes earlier.
    const wait = Number(refused?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(23 * 3600)
    expect(wait).toBeLessThanOrEqual(24 * 3600 - 11 * 60)
    // The last of the twelve was refused a minute ago.
    now += (wait - 60) * 1000
    // The window slides: one try is free, not ten.
    const later = await origin.signIn({ email })
    expect((await evaluate(later, factorId, 'password number 10')).status).toBe(200)
    expect((await evaluate(later, factorId, 'correct horse battery staple')).status).toBe(429)
  })

  test('behavior: finding F4: threat 164: thirty concurrent tries count as ten, and a restart does not reset them', async () => {
    const { thief, factorId } = await startTheft()
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => evaluate(thief, factorId, `password number ${index}`)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
    expect(
      replies
        .map(({ json }) => json.triesLeft)
        .filter((left) => left !== undefined)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    const { database } = origin.context
    const rows = await database.execute(sql`select * from password_tries where user_id = ${thief.userId}`)
    expect(rows.rows).toHaveLength(10)
  })

  test('behavior: finding F4: threat 164: the owner’s other devices and a new password do not reset the count', async () => {
    const { owner, thief, wallet, factorId } = await startTheft()
    for (let index = 0; index < 10; index += 1) await evaluate(thief, factorId, `password number ${index}`)
    // Tries of a device that has opened the wallet count as well.
    expect((await evaluate(owner, factorId, 'correct horse battery staple')).status).toBe(429)
    const next = createTestPassword('another good password')
    const body = bodyOf(next, { epoch: 3, vaultVersion: 2, replaces: [factorId] })
    expect((await add(owner, wallet, body)).status).toBe(200)
    expect((await evaluate(thief, next.factor.id, 'another good password')).status).toBe(429)
    expect((await evaluate(thief, factorId, 'correct horse battery staple')).json.code).toBe('factor_unknown')
  })

  test('behavior: a repeated element is the same try, so a lost response costs nothing', async () => {
    const { email, thief, factorId } = await startTheft()
    const attempt = createTestTry('correct horse battery staple')
    const replies: unknown[] = []
    const mails = await mailsOf(async () => {
      for (let index = 0; index < 12; index += 1)
        replies.push((await thief.call('POST', path, { factorId, blinded: attempt.blinded })).json)
    })
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(replies[0]).toMatchObject({ triesLeft: 9 })
    expect(mails).toEqual(['passwordTried'])
    // A day later it counts again.
    now += 24 * hour
    const later = await origin.signIn({ email })
    const mailed = await mailsOf(() => later.call('POST', path, { factorId, blinded: attempt.blinded }))
    expect(mailed).toEqual(['passwordTried'])
  })

  test('error: finding F4: threat 164: the identity and invalid elements are refused without a try', async () => {
    const { owner, thief, factorId } = await startTheft()
    const malformed = [
      Buffer.alloc(32),
      Buffer.alloc(32, 0xff),
      // Negative, not canonical, too short, too long.
      Buffer.from(ristretto255.Point.BASE.toBytes()).map((byte, index) => (index === 0 ? byte ^ 1 : byte)),
      Buffer.concat([Buffer.from('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', 'hex')]),
      randomBytes(31),
      Buffer.alloc(0),
    ].map((bytes) => bytes.toString('base64url'))
    for (const blinded of [...malformed, randomBytes(33).toString('base64url'), 'not base64url!'])
      expect(await thief.call('POST', path, { factorId, blinded })).toMatchObject({
        status: 422,
        json: { code: 'invalid_body' },
      })
    expect(await eventsOf(owner.userId)).not.toContain('password.tried')
    const good = createTestTry('any').blinded
    expect((await thief.call('POST', path, { factorId: randomUUID(), blinded: good })).json.code).toBe('factor_unknown')
    const other = await origin.signIn()
    expect((await other.call('POST', path, { factorId, blinded: good })).json.code).toBe('wallet_unknown')
    const nobody = origin.callWithProof(await createDeviceKey())
    expect((await nobody('POST', path, { factorId, blinded: good })).status).toBe(401)
  })
})

describe('a copy of the database', () => {
  test('behavior: finding F4: threat 165: all rows together with the right password do not verify it', async () => {
    const { thief, password, factorId } = await startTheft()
    const old = await startOldPassword()
    await sealOldPasswords({ database: origin.context.database, sealer: origin.services.auth.parts.sealer })
    await evaluate(thief, factorId, 'correct horse battery staple')
    const text = await dump()
    // The dump is complete: it contains the factor and the try.
    expect(text).toContain(`password_secrets {"factor_id":"${factorId}"`)
    expect(text).toContain('password_tries {')
    expect(text).toContain(old.factor.id)
    for (const secret of [...secretsOf(password), ...secretsOf({ ...password, factor: old.factor })])
      for (const form of formsOf(secret))
        expect(text.includes(form.toLowerCase()), `a secret of ${form.length} characters`).toBe(false)
  })

  test("behavior: finding F4: threat 165: with the key-encryption key, each guess costs the client's key derivation", async () => {
    const { factorId, password, wallet } = await startTheft()
    const [row] = await origin.context.database
      .select()
      .from(passwordSecrets)
      .where(eq(passwordSecrets.factorId, factorId))
    if (!row) throw new Error('The password was stored')
    const { sealer } = origin.services.auth.parts
    const sealed = { box: row.sealed, kekId: row.kekId }
    const context = `password/${wallet.walletId}/${factorId}`
    const plain = JSON.parse(Buffer.from(await sealer.open({ sealed, context })).toString())
    // No salt and no costs: the salt comes from the evaluation, and no stored value depends on the evaluation alone.
    expect(plain).toEqual({ factor: password.factor, key: password.passwordKey })
    expect(Object.keys(plain.factor.meta).sort()).toEqual(['bind', 'oprf'])
    for (const other of [`password/${wallet.walletId}/${randomUUID()}`, `password/${randomUUID()}/${factorId}`])
      await expect(sealer.open({ sealed, context: other })).rejects.toThrow()
  })

  test('behavior: finding F4: threat 165: a moved, changed or lost key uses up no try, and is reported', async () => {
    const [one, two] = [await startTheft(), await startTheft()]
    const { database } = origin.context
    const [row] = await database.select().from(passwordSecrets).where(eq(passwordSecrets.factorId, two.factorId))
    if (!row) throw new Error('The password was stored')
    const place = eq(passwordSecrets.factorId, one.factorId)
    for (const change of [{ sealed: row.sealed, kekId: row.kekId }, { kekId: '0000000000000000' }]) {
      await database.update(passwordSecrets).set(change).where(place)
      expect(await evaluate(one.thief, one.factorId, 'any')).toMatchObject({
        status: 409,
        json: { code: 'password_outdated' },
      })
    }
    await database.delete(passwordSecrets).where(place)
    expect((await evaluate(one.thief, one.factorId, 'any')).json.code).toBe('password_outdated')
    expect(await eventsOf(one.owner.userId)).not.toContain('password.tried')
    // The owner's device opens the wallet without it, and sees that the password must be set again.
    const { id, createdAt } = one.password.factor
    expect(await factorsOf(one.owner)).toEqual([{ id, kind: 'password', createdAt }])
  })
})

/** A wallet with a password of an earlier version: salt, costs and public key in clear, and no key. */
async function startOldPassword() {
  const email = `${randomUUID()}@example.com`
  const owner = await origin.signIn({ email })
  const wallet = await createTestWallet(owner)
  expect((await owner.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  const meta = { salt: randomBytes(16).toString('base64url'), bind: createTestFactor().meta.bind }
  const factor = createTestFactor({ kind: 'password', meta: { ...meta, params: { m: 65_536, t: 3, p: 1 } } })
  const { database } = origin.context
  const { id, kind } = factor
  await database
    .insert(recoveryFactors)
    .values({ id, walletId: wallet.walletId, kind, factor, createdAt: new Date(now) })
  const shares = await createTestEnrolment(owner, wallet, createTestShares(2, [factor]))
  expect((await owner.call('POST', '/v1/wallet/device', shares)).status).toBe(200)
  return { email, owner, wallet, factor }
}

describe('a password of an earlier version', () => {
  test.each([false, true])(
    'behavior: finding F4: threat 163: it gives a new device nothing, reports why, and is renewed in an open wallet (sealed: %s)',
    async (isSealed) => {
      const { email, owner, wallet, factor } = await startOldPassword()
      const { database } = origin.context
      const { sealer } = origin.services.auth.parts
      if (isSealed) await sealOldPasswords({ database, sealer })
      const device = await origin.signIn({ email })
      const { id, createdAt } = factor
      expect(await factorsOf(device)).toEqual([{ id, kind: 'password', createdAt }])
      for (const reply of [
        await evaluate(device, id, 'any password'),
        await device.call('POST', '/v1/wallet/recover', { factorId: id }),
      ])
        expect(reply).toMatchObject({ status: 409, json: { code: 'password_outdated' } })
      expect(await eventsOf(owner.userId)).not.toContain('password.tried')
      if (isSealed) expect(await factorsOf(owner)).toEqual([factor])
      // The owner's device can still use its shares. Another device learns nothing from that.
      expect((await owner.call('POST', '/v1/wallet/recover', { factorId: id })).status).toBe(200)

      const next = createTestPassword()
      const body = bodyOf(next, { epoch: 3, replaces: [id] })
      expect(await add(owner, wallet, body)).toMatchObject({ status: 200 })
      expect(await factorsOf(owner)).toEqual([next.factor])
      const { status, json, attempt } = await evaluate(device, next.factor.id, 'correct horse battery staple')
      expect(status).toBe(200)
      expect(attempt.isRight(json as never)).toBe(true)
      expect(await database.$count(passwordSecrets, eq(passwordSecrets.factorId, id))).toBe(0)
    },
  )

  test('behavior: sealing twice, or from two servers at once, has no further effect', async () => {
    const { owner, factor } = await startOldPassword()
    const { database } = origin.context
    const { sealer } = origin.services.auth.parts
    await Promise.all([sealOldPasswords({ database, sealer }), sealOldPasswords({ database, sealer })])
    await sealOldPasswords({ database, sealer })
    expect(await factorsOf(owner)).toEqual([factor])
    expect(await dump()).not.toContain(String(factor.meta.salt).toLowerCase())
  })
})

describe('a password is set', () => {
  test('error: without its key, with another or an invalid one, in the old format, or next to another password', async () => {
    const { owner, wallet: own, password, factorId } = await startTheft()
    const next = createTestPassword()
    const good = bodyOf(next, { epoch: 3, vaultVersion: 2, replaces: [factorId] })
    const { passwordKey: _, ...keyless } = good
    const old = createTestFactor({ kind: 'password', meta: { salt: 'AAAA', bind: 'AAAA' } })
    const code = createTestFactor()
    for (const body of [
      keyless,
      { ...good, passwordKey: password.passwordKey },
      { ...good, passwordKey: Buffer.alloc(32).toString('base64url') },
      { ...good, passwordKey: Buffer.alloc(32, 0xff).toString('base64url') },
      { ...good, passwordKey: 'AAAA' },
      { ...good, replaces: [] },
      { ...good, replaces: [factorId, randomUUID()] },
      { ...good, factor: old, device: createTestShares(3, [old]) },
      { ...good, factor: { ...next.factor, meta: { ...next.factor.meta, salt: 'AAAA' } } },
      { ...good, factor: code, device: createTestShares(3, [code]) },
    ])
      expect(await add(owner, own, body)).toMatchObject({
        status: 422,
        json: { code: 'invalid_body' },
      })
    expect(await factorsOf(owner)).toEqual([password.factor])
    expect((await add(owner, own, good)).status).toBe(200)
    const fresh = await origin.signIn()
    const wallet = await createTestWallet(fresh, { factors: [next.factor] })
    expect((await fresh.call('POST', '/v1/wallet', wallet)).json.code).toBe('invalid_body')
  })

  test('behavior: while a change of the address can be undone, it replaces no other password', async () => {
    const { owner, wallet, factorId } = await startTheft()
    const { database } = origin.context
    const until = new Date(now + hour)
    await database.update(users).set({ frozenUntil: until }).where(eq(users.id, owner.userId))
    const body = bodyOf(createTestPassword(), { epoch: 3, vaultVersion: 2, replaces: [factorId] })
    expect((await add(owner, wallet, body)).json.code).toBe('frozen')
  })

  test('behavior: its key stays when the data key changes, and is deleted with the password', async () => {
    const { email, owner, wallet, password, factorId } = await startTheft()
    const factor = { ...password.factor, mac: createTestFactor().mac }
    const rotate = async (factors: object[]) => {
      const vault = { vault: createTestVaultBytes(), vaultVersion: 2, return: createTestReturn(wallet, 2, now) }
      const body = { ...vault, device: createTestShares(3, [factor]), factors }
      return owner.call('POST', '/v1/wallet/rotate', await signTestChange(owner, wallet, 'rotate', body))
    }
    const swapped = { ...factor, meta: { ...factor.meta, oprf: createTestPassword().factor.meta.oprf } }
    expect((await rotate([swapped])).status).toBe(422)
    expect((await rotate([factor])).status).toBe(200)
    expect(await factorsOf(owner)).toEqual([factor])
    const device = await origin.signIn({ email })
    const { json, attempt } = await evaluate(device, factorId, 'correct horse battery staple')
    expect(attempt.isRight(json as never)).toBe(true)
    const { database } = origin.context
    expect(await database.$count(passwordSecrets, eq(passwordSecrets.factorId, factorId))).toBe(1)
    const removal = { factorId, vault: createTestVaultBytes(), vaultVersion: 3 }
    expect(
      (
        await owner.call(
          'POST',
          '/v1/wallet/factors/remove',
          await signTestChange(owner, wallet, 'removeFactor', removal),
        )
      ).status,
    ).toBe(200)
    expect(await database.$count(passwordSecrets, eq(passwordSecrets.factorId, factorId))).toBe(0)
    expect(await database.$count(deviceShares, eq(deviceShares.deviceId, owner.deviceId))).toBe(1)
  })

  test('behavior: undoing a change of the data key restores the earlier password', async () => {
    const { email, owner, wallet, password, factorId } = await startTheft()
    const factor = { ...password.factor, mac: createTestFactor().mac }
    const back = createTestReturn(wallet, 2, now)
    const rotated = {
      vault: createTestVaultBytes(),
      vaultVersion: 2,
      device: createTestShares(3, [factor]),
      return: back,
    }
    const rotation = await signTestChange(owner, wallet, 'rotate', { ...rotated, factors: [factor] })
    expect((await owner.call('POST', '/v1/wallet/rotate', rotation)).status).toBe(200)
    const next = createTestPassword('another good password')
    const body = bodyOf(next, { epoch: 4, vaultVersion: 3, replaces: [factorId] })
    expect(await add(owner, wallet, body)).toMatchObject({ status: 200 })
    const earlier = (await owner.call('GET', '/v1/wallet')).json.earlier as unknown as { archiveId: string }[]
    const undoing = { archiveId: earlier[0]?.archiveId ?? '', return: back }
    const undo = await signTestChange(owner, wallet, 'undoRotation', undoing)
    expect((await owner.call('POST', '/v1/wallet/undo', undo)).status).toBe(200)
    const device = await origin.signIn({ email })
    const { id, createdAt } = password.factor
    expect(await factorsOf(device)).toEqual([{ id, kind: 'password', createdAt }])
    const { json, attempt } = await evaluate(device, factorId, 'correct horse battery staple')
    expect(attempt.isRight(json as never)).toBe(true)
    expect((await evaluate(device, next.factor.id, 'another good password')).json.code).toBe('factor_unknown')
  })
})
