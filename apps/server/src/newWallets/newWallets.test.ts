import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { identities } from '../auth/schema.ts'
import { createDeviceKey, type DeviceKey, type TestDevice } from '../testing/createTestOrigin.ts'
import { createTestFactor, createTestShares, createTestVaultBytes, signTestChange } from '../testing/createTestVault.ts'
import { archiveWallet } from '../vaults/archiveStore.ts'
import { readWallet } from '../vaults/vaultStore.ts'
import { startSweep } from '../walletOrigin/startSweep.ts'
import { newWalletAsks } from './schema.ts'
import { createLoginWorld, type LoginWorld } from './testing/createLoginWorld.ts'

const day = 86_400_000
let world: LoginWorld
beforeAll(async () => {
  world = await createLoginWorld()
})
afterAll(() => world.origin.stop())

/** The change that a session may take back. */
const moveOf = async (from: TestDevice) => {
  const { takeBack } = (await from.call('GET', '/v1/wallet/new')).json as unknown as {
    takeBack: { moveId: string } | null
  }
  return takeBack?.moveId ?? randomUUID()
}
const addressOf = async (device: TestDevice) => (await device.call('GET', '/v1/wallet')).json.address

describe('a new wallet for a login that opens none', () => {
  test('behavior: the login leads to a new account; the wallet of before is listed, and still opens on the device that holds it', async () => {
    const { email, owner, key, wallet } = await world.start()
    const stranded = await world.signIn({ email })
    const { device: fresh, address } = await world.startNew(stranded, { email })
    expect(address).not.toBe(wallet.address)
    expect(fresh.userId).not.toBe(owner.userId)
    expect((await fresh.call('GET', '/v1/wallet/new')).json).toMatchObject({
      leadsHere: true,
      wallets: [{ address: wallet.address }],
      takeBack: { until: expect.any(String) },
    })
    // The first device goes on, and gets its own wallet at its next login as well.
    expect((await owner.call('GET', '/v1/wallet')).json).toMatchObject({
      address: wallet.address,
      share: { epoch: 1 },
      loginMovedAt: expect.any(String),
    })
    expect(await addressOf(await world.signIn({ email, key }))).toBe(wallet.address)
    expect((await owner.call('GET', '/v1/wallet/new')).json).toMatchObject({
      leadsHere: false,
      wallets: [{ address }],
      takeBack: { until: null },
    })
    // Every other one gets the new wallet.
    expect(await addressOf(await world.signIn({ email }))).toBe(address)
  })

  test('behavior: a wallet with a way back in is left by nobody; neither is one on a device that holds it', async () => {
    const { email, owner } = await world.start({ factors: [createTestFactor()] })
    const thief = await world.signIn({ email })
    expect((await thief.call('POST', '/v1/wallet/new/ask')).json.code).toBe('wallet_protected')
    expect((await owner.call('POST', '/v1/wallet/new/ask')).json.code).toBe('wallet_exists')
    const nobody = await world.signIn({ email: `${randomUUID()}@example.com` })
    expect((await nobody.call('POST', '/v1/wallet/new/ask')).json.code).toBe('wallet_unknown')
  })

  test('behavior: a wallet that was protected between code and confirmation stays', async () => {
    const { email, owner, wallet } = await world.start()
    const stranded = await world.signIn({ email })
    const asked = await world.ask(stranded, { email })
    const factor = createTestFactor()
    const body = { factor, vault: createTestVaultBytes(), vaultVersion: 1, device: createTestShares(2, [factor]) }
    const added = await owner.call('POST', '/v1/wallet/factors', await signTestChange(owner, wallet, 'addFactor', body))
    expect(added.status).toBe(200)
    expect((await stranded.call('POST', '/v1/wallet/new/start', asked)).json.code).toBe('wallet_protected')
    expect(await addressOf(await world.signIn({ email }))).toBe(wallet.address)
  })

  test('behavior: the code of the mail confirms it: five tries, ten minutes, this device alone', async () => {
    const { email } = await world.start()
    const stranded = await world.signIn({ email })
    const asked = await world.ask(stranded, { email })
    const wrong = { ...asked, otp: asked.otp === '000000' ? '000001' : '000000' }
    const other = await world.signIn({ email })
    expect((await other.call('POST', '/v1/wallet/new/start', asked)).json.code).toBe('attempt_unknown')
    for (const code of ['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_expired'])
      expect((await stranded.call('POST', '/v1/wallet/new/start', wrong)).json.code).toBe(code)
    expect((await stranded.call('POST', '/v1/wallet/new/start', asked)).json.code).toBe('code_expired')
    const again = await world.ask(stranded, { email })
    expect((await stranded.call('POST', '/v1/wallet/new/start', asked)).json.code).toBe('attempt_unknown')
    world.pass(10 * 60_000 + 1)
    await stranded.renew()
    expect((await stranded.call('POST', '/v1/wallet/new/start', again)).json.code).toBe('attempt_unknown')
  })

  test('behavior: five asks of a device in a day', async () => {
    const { email } = await world.start()
    const stranded = await world.signIn({ email })
    for (let count = 0; count < 5; count += 1) await world.ask(stranded, { email })
    expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('rate_limited')
  })

  test('behavior: within the limits of all mail to a mailbox; one that is refused uses none of it up', async () => {
    const { email, owner } = await world.start()
    const stranded = await world.signIn({ email })
    await world.ask(stranded, { email })
    // More often than may be asked in a day: nothing was sent.
    for (let count = 0; count < 6; count += 1)
      expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('email_cooldown')
    world.pass(31_000)
    expect((await owner.call('POST', '/v1/wallet/new/ask')).json.code).toBe('wallet_exists')
    expect((await stranded.call('POST', '/v1/wallet/new/ask')).status).toBe(200)
  })

  test('behavior: twenty wrong codes of a device in a day; then the right one is refused as well, and its ask is over', async () => {
    const { email } = await world.start()
    const stranded = await world.signIn({ email })
    let asked = { askId: '', otp: '' }
    for (let count = 0; count < 20; count += 1) {
      if (count % 4 === 0) asked = await world.ask(stranded, { email })
      const wrong = { ...asked, otp: asked.otp === '000000' ? '000001' : '000000' }
      expect((await stranded.call('POST', '/v1/wallet/new/start', wrong)).json.code).toBe('code_wrong')
    }
    expect((await stranded.call('POST', '/v1/wallet/new/start', asked)).json.code).toBe('rate_limited')
    const rows = await world.origin.context.database.select().from(newWalletAsks)
    expect(rows.filter(({ deviceId }) => deviceId === stranded.deviceId)).toEqual([])
  })

  test('behavior: a wallet stays while an epoch of it can come back', async () => {
    const { email, owner } = await world.start()
    const stranded = await world.signIn({ email })
    await world.origin.context.database.transaction(async (tx) => {
      const wallet = await readWallet(tx, { userId: owner.userId })
      if (!wallet) throw new Error('There is no wallet')
      const notice = { undoHash: null, app: 'Test', language: 'en' }
      await archiveWallet(tx, { wallet, returned: null, ...notice, now: new Date(world.now()) })
    })
    expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('wallet_protected')
    world.pass(7 * day)
    const later = await world.signIn({ email })
    expect((await later.call('POST', '/v1/wallet/new/ask')).status).toBe(200)
  })

  test('behavior: an answer that was lost comes again, and makes no second account', async () => {
    const { email } = await world.start()
    const stranded = await world.signIn({ email })
    const asked = await world.ask(stranded, { email })
    const both = await Promise.all([1, 2].map(() => stranded.call('POST', '/v1/wallet/new/start', asked)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(both.map(({ json }) => json.userId)).size).toBe(1)
    expect(new Set(both.map(({ json }) => json.accessToken)).size).toBe(2)
    const mails = (await world.mailsTo(email)).filter(({ template }) => template === 'loginMoved')
    expect(mails).toHaveLength(1)
  })

  test('behavior: of two devices that start one at once, one does; the other signs in again and finds that wallet', async () => {
    const { email } = await world.start()
    const [one, two] = [await world.signIn({ email }), await world.signIn({ email })]
    const asks = [await world.ask(one, { email }), await world.ask(two, { email })]
    const both = await Promise.all(
      [one, two].map((from, index) => from.call('POST', '/v1/wallet/new/start', asks[index])),
    )
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(['session_ended', 'login_unsettled']).toContain(both.find(({ status }) => status !== 200)?.json.code)
    const rows = await world.origin.context.database.select().from(identities)
    const winner = both.find(({ status }) => status === 200)
    expect(rows.filter(({ userId }) => userId === String(winner?.json.userId))).toHaveLength(1)
  })

  test('behavior: what was asked is swept when it is of no use any more', async () => {
    const { email } = await world.start()
    await world.ask(await world.signIn({ email }), { email })
    world.pass(11 * 60_000)
    await startSweep({ context: world.origin.context }).sweep()
    expect(await world.origin.context.database.$count(newWalletAsks)).toBe(0)
  })
})

describe('taking it back', () => {
  /** An owner whose login was led to a new wallet. */
  const startMoved = async () => {
    const made = await world.start()
    const stranded = await world.signIn({ email: made.email })
    const { device: fresh, address, key: freshKey } = await world.startNew(stranded, made)
    return { ...made, stranded, fresh, freshKey, newAddress: address }
  }
  const takeBack = async (from: TestDevice) => {
    const moveId = await moveOf(from)
    return from.call('POST', '/v1/wallet/new/undo', { moveId })
  }
  const byLink = async (token: string) =>
    world.origin.callWithProof(await createDeviceKey())('POST', '/v1/wallet/new/undo/link', { token })
  const signedIn = async (email: string, key?: DeviceKey) =>
    addressOf(await world.signIn({ email, ...(key && { key }) }))

  test('behavior: the device that holds the old wallet leads the login back at any time; the new wallet stays on its device', async () => {
    const { email, owner, key, wallet, freshKey, newAddress } = await startMoved()
    world.pass(40 * day)
    const again = await world.signIn({ email, key })
    expect((await takeBack(again)).status).toBe(200)
    expect(await signedIn(email)).toBe(wallet.address)
    expect(await signedIn(email, freshKey)).toBe(newAddress)
    expect((await again.call('GET', '/v1/wallet')).json.loginMovedAt).toBeNull()
    const events = await readAudit(world.origin.context, { userId: owner.userId, event: 'login.returned' })
    expect(events).toHaveLength(1)
  })

  test('behavior: the device of the new wallet takes it back for thirty days', async () => {
    const first = await startMoved()
    expect((await takeBack(first.fresh)).status).toBe(200)
    expect(await signedIn(first.email)).toBe(first.wallet.address)
    const late = await startMoved()
    world.pass(30 * day)
    const again = await world.signIn({ email: late.email, key: late.freshKey })
    expect((await again.call('GET', '/v1/wallet/new')).json.takeBack).toBeNull()
    expect((await takeBack(again)).json.code).toBe('archive_unknown')
  })

  test('behavior: the link of the mail takes it back, once, for thirty days; and that can be taken back in turn', async () => {
    const { email, wallet, newAddress } = await startMoved()
    const token = await world.tokenTo(email, 'loginMoved')
    expect((await byLink(token)).json).toEqual({ address: wallet.address })
    expect(await signedIn(email)).toBe(wallet.address)
    expect((await byLink(token)).json.code).toBe('link_invalid')
    const back = await world.tokenTo(email, 'loginReturned')
    expect((await byLink(back)).json).toEqual({ address: newAddress })
    expect(await signedIn(email)).toBe(newAddress)
    const late = await startMoved()
    world.pass(30 * day)
    expect((await byLink(await world.tokenTo(late.email, 'loginMoved'))).json.code).toBe('link_invalid')
    expect(await signedIn(late.email)).toBe(late.newAddress)
  })

  test('behavior: who leads it on from wallet to wallet keeps it from nobody: the first mail and the first device still lead it back', async () => {
    const { email, wallet, key, owner } = await startMoved()
    const first = await world.tokenTo(email, 'loginMoved')
    const second = await world.startNew(await world.signIn({ email }), { email })
    expect(await signedIn(email)).toBe(second.address)
    expect((await byLink(first)).json).toEqual({ address: wallet.address })
    const third = await world.startNew(await world.signIn({ email }), { email })
    expect(await signedIn(email)).toBe(third.address)
    await owner.renew()
    expect((await takeBack(await world.signIn({ email, key }))).status).toBe(200)
    expect(await signedIn(email)).toBe(wallet.address)
  })

  test('behavior: threat 199: a login alone takes nothing back, and nobody else’s', async () => {
    const { email, stranded, owner } = await startMoved()
    const moveId = await moveOf(owner)
    const login = await world.signIn({ email })
    expect((await login.call('POST', '/v1/wallet/new/undo', { moveId })).json.code).toBe('device_not_enrolled')
    expect((await stranded.call('POST', '/v1/wallet/new/undo', { moveId })).json.code).toBe('device_not_enrolled')
    const other = await world.start()
    expect((await other.owner.call('POST', '/v1/wallet/new/undo', { moveId })).json.code).toBe('archive_unknown')
    world.pass(6 * 60_000)
    await owner.renew()
    expect((await owner.call('POST', '/v1/wallet/new/undo', { moveId })).json.code).toBe('step_up_required')
  })
})

describe('behavior: threat 199: who reads the mailbox keeps nothing of a living owner', () => {
  test('the owner who took the login back changes the address at once, and every link in the old mailbox is dead', async () => {
    const { email, key } = await world.start()
    await world.startNew(await world.signIn({ email }), { email })
    const owner = await world.signIn({ email, key })
    const moveId = await moveOf(owner)
    expect((await owner.call('POST', '/v1/wallet/new/undo', { moveId })).status).toBe(200)
    const link = await world.tokenTo(email, 'loginReturned')
    await world.changeEmail(owner, { email, newEmail: `${randomUUID()}@example.com` })
    const call = world.origin.callWithProof(await createDeviceKey())
    expect((await call('POST', '/v1/wallet/new/undo/link', { token: link })).json.code).toBe('link_invalid')
  })

  test('every mailbox of the account is told, with the wallet that is left, the device and the link', async () => {
    const { email, wallet } = await world.start()
    await world.startNew(await world.signIn({ email }), { email })
    const mails = await world.mailsTo(email)
    expect(mails.findLast(({ template }) => template === 'newWalletCode')?.contents).toMatchObject({
      address: wallet.address,
      device: 'Chrome on Linux',
    })
    expect(mails.findLast(({ template }) => template === 'loginMoved')?.contents).toMatchObject({
      address: wallet.address,
      device: 'Chrome on Linux',
      days: 30,
    })
  })

  test('what happens in the account that was left is told to the same mailbox, and its codes go there', async () => {
    const { email, key } = await world.start()
    await world.startNew(await world.signIn({ email }), { email })
    const owner = await world.signIn({ email, key })
    world.pass(31_000)
    const { method } = (await owner.call('POST', '/v1/auth/step-up/start')).json
    expect(method).toBe('code')
    expect((await world.mailsTo(email)).at(-1)?.template).toBe('stepUpCode')
    const rows = await world.origin.context.database
      .select()
      .from(identities)
      .where(eq(identities.userId, owner.userId))
    expect(rows).toEqual([])
  })
})
