import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeUser } from '../auth/describeUser.ts'
import { isKeyOf } from '../auth/isUsedKey.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { devices, identities, passkeys, sessions, users } from '../auth/schema.ts'
import { findAccounts } from '../operations/findAccounts.ts'
import { createDeviceKey, type DeviceKey, type TestDevice } from '../testing/createTestOrigin.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { createLoginWorld, type LoginWorld } from './testing/createLoginWorld.ts'

const day = 86_400_000
let world: LoginWorld
beforeAll(async () => {
  world = await createLoginWorld()
})
afterAll(() => world.origin.stop())

type Listed = {
  leadsHere: boolean
  wallets: { address: string }[]
  takeBack: { moveId: string; until: string | null } | null
}
const listOf = async (from: TestDevice) => (await from.call('GET', '/v1/wallet/new')).json as unknown as Listed
const addressOf = async (device: TestDevice) => (await device.call('GET', '/v1/wallet')).json.address
const takeBack = async (from: TestDevice, moveId?: string) =>
  from.call('POST', '/v1/wallet/new/undo', { moveId: moveId ?? (await listOf(from)).takeBack?.moveId ?? randomUUID() })
const byLink = async (token: string) =>
  world.origin.callWithProof(await createDeviceKey())('POST', '/v1/wallet/new/undo/link', { token })
const createGoogle = (): ProvenIdentity => ({
  ...{ kind: 'google', issuer: 'https://accounts.google.com', subject: randomUUID() },
  ...{ email: null, userName: 'somebody' },
})
const startChange = async (from: TestDevice) =>
  (await from.call('POST', '/v1/auth/email/change/start', { email: `${randomUUID()}@example.org` })).json.code
/** Removes the email login method of the account. */
const removeMail = async (from: TestDevice) => {
  const rows = await world.origin.context.database.select().from(identities).where(eq(identities.userId, from.userId))
  const identityId = rows.find(({ kind }) => kind === 'email')?.id
  return (await from.call('POST', '/v1/identities/remove', { identityId })).json.code
}
/** Adds a passkey that is no recovery factor, as after an interrupted registration. */
const addPasskey = (userId: string) =>
  world.origin.context.database.insert(passkeys).values({
    ...{ credentialId: randomUUID(), userId, scope: testProjectId, publicKey: new Uint8Array(), counter: 0 },
    ...{ backupEligible: false, backedUp: false, prfEnabled: true, transports: '', createdAt: new Date(world.now()) },
  })
/** Confirms the logins of a device with a passkey, as after a step-up. */
const usePasskey = async ({ deviceId }: TestDevice) => {
  const confirmed = await world.origin.context.database
    .update(sessions)
    .set({ amr: 'otp passkey', authTime: new Date(world.now()) })
    .where(eq(sessions.deviceId, deviceId))
    .returning({ id: sessions.id })
  await world.origin.services.auth.parts.sessions.announce(confirmed.map(({ id }) => id))
}
/** An owner, and a thief of the mailbox who moved the login method to the thief's wallet and added another login method there. */
const startStolen = async () => {
  const owner = await world.start()
  const thief = await world.startNew(await world.signIn({ email: owner.email }), { email: owner.email })
  const google = createGoogle()
  await world.link(thief.device, google)
  const thiefIn = () => world.signIn({ identity: google, key: thief.key })
  const ownerIn = (email = owner.email) => world.signIn({ email, key: owner.key })
  return { ...owner, thief, google, thiefIn, ownerIn }
}
const putOut = async (key: DeviceKey) =>
  world.origin.context.database
    .update(devices)
    .set({ revokedAt: new Date(world.now()) })
    .where(eq(devices.jkt, key.jkt))

describe('behavior: threat 199: the account to which a login method moved cannot change it', () => {
  test('its address and the login method stay while a device has the previous wallet, for any time', async () => {
    const { wallet, thiefIn, ownerIn, key } = await startStolen()
    for (const days of [0, 31, 400]) {
      world.pass(days * day)
      const thief = await thiefIn()
      expect(await startChange(thief)).toBe('login_unsettled')
      expect(await removeMail(thief)).toBe('login_unsettled')
    }
    const owner = await ownerIn()
    expect(await addressOf(owner)).toBe(wallet.address)
    // Nor can the previous account change it.
    expect(await startChange(owner)).toBe('login_unsettled')
    await putOut(key)
    expect(await startChange(await thiefIn())).toBeUndefined()
  })

  test('a separate login method that never moved can be removed like any other', async () => {
    const { google, thief, thiefIn } = await startStolen()
    const rows = await world.origin.context.database
      .select()
      .from(identities)
      .where(eq(identities.userId, thief.device.userId))
    const own = rows.find(({ kind }) => kind === google.kind)
    const removed = await (await thiefIn()).call('POST', '/v1/identities/remove', { identityId: own?.id })
    expect(removed.status).toBe(200)
  })

  test('while a link leads back from it, even if no device has the previous wallet; a link that leads on does not count', async () => {
    const { email, key } = await world.start()
    const second = await world.startNew(await world.signIn({ email }), { email })
    await putOut(key)
    expect(await startChange(await world.signIn({ email, key: second.key }))).toBe('login_unsettled')
    world.pass(31 * day)
    await world.startNew(await world.signIn({ email }), { email })
    const owner = await world.signIn({ email, key: second.key })
    expect((await takeBack(owner)).status).toBe(200)
    world.pass(60_000)
    expect(await startChange(owner)).toBeUndefined()
  })
})

describe('behavior: threat 199: after the owner undid the move', () => {
  test('and changed the address, the other account can neither take it again, nor read or write to the new address', async () => {
    const { email, wallet, thiefIn, ownerIn } = await startStolen()
    const old = (await listOf(await thiefIn())).takeBack?.moveId
    const owner = await ownerIn()
    expect((await takeBack(owner)).status).toBe(200)
    const offered = (await listOf(await thiefIn())).takeBack
    expect(offered?.until).toEqual(expect.any(String))
    const newEmail = `${randomUUID()}@safe.example`
    await world.changeEmail(owner, { email, newEmail })
    const mails = (await world.mailsTo(newEmail)).length
    for (const days of [0, 40]) {
      world.pass(days * day + 60_000)
      const thief = await thiefIn()
      const listed = await listOf(thief)
      expect(listed).toMatchObject({ leadsHere: false, takeBack: null })
      for (const moveId of [old, offered?.moveId])
        expect((await takeBack(thief, moveId)).json.code).toBe('archive_unknown')
      const { sealer } = world.origin.services.auth.parts
      const described = await describeUser(world.origin.context.database, {
        userId: thief.userId,
        identityId: null,
        sealer,
      })
      expect(described.email).toBeNull()
      await thief.call('POST', '/v1/auth/step-up/start')
    }
    expect(await world.mailsTo(newEmail)).toHaveLength(mails)
    expect(await addressOf(await world.signIn({ email: newEmail }))).toBe(wallet.address)
    expect(await startChange(await ownerIn(newEmail))).toBeUndefined()
  })

  test('and started a new wallet from there, the other account sees none of that', async () => {
    const { email, thief, wallet, thiefIn, ownerIn } = await startStolen()
    const owner = await ownerIn()
    await takeBack(owner)
    const newEmail = `${randomUUID()}@safe.example`
    await world.changeEmail(owner, { email, newEmail })
    world.pass(4 * day)
    const third = await world.startNew(await world.signIn({ email: newEmail }), { email: newEmail })
    expect((await listOf(await thiefIn())).wallets).toMatchObject([{ address: wallet.address }])
    const known = (await listOf(await ownerIn(newEmail))).wallets.map(({ address }) => address)
    expect(new Set(known)).toEqual(new Set([thief.address, third.address]))
  })

  test('a wallet that was started from the other account gives no lasting claim to the login method', async () => {
    const { email, thief, thiefIn, ownerIn } = await startStolen()
    await world.startNew(await world.signIn({ email }), { email })
    const started = (await listOf(await thiefIn())).takeBack
    expect(started?.until).toBeNull()
    const owner = await ownerIn()
    expect((await takeBack(owner)).status).toBe(200)
    await world.changeEmail(owner, { email, newEmail: `${randomUUID()}@safe.example` })
    const again = await thiefIn()
    expect(again.userId).toBe(thief.device.userId)
    expect((await listOf(again)).takeBack).toBeNull()
    expect((await takeBack(again, started?.moveId)).json.code).toBe('archive_unknown')
  })

  test('the link that undoes that is sent only to the mailbox of the previous account', async () => {
    const own = createGoogle()
    const key = await createDeviceKey()
    const first = await world.signIn({ identity: own, key })
    await world.createWallet(first)
    const stranded = await world.signIn({ identity: own })
    const asked = await stranded.call('POST', '/v1/wallet/new/ask')
    const begun = await stranded.call('POST', '/v1/wallet/new/start', { askId: asked.json.askId })
    expect(begun.status).toBe(200)
    const thief = await world.signIn({ identity: own })
    await world.createWallet(thief)
    const mailbox = `${randomUUID()}@evil.example`
    await world.link(thief, { kind: 'email', email: mailbox })
    world.pass(1000)
    expect((await takeBack(await world.signIn({ identity: own, key }))).status).toBe(200)
    expect((await world.mailsTo(mailbox)).map(({ template }) => template)).not.toContain('loginReturned')
  })

  test('links move a login method back and forth ten times in a day', async () => {
    const { email } = await startStolen()
    const follow = async (template: 'loginMoved' | 'loginReturned') => {
      world.pass(1000)
      const { status, json } = await byLink(await world.tokenTo(email, template))
      return status === 200 ? 'done' : json.code
    }
    expect(await follow('loginMoved')).toBe('done')
    for (let count = 1; count < 10; count += 1) expect(await follow('loginReturned')).toBe('done')
    expect(await follow('loginReturned')).toBe('rate_limited')
  })
})

describe('behavior: threat 199: a mailbox alone', () => {
  test('leaves no wallet of an account with a passkey, even if it opens nothing: code and passkey are required, and no request is used up', async () => {
    const { email, owner } = await world.start()
    const stranded = await world.signIn({ email })
    const asked = await world.ask(stranded, { email })
    await addPasskey(owner.userId)
    for (let count = 0; count < 6; count += 1)
      expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('step_up_required')
    // Also with a code that was sent earlier: no try is counted.
    expect((await stranded.call('POST', '/v1/wallet/new/start', asked)).json.code).toBe('step_up_required')
    await usePasskey(stranded)
    expect((await stranded.call('POST', '/v1/wallet/new/start', { askId: asked.askId })).json.code).toBe('code_wrong')
    expect((await stranded.call('POST', '/v1/wallet/new/start', asked)).status).toBe(200)
  })

  test('of a frozen account moves no login method back; a day later it does', async () => {
    const { email, key } = await world.start()
    await world.startNew(await world.signIn({ email }), { email })
    const { database } = world.origin.context
    const owner = await world.signIn({ email, key })
    const frozenUntil = new Date(world.now() + day)
    await database.update(users).set({ frozenUntil }).where(eq(users.id, owner.userId))
    expect((await takeBack(owner)).json.code).toBe('frozen')
    expect((await listOf(owner)).leadsHere).toBe(false)
    world.pass(day)
    expect((await takeBack(await world.signIn({ email, key }))).status).toBe(200)
  })

  test('moves no login method while a change of its address can be undone: the undo finds it unchanged', async () => {
    const { email, owner, key, wallet } = await world.start()
    const newEmail = `${randomUUID()}@evil.example`
    await world.changeEmail(owner, { email, newEmail })
    // The freeze is over, but the link in the old mailbox is still valid.
    world.pass(2 * day)
    const stranded = await world.signIn({ email: newEmail })
    expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('login_unsettled')
    const undone = await world.origin.callWithProof(await createDeviceKey())('POST', '/v1/auth/email/change/undo', {
      token: await world.tokenTo(email, 'emailChanged'),
    })
    expect(undone.json).toMatchObject({ email })
    expect(await addressOf(await world.signIn({ email, key }))).toBe(wallet.address)
  })
})

describe('the operator’s search', () => {
  test('behavior: every account to which the address led, with its wallet and the time of the move', async () => {
    const { email, owner, wallet, key } = await world.start()
    const second = await world.startNew(await world.signIn({ email }), { email })
    const { sealer } = world.origin.services.auth.parts
    const find = () => findAccounts({ context: world.origin.context, sealer }, { email: email.toUpperCase() })
    expect(await find()).toMatchObject([
      { id: second.device.userId, address: second.address, logins: ['email'], leftAt: null },
      { id: owner.userId, address: wallet.address, logins: [], leftAt: expect.any(Date) },
    ])
    expect((await takeBack(await world.signIn({ email, key }))).status).toBe(200)
    expect((await find()).map(({ id, leftAt }) => [id, leftAt === null])).toEqual([
      [owner.userId, true],
      [second.device.userId, false],
    ])
  })
})

describe('protection of the owner', () => {
  test('behavior: a login method is not removed if another account with a wallet on a device would lose its only one', async () => {
    const { email, key, wallet } = await world.start()
    const second = await world.startNew(await world.signIn({ email }), { email })
    const owner = await world.signIn({ email, key })
    expect((await takeBack(owner)).status).toBe(200)
    const google = createGoogle()
    await world.link(owner, google)
    world.pass(2 * day)
    expect(await removeMail(await world.signIn({ email, key }))).toBe('login_unsettled')
    const other = await world.signIn({ email, key: second.key })
    expect(await addressOf(other)).toBe(second.address)
    await world.link(other, createGoogle())
    const later = await world.signIn({ identity: google, key })
    expect(await removeMail(later)).toBeUndefined()
    expect(await addressOf(await world.signIn({ identity: google, key }))).toBe(wallet.address)
  })

  test('behavior: of two moved login methods, each can be moved back', async () => {
    const { email, key, owner } = await world.start()
    const google = createGoogle()
    await world.link(owner, google)
    await world.startNew(await world.signIn({ email }), { email })
    const stranded = await world.signIn({ identity: google })
    expect((await stranded.call('POST', '/v1/wallet/new/start', await world.ask(stranded, { email }))).status).toBe(200)
    const back = await world.signIn({ email, key })
    expect((await takeBack(back)).status).toBe(200)
    expect(await listOf(back)).toMatchObject({ leadsHere: false, takeBack: { until: null } })
    expect((await takeBack(back)).status).toBe(200)
    expect((await listOf(back)).leadsHere).toBe(true)
    expect((await back.call('GET', '/v1/wallet')).json.loginMovedAt).toBeNull()
  })

  test('behavior: the device with the previous wallet is known for the address', async () => {
    const { email, key } = await world.start()
    const isKnown = async (jkt: string) =>
      isKeyOf(world.origin.context.database, {
        ...{ scope: testProjectId, identity: { kind: 'email', email }, jkt },
        sealer: world.origin.services.auth.parts.sealer,
      })
    await world.startNew(await world.signIn({ email }), { email })
    expect(await isKnown(key.jkt)).toBe(true)
    expect(await isKnown((await createDeviceKey()).jkt)).toBe(false)
  })
})
