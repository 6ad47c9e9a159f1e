import { createHash, randomUUID } from 'node:crypto'
import { passkeyChallengeText } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finishLogin } from '../auth/finishLogin.ts'
import { loginNotices, passkeys } from '../auth/schema.ts'
import { testIdentity } from '../auth/testing/testIdentity.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../testing/createTestAuthenticator.ts'
import {
  type Call,
  createDeviceKey,
  createTestOrigin,
  hostOrigin,
  type TestDevice,
  type TestOrigin,
  walletOrigin,
} from '../testing/createTestOrigin.ts'
import {
  createTestFactor,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
} from '../testing/createTestVault.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { passkeyChallenges } from './schema.ts'

const otherProjectId = 'a'.repeat(32)
const rpId = 'wallet.localhost'
let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({
    clock: { now: () => now },
    config: {
      projects: [
        { id: testProjectId, name: 'Test', origins: [hostOrigin] },
        { id: otherProjectId, name: 'Other', origins: [hostOrigin] },
      ],
    },
  })
})
afterAll(() => origin.stop())

type Json = Record<string, unknown>
type Started = { challengeId: string; nonce: string; options: Json & { challenge: string } }
/** Client data as Chromium sends it from a frame. */
const inFrame = { origin: walletOrigin, crossOrigin: true, topOrigin: hostOrigin }
const start = async (call: Call, path: string, body?: unknown) => {
  const { status, json } = await call('POST', `/v1/passkeys/${path}/start`, body)
  expect(status).toBe(200)
  return json as unknown as Started
}
const project = { projectId: testProjectId, hostOrigin }

async function register(device: TestDevice, authenticator: TestAuthenticator) {
  const { challengeId, options } = await start(device.call, 'register')
  const response = authenticator.create(options, inFrame)
  const body = { challengeId, response, prfEnabled: true }
  return device.call('POST', '/v1/passkeys/register/finish', body)
}
async function logIn(
  authenticator: TestAuthenticator,
  parameters: Parameters<TestAuthenticator['get']>[2] = {},
  key = createDeviceKey(),
) {
  const call = origin.callWithProof(await key)
  const { challengeId, options } = await start(call, 'login', project)
  return call('POST', '/v1/passkeys/login/finish', {
    challengeId,
    response: authenticator.get(options, inFrame, parameters),
  })
}
/** A user with a passkey. */
async function startUser(options: { usesCounter?: boolean } = {}) {
  const [email, key] = [`${randomUUID()}@example.com`, await createDeviceKey()]
  const device = await origin.signIn({ email, key })
  const authenticator = createTestAuthenticator({ rpId, ...options })
  expect((await register(device, authenticator)).status).toBe(200)
  return { device, authenticator, email, again: () => origin.signIn({ email, key }) }
}

describe('registration', () => {
  test('default', async () => {
    const email = `${randomUUID()}@example.com`
    const device = await origin.signIn({ email })
    const { challengeId, options } = await start(device.call, 'register')
    expect(options).toMatchObject({
      rp: { id: rpId, name: 'Test' },
      user: { id: Buffer.from(device.userId.replaceAll('-', ''), 'hex').toString('base64url'), name: email },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
      extensions: { prf: { eval: { first: createHash('sha256').update('ew/prf/v1').digest('base64url') } } },
    })
    const authenticator = createTestAuthenticator({ rpId })
    const response = authenticator.create(options, inFrame)
    const finished = await device.call('POST', '/v1/passkeys/register/finish', {
      challengeId,
      response,
      prfEnabled: true,
    })
    expect(finished).toMatchObject({ status: 200, json: { credentialId: response.id } })
    const [row] = await origin.context.database.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
    expect(row).toMatchObject({
      userId: device.userId,
      scope: testProjectId,
      counter: 0,
      backupEligible: true,
      backedUp: true,
      prfEnabled: true,
      transports: 'internal,hybrid',
    })
    // Another one needs a proof by the first.
    const other = await origin.signIn({ email })
    expect(await other.call('POST', '/v1/passkeys/register/start')).toMatchObject({
      status: 403,
      json: { code: 'step_up_required' },
    })
  })

  test('behavior: the platform shows the address, else the name at a provider, else the app', async () => {
    const people = [
      testIdentity({ email: 'mira@provider.example', userName: 'Mira' }),
      testIdentity({ kind: 'x', userName: 'mira_x' }),
      testIdentity({ kind: 'farcaster' }),
    ]
    const names = []
    for (const identity of people) {
      const { options } = await start((await origin.signIn({ identity })).call, 'register')
      names.push(options.user)
    }
    expect(names).toMatchObject([
      { name: 'mira@provider.example', displayName: 'mira@provider.example' },
      { name: 'mira_x', displayName: 'mira_x' },
      { name: 'Test', displayName: 'Test' },
    ])
  })

  test('behavior: in a separate window without a parent page', async () => {
    const device = await origin.signIn()
    const { challengeId, options } = await start(device.call, 'register')
    const response = createTestAuthenticator({ rpId }).create(options, { origin: walletOrigin })
    const body = { challengeId, response, prfEnabled: false }
    expect((await device.call('POST', '/v1/passkeys/register/finish', body)).status).toBe(200)
  })

  test('behavior: threat 63: every ceremony requests PRF with a salt, and its support is stored', async () => {
    const device = await origin.signIn()
    const prf = { eval: { first: createHash('sha256').update('ew/prf/v1').digest('base64url') } }
    const { challengeId, options } = await start(device.call, 'register')
    expect(options.extensions).toMatchObject({ prf })
    const authenticator = createTestAuthenticator({ rpId })
    // Without the extension the browser's response does not mention it.
    const response = authenticator.create(options, inFrame, { extensions: {} })
    const body = { challengeId, response, prfEnabled: false }
    expect((await device.call('POST', '/v1/passkeys/register/finish', body)).status).toBe(200)
    const [row] = await origin.context.database.select().from(passkeys).where(eq(passkeys.credentialId, response.id))
    expect(row?.prfEnabled).toBe(false)
    expect((await start(device.call, 'step-up')).options.extensions).toMatchObject({ prf })
    const login = await start(origin.callWithProof(await createDeviceKey()), 'login', project)
    expect(login.options.extensions).toMatchObject({ prf })
    expect((await logIn(authenticator)).status).toBe(200)
  })

  test('behavior: a new passkey confirms later requests, and does not make an old proof fresh', async () => {
    const device = await origin.signIn()
    const known = createTestFactor()
    const wallet = await createTestWallet(device, { factors: [known] })
    await device.call('POST', '/v1/wallet', wallet)
    expect((await register(device, createTestAuthenticator({ rpId }))).status).toBe(200)
    const factor = createTestFactor({ kind: 'passkey' })
    const body = await signTestChange(device, wallet, 'addFactor', {
      factor,
      vault: createTestVaultBytes(),
      vaultVersion: 1,
      device: createTestShares(2, [known, factor]),
    })
    expect((await device.call('POST', '/v1/wallet/factors', body)).status).toBe(200)

    const open = await origin.signIn()
    await open.call('POST', '/v1/wallet', await createTestWallet(open))
    const { challengeId, options } = await start(open.call, 'register')
    now += 200_000
    const response = createTestAuthenticator({ rpId }).create(options, inFrame)
    const late = { challengeId, response, prfEnabled: true }
    expect((await open.call('POST', '/v1/passkeys/register/finish', late)).status).toBe(200)
    now += 100_001
    expect((await open.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).json.code).toBe('step_up_required')
  })

  test('behavior: threat 58: a person at an unattended browser cannot step up with their own passkey, not even the first', async () => {
    const device = await origin.signIn()
    await device.call('POST', '/v1/wallet', await createTestWallet(device))
    now += 300_001
    expect(await device.call('POST', '/v1/passkeys/register/start')).toMatchObject({
      status: 403,
      json: { code: 'step_up_required' },
    })
  })

  test('behavior: threat 40: a passkey from before the wallet can no longer log in', async () => {
    const email = `${randomUUID()}@example.com`
    const [thief, owner] = [await origin.signIn({ email }), await origin.signIn({ email })]
    const planted = createTestAuthenticator({ rpId })
    expect((await register(thief, planted)).status).toBe(200)
    expect((await owner.call('POST', '/v1/wallet', await createTestWallet(owner))).status).toBe(200)
    expect((await logIn(planted)).json.code).toBe('passkey_refused')
    expect((await owner.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).status).toBe(200)
  })

  test('behavior: threat 40: a registration that started without a passkey requires one that was added meanwhile', async () => {
    const email = `${randomUUID()}@example.com`
    const [slow, quick] = [await origin.signIn({ email }), await origin.signIn({ email })]
    const { challengeId, options } = await start(slow.call, 'register')
    const response = createTestAuthenticator({ rpId }).create(options, inFrame)
    expect((await register(quick, createTestAuthenticator({ rpId }))).status).toBe(200)
    const body = { challengeId, response, prfEnabled: true }
    expect((await slow.call('POST', '/v1/passkeys/register/finish', body)).json.code).toBe('passkey_refused')
  })

  test('error: another origin, parent page, host, challenge or type, and no user verification', async () => {
    const device = await origin.signIn()
    const authenticator = createTestAuthenticator({ rpId })
    const attempts: ((options: Started['options']) => Json)[] = [
      (options) => authenticator.create(options, { origin: 'https://evil.example' }),
      (options) => authenticator.create(options, { ...inFrame, topOrigin: 'https://evil.example' }),
      (options) => createTestAuthenticator({ rpId: 'evil.example' }).create(options, inFrame),
      (options) => authenticator.create({ ...options, challenge: 'AAAA' }, inFrame),
      (options) => authenticator.create(options, inFrame, { type: 'webauthn.get' }),
      (options) => authenticator.create(options, inFrame, { userVerified: false }),
      () => ({}),
      () => ({ id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!', attestationObject: '!' } }),
    ]
    for (const make of attempts) {
      const { challengeId, options } = await start(device.call, 'register')
      const body = { challengeId, response: make(options), prfEnabled: true }
      const refused = await device.call('POST', '/v1/passkeys/register/finish', body)
      expect(refused).toMatchObject({ status: 400, json: { code: 'passkey_refused' } })
    }
    expect(await origin.context.database.$count(passkeys, eq(passkeys.userId, device.userId))).toBe(0)
  })

  test('behavior: threat 30: results of PRF are refused: the server must not be able to open anything', async () => {
    const device = await origin.signIn()
    const authenticator = createTestAuthenticator({ rpId })
    for (const extensions of [
      { prf: { enabled: true, results: { first: 'c2VjcmV0' } } },
      { prf: { results: {} } },
      { hmacGetSecret: { output1: 'c2VjcmV0' } },
      { largeBlob: { blob: 'c2VjcmV0' } },
    ]) {
      const { challengeId, options } = await start(device.call, 'register')
      const response = authenticator.create(options, inFrame, { extensions })
      const refused = await device.call('POST', '/v1/passkeys/register/finish', {
        challengeId,
        response,
        prfEnabled: true,
      })
      expect(refused).toMatchObject({ status: 400, json: { code: 'passkey_refused' } })
      expect(JSON.stringify(refused.json)).not.toContain('c2VjcmV0')
    }
    await register(device, authenticator)
    const refused = await logIn(authenticator, { extensions: { prf: { results: { first: 'c2VjcmV0' } } } })
    expect(refused).toMatchObject({ status: 400, json: { code: 'passkey_refused' } })
  })

  test('behavior: a challenge is valid once, for its key, its login and five minutes', async () => {
    const email = `${randomUUID()}@example.com`
    const [device, other] = [await origin.signIn({ email }), await origin.signIn({ email })]
    const authenticator = createTestAuthenticator({ rpId })
    const first = await start(device.call, 'register')
    const body = {
      challengeId: first.challengeId,
      response: authenticator.create(first.options, inFrame),
      prfEnabled: true,
    }
    expect((await other.call('POST', '/v1/passkeys/register/finish', body)).json.code).toBe('passkey_refused')
    expect((await device.call('POST', '/v1/passkeys/register/finish', body)).status).toBe(200)
    expect((await device.call('POST', '/v1/passkeys/register/finish', body)).json.code).toBe('passkey_refused')

    const stranger = await origin.signIn()
    const second = await start(stranger.call, 'register')
    now += 5 * 60_000 + 1
    const late = {
      challengeId: second.challengeId,
      response: authenticator.create(second.options, inFrame),
      prfEnabled: true,
    }
    expect((await stranger.call('POST', '/v1/passkeys/register/finish', late)).json.code).toBe('passkey_refused')
  })
})

describe('login', () => {
  test('default', async () => {
    const { device, authenticator, email } = await startUser()
    const key = await createDeviceKey()
    const call = origin.callWithProof(key)
    const { challengeId, options } = await start(call, 'login', project)
    expect(options).toMatchObject({
      rpId,
      userVerification: 'required',
      extensions: { prf: { eval: expect.anything() } },
    })
    expect(options.allowCredentials ?? []).toEqual([])
    const { status, json } = await call('POST', '/v1/passkeys/login/finish', {
      challengeId,
      response: authenticator.get(options, inFrame),
    })
    expect({ status, json }).toMatchObject({ status: 200, json: { userId: device.userId, email } })
    const session = await origin.signIn({ email, key })
    expect(json.deviceId).toBe(session.deviceId)
    expect(await origin.context.database.$count(passkeyChallenges, eq(passkeyChallenges.id, challengeId))).toBe(0)
  })

  test('behavior: finding F2: threats 153, 154: a login from a new device is reported; after its end by email its key is blocked, but not the owner’s passkey', async () => {
    const { device, authenticator, email } = await startUser()
    const key = await createDeviceKey()
    const { database } = origin.context
    const noticesOf = () => database.$count(loginNotices, eq(loginNotices.userId, device.userId))
    expect((await logIn(authenticator, {}, Promise.resolve(key))).status).toBe(200)
    expect(await noticesOf()).toBe(1)
    expect((await logIn(authenticator, {}, Promise.resolve(key))).status).toBe(200)
    expect(await noticesOf()).toBe(1)

    const ended = { endedAt: new Date(origin.context.clock.now()) }
    await database.update(loginNotices).set(ended).where(eq(loginNotices.userId, device.userId))
    const { parts } = origin.services.auth
    const place = { projectId: testProjectId, hostOrigin, jkt: key.jkt, deviceName: 'Chrome on Linux', language: 'en' }
    const byMail = database.transaction((tx) =>
      finishLogin(parts, tx, { login: place, identity: { kind: 'email', email }, methods: ['otp'] }),
    )
    await expect(byMail).rejects.toMatchObject({ code: 'login_ended' })
    expect((await logIn(authenticator, {}, Promise.resolve(key))).status).toBe(200)
    expect(await noticesOf()).toBe(2)
  })

  test('behavior: WebKit names no parent page', async () => {
    const { authenticator } = await startUser()
    const call = origin.callWithProof(await createDeviceKey())
    const { challengeId, options } = await start(call, 'login', project)
    const response = authenticator.get(options, { origin: walletOrigin, crossOrigin: true })
    expect((await call('POST', '/v1/passkeys/login/finish', { challengeId, response })).status).toBe(200)
  })

  test('error: another origin, parent page, user, challenge, key or project, and no user verification', async () => {
    const { authenticator } = await startUser()
    const [key, call] = [await createDeviceKey(), origin.callWithProof(await createDeviceKey())]
    const attempts: ((options: Started['options']) => Json)[] = [
      (options) => authenticator.get(options, { origin: hostOrigin }),
      (options) => authenticator.get(options, { ...inFrame, topOrigin: 'https://evil.example' }),
      (options) => authenticator.get(options, { origin: walletOrigin, topOrigin: hostOrigin }),
      (options) => authenticator.get({ ...options, challenge: 'AAAA' }, inFrame),
      (options) => authenticator.get(options, inFrame, { type: 'webauthn.create' }),
      (options) => authenticator.get(options, inFrame, { userVerified: false }),
      (options) => {
        const response = authenticator.get(options, inFrame)
        return { ...response, response: { ...response.response, userHandle: 'AAAA' } }
      },
      (options) => {
        const response = authenticator.get(options, inFrame)
        const signature = Buffer.from(response.response.signature, 'base64url')
        signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
        return { ...response, response: { ...response.response, signature: signature.toString('base64url') } }
      },
    ]
    for (const make of attempts) {
      const { challengeId, options } = await start(call, 'login', project)
      const refused = await call('POST', '/v1/passkeys/login/finish', { challengeId, response: make(options) })
      expect(refused).toMatchObject({ status: 400, json: { code: 'passkey_refused' } })
    }
    const started = await start(call, 'login', project)
    const response = authenticator.get(started.options, inFrame)
    const body = { challengeId: started.challengeId, response }
    expect((await origin.callWithProof(key)('POST', '/v1/passkeys/login/finish', body)).status).toBe(400)
    const other = await start(call, 'login', { projectId: otherProjectId, hostOrigin })
    const elsewhere = { challengeId: other.challengeId, response: authenticator.get(other.options, inFrame) }
    expect((await call('POST', '/v1/passkeys/login/finish', elsewhere)).json.code).toBe('passkey_refused')
    const stranger = { projectId: testProjectId, hostOrigin: 'https://evil.example' }
    expect((await call('POST', '/v1/passkeys/login/start', stranger)).json.code).toBe('origin_not_allowed')
  })

  test('behavior: after ten wrong answers in an hour right ones are refused as well', async () => {
    const { authenticator } = await startUser()
    const key = createDeviceKey()
    for (let index = 0; index < 10; index += 1)
      expect((await logIn(authenticator, { userVerified: false }, key)).status).toBe(400)
    expect(await logIn(authenticator, {}, key)).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    // Deliberately wrong answers lock out no other device.
    expect((await logIn(authenticator)).status).toBe(200)
    now += 3_601_000
    expect((await logIn(authenticator, {}, key)).status).toBe(200)
  })

  test('behavior: a counter that does not increase reveals a copy', async () => {
    const { authenticator } = await startUser({ usesCounter: true })
    expect((await logIn(authenticator)).status).toBe(200)
    for (const counter of [1, 0]) expect((await logIn(authenticator, { counter })).json.code).toBe('passkey_refused')
    const atOnce = await Promise.all([9, 9].map((counter) => logIn(authenticator, { counter })))
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('step-up', () => {
  test('behavior: an account with a passkey confirms with it, and a code is not enough', async () => {
    const { device, authenticator, again } = await startUser()
    const [row] = await origin.context.database.select().from(passkeys).where(eq(passkeys.userId, device.userId))
    const meta = { salt: 'AA', bind: 'AA', credentialId: row?.credentialId ?? '' }
    const factor = createTestFactor({ kind: 'passkey', meta })
    await device.call('POST', '/v1/wallet', await createTestWallet(device, { factors: [factor] }))
    // Freshly logged in with a code, and there is a passkey.
    const { call } = await again()
    const ask = () => call('POST', '/v1/wallet/export', { kind: 'mnemonic' })
    expect((await ask()).json.code).toBe('step_up_required')
    const { challengeId, options } = await start(call, 'step-up')
    expect(options.allowCredentials).toHaveLength(1)
    const finished = await call('POST', '/v1/passkeys/step-up/finish', {
      challengeId,
      response: authenticator.get(options, inFrame),
    })
    expect(finished.json).toEqual({ freshUntil: new Date(now + 300_000).toISOString() })
    expect((await ask()).status).toBe(200)
    now += 300_001
    expect((await ask()).json.code).toBe('step_up_required')
    expect((await (await again()).call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).json.code).toBe(
      'step_up_required',
    )
  })

  test('error: no passkey, or another user’s', async () => {
    const device = await origin.signIn()
    const refused = await device.call('POST', '/v1/passkeys/step-up/start')
    expect(refused).toMatchObject({ status: 404, json: { code: 'passkey_unknown' } })
    const [one, two] = [await startUser(), await startUser()]
    const { challengeId, options } = await start(one.device.call, 'step-up')
    const response = two.authenticator.get({ ...options, allowCredentials: [] }, inFrame)
    const finished = await one.device.call('POST', '/v1/passkeys/step-up/finish', { challengeId, response })
    expect(finished).toMatchObject({ status: 400, json: { code: 'passkey_refused' } })
  })

  test('behavior: a passkey that is removed as a recovery factor can no longer log in', async () => {
    const { device, authenticator } = await startUser()
    const [row] = await origin.context.database.select().from(passkeys).where(eq(passkeys.userId, device.userId))
    const factor = createTestFactor({
      kind: 'passkey',
      meta: { salt: 'AA', bind: 'AA', credentialId: row?.credentialId ?? '' },
    })
    const wallet = await createTestWallet(device, { factors: [factor, createTestFactor()] })
    await device.call('POST', '/v1/wallet', wallet)
    const { challengeId, options } = await start(device.call, 'step-up')
    const response = authenticator.get(options, inFrame)
    await device.call('POST', '/v1/passkeys/step-up/finish', { challengeId, response })
    const change = { factorId: factor.id, vault: createTestVaultBytes(), vaultVersion: 1 }
    const body = await signTestChange(device, wallet, 'removeFactor', change)
    expect((await device.call('POST', '/v1/wallet/factors/remove', body)).status).toBe(200)
    expect((await logIn(authenticator)).json.code).toBe('passkey_refused')
  })
})

describe('the signed challenge', () => {
  test('finding F15: threat 183: every challenge is the hash of its purpose and random part', async () => {
    const { device, authenticator } = await startUser()
    expect(authenticator).toBeDefined()
    const anybody = origin.callWithProof(await createDeviceKey())
    const started = [
      ['login', await start(anybody, 'login', project)],
      ['step-up', await start(device.call, 'step-up')],
      ['register', await start(device.call, 'register')],
    ] as const
    for (const [purpose, { nonce, options }] of started) {
      const text = passkeyChallengeText({ purpose, nonce })
      expect(options.challenge, purpose).toBe(createHash('sha256').update(text).digest('base64url'))
    }
    expect(new Set(started.map(([, { nonce }]) => nonce)).size).toBe(3)
  })

  test('finding F15: an answer to another hash is refused, including the random part itself', async () => {
    const { authenticator } = await startUser()
    const call = origin.callWithProof(await createDeviceKey())
    for (const forge of [
      ({ nonce }: Started) => nonce,
      () => Buffer.alloc(32, 0xab).toString('base64url'),
      ({ nonce }: Started) =>
        createHash('sha256')
          .update(passkeyChallengeText({ purpose: 'step-up', nonce }))
          .digest('base64url'),
    ]) {
      const started = await start(call, 'login', project)
      const response = authenticator.get({ ...started.options, challenge: forge(started) }, inFrame)
      expect(
        await call('POST', '/v1/passkeys/login/finish', { challengeId: started.challengeId, response }),
      ).toMatchObject({ json: { code: 'passkey_refused' } })
    }
  })
})
