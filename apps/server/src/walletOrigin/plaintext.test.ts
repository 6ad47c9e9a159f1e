import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finishLogin } from '../auth/finishLogin.ts'
import { testIdentity } from '../auth/testing/testIdentity.ts'
import { linkLoginMethod } from '../loginMethods/linkLoginMethod.ts'
import { mailContext } from '../mail/createMailer.ts'
import { emailOutbox } from '../mail/schema.ts'
import { createTestAuthenticator } from '../testing/createTestAuthenticator.ts'
import {
  createDeviceKey,
  createTestOrigin,
  hostOrigin,
  type TestOrigin,
  walletOrigin,
} from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { deviceShares, recoveryShares } from '../vaults/schema.ts'
import { shareContext } from '../vaults/storeDeviceShares.ts'

let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin()
})
afterAll(() => origin.stop())

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
  return texts.join('\n')
}

/** Returns the encodings of a secret that a dump could contain. */
function formsOf(secret: Uint8Array | string): string[] {
  const bytes = Buffer.from(secret as string)
  const forms = [bytes.toString('hex'), bytes.toString('base64url'), bytes.toString('base64').replace(/=+$/, '')]
  return typeof secret === 'string' ? [secret, ...forms] : forms
}

const readMail = async () => {
  const { sealer } = origin.services.auth.parts
  const rows = await origin.context.database.select().from(emailOutbox)
  return Promise.all(
    rows.map(async ({ id, template, sealed: box, kekId }) => {
      const plaintext = await sealer.open({ sealed: { box, kekId }, context: mailContext({ id, template }) })
      return JSON.parse(Buffer.from(plaintext).toString()) as { to: string; contents: { code?: string } }
    }),
  )
}

/** Multiplies in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let [left, right] = [a, b]; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = (left << 1) ^ (left & 0x80 ? 0x11b : 0)
  }
  return product
}
const inverse = (a: number) => Array.from({ length: 256 }, (_, b) => b).find((b) => multiply(a, b) === 1) ?? 0

/** Two of three shares restore the secret. Each byte is on a line, and the last byte of a share is its position. */
function split(secret: Uint8Array): [device: Buffer, auth: Buffer, recovery: Buffer] {
  const slopes = randomBytes(secret.length)
  const at = (x: number) => Buffer.from([...secret.map((byte, index) => byte ^ multiply(slopes[index] ?? 0, x)), x])
  return [at(1), at(2), at(3)]
}
function combine(one: Buffer, two: Buffer): Buffer {
  const [x1, x2] = [one.at(-1) ?? 0, two.at(-1) ?? 0]
  const scale = inverse(x1 ^ x2)
  const bytes = [...one.subarray(0, -1)].map((y1, index) => {
    const y2 = two[index] ?? 0
    return multiply(multiply(y1, x2) ^ multiply(y2, x1), scale)
  })
  return Buffer.from(bytes)
}

/** Returns a device's upload for this data key: A in clear, R under a key that only the visitor has. */
function createShares(dataKey: Uint8Array, epoch: number, factors: readonly { id: string }[]) {
  const [device, auth, recovery] = split(dataKey)
  const shares = createTestShares(epoch, factors)
  const sealed = shares.sealed.map((entry) => {
    const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
    const ct = Buffer.concat([cipher.update(recovery), cipher.final(), cipher.getAuthTag()])
    return { ...entry, ct: ct.toString('base64url') }
  })
  return { body: { ...shares, share: auth.toString('base64url'), sealed }, device, auth, recovery }
}

const sessionIdOf = ({ accessToken }: { accessToken: string }) => String(decodeJwt(accessToken).sid)

/** Runs through the life of an account, with all its secrets. */
async function live() {
  const dataKey = new Uint8Array(randomBytes(32))
  const email = `${randomUUID().slice(0, 8)}.Owner@example.com`
  const key = await createDeviceKey()
  const call = origin.callWithProof(key)
  const started = await call('POST', '/v1/auth/email/start', { projectId: testProjectId, email, hostOrigin })
  expect(started).toMatchObject({ status: 200, json: { action: 'VERIFY_OTP' } })
  const code = (await readMail()).find(({ to }) => to === email)?.contents.code
  if (!code) throw new Error('A code was sent')
  const { attemptId } = started.json
  const verified = await call('POST', '/v1/auth/email/verify', { attemptId, otp: code })
  expect(verified.status).toBe(200)
  const refreshed = await call('POST', '/v1/auth/token/refresh', { refreshToken: verified.json.refreshToken })
  expect(refreshed.status).toBe(200)

  const device = await origin.signIn({ email, key })
  const factor = createTestFactor()
  const [first, second] = [createShares(dataKey, 1, [factor]), createShares(dataKey, 1, [factor])]
  const blank = await createTestWallet(device, { factors: [factor] })
  const wallet = await signTestChange(device, blank, 'create', { ...blank, device: first.body })
  expect((await device.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  await device.call('GET', '/v1/wallet')
  const other = await origin.signIn({ email })
  expect((await other.call('POST', '/v1/wallet/recover', { factorId: factor.id })).status).toBe(200)
  const enrolment = await createTestEnrolment(other, wallet, second.body)
  expect((await other.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)

  const authenticator = createTestAuthenticator({ rpId: new URL(walletOrigin).hostname })
  const { json } = await device.call('POST', '/v1/passkeys/register/start')
  const { challengeId, options } = json as unknown as { challengeId: string; options: Record<string, unknown> }
  const response = authenticator.create(options, { origin: walletOrigin, crossOrigin: true, topOrigin: hostOrigin })
  const registered = await device.call('POST', '/v1/passkeys/register/finish', {
    challengeId,
    response,
    prfEnabled: true,
  })
  expect(registered.status).toBe(200)
  const passkey = createTestFactor({ kind: 'passkey', meta: { salt: 'AAAA', bind: 'AAAA', credentialId: response.id } })
  const third = createShares(dataKey, 2, [factor, passkey])
  const added = { factor: passkey, vault: createTestVaultBytes(), vaultVersion: 1, device: third.body }
  const body = await signTestChange(device, wallet, 'addFactor', added)
  expect((await device.call('POST', '/v1/wallet/factors', body)).status).toBe(200)
  expect((await device.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).status).toBe(200)
  expect(
    (await device.call('POST', '/v1/auth/email/change/start', { email: 'new.owner@example.com' })).status,
  ).toBeLessThan(500)

  // A user with all claims of a provider, who adds another login method.
  const person = testIdentity({
    email: `${randomUUID().slice(0, 8)}@provider.example`,
    userName: `Name ${randomUUID()}`,
  })
  const linked = testIdentity({ kind: 'github', userName: `octo-${randomUUID()}` })
  const { parts } = origin.services.auth
  const login = { projectId: testProjectId, hostOrigin, jkt: key.jkt, deviceName: 'Chrome on Linux', language: 'en' }
  const { database } = origin.context
  await database.transaction(async (tx) => {
    const social = await finishLogin(parts, tx, { login, identity: person, methods: ['social'] })
    const times = { authTime: new Date(), activeAt: new Date(), lockedAt: null }
    const session = { ...social, ...login, sessionId: sessionIdOf(social), ...times, amr: ['social'] }
    await linkLoginMethod(parts, tx, { session: { ...session, language: 'en' }, identity: linked })
  })

  const tokens = [verified.json, refreshed.json] as unknown as { accessToken: string; refreshToken: string }[]
  const people = [person, linked].flatMap(({ subject, email: contact, userName }) => [
    subject,
    contact ?? '',
    userName ?? '',
  ])
  return {
    email,
    people: people.filter((text) => text !== ''),
    code,
    tokens,
    device,
    other,
    dataKey,
    splittings: [first, second, third],
  }
}

describe('a thief of the database', () => {
  test('behavior: threat 29: no-plaintext: no table contains a share, code, token, key or address', async () => {
    const { email, people, code, tokens, device, dataKey, splittings } = await live()
    const text = await dump()
    // The dump is complete: it contains the public data.
    for (const table of [
      'wallets',
      'device_shares',
      'audit_log',
      'identities',
      'email_outbox',
      'refresh_tokens',
      'auth_counters',
    ]) {
      expect(text).toContain(`${table} {`)
    }
    expect(text).toContain(device.userId)

    const secrets: (Uint8Array | string)[] = [
      dataKey,
      ...splittings.flatMap((splitting) => [splitting.device, splitting.auth, splitting.recovery]),
      origin.key,
      email,
      email.toLowerCase(),
      ...people,
      'new.owner@example.com',
      device.accessToken,
      ...tokens.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
      ...tokens.map(({ refreshToken }) => Buffer.from(refreshToken, 'base64url')),
    ]
    const lower = text.toLowerCase()
    for (const secret of secrets) {
      for (const form of formsOf(secret))
        expect(lower.includes(form.toLowerCase()), `a secret of ${form.length} characters`).toBe(false)
    }
    expect(text).not.toMatch(new RegExp(`(?<![0-9a-fA-F.])${code}(?![0-9a-fA-F])`))
    expect(text).not.toContain(Buffer.from(code).toString('hex'))
  })

  test('behavior: threat 30: even with the key-encryption key, no two of the shares match', async () => {
    const { device, other, dataKey, splittings } = await live()
    const { sealer } = origin.services.auth.parts
    const { database } = origin.context
    const devices = [device.deviceId, other.deviceId]
    const opened: Buffer[] = []
    for (const row of await database.select().from(deviceShares).where(inArray(deviceShares.deviceId, devices))) {
      const { deviceId, epoch, sealedShare: box, kekId } = row
      const context = shareContext({ userId: device.userId, deviceId, epoch })
      opened.push(Buffer.from(await sealer.open({ sealed: { box, kekId }, context })))
    }
    const [, second, third] = splittings
    if (!second || !third) throw new Error('There were three splittings')
    // One share of each device's newest split. The older one is deleted.
    expect(opened).toHaveLength(2)
    expect(opened).toEqual(expect.arrayContaining([second.auth, third.auth]))

    const sealed = await database.select().from(recoveryShares).where(inArray(recoveryShares.deviceId, devices))
    expect(sealed).toHaveLength(3)
    const found = [
      ...opened,
      ...sealed.flatMap(({ enc, ct }) => [Buffer.from(enc), Buffer.from(ct), Buffer.from(ct.subarray(0, 33))]),
    ]
    const tries = found.flatMap((one) => found.filter((two) => two !== one).map((two) => combine(one, two)))
    expect(tries.some((bytes) => bytes.subarray(0, 32).equals(dataKey))).toBe(false)
    // The thief lacks any second share of the same split.
    expect(combine(third.auth, third.device).equals(dataKey)).toBe(true)
    expect(combine(second.auth, second.recovery).equals(dataKey)).toBe(true)
  })
})
