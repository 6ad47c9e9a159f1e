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

/** The move that a login can undo. */
const moveOf = async (from: TestDevice) => {
  const { takeBack } = (await from.call('GET', '/v1/wallet/new')).json as unknown as {
    takeBack: { moveId: string } | null
  }
  return takeBack?.moveId ?? randomUUID()
}
const addressOf = async (device: TestDevice) => (await device.call('GET', '/v1/wallet')).json.address

describe('a new wallet for a login method that opens none', () => {
  test('behavior: the login method moves to a new account; the previous wallet is listed, and still opens on its device', async () => {
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
    // The first device continues, and gets its own wallet at its next login as well.
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
    // All other devices get the new wallet.
    expect(await addressOf(await world.signIn({ email }))).toBe(address)
  })

  test('behavior: a wallet with a recovery factor cannot be left, and neither can one on a device that has it', async () => {
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

  test('behavior: the email’s code confirms it: five tries, ten minutes, only this device', async () => {
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

  test('behavior: five requests of a device per day', async () => {
    const { email } = await world.start()
    const stranded = await world.signIn({ email })
    for (let count = 0; count < 5; count += 1) await world.ask(stranded, { email })
    expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('rate_limited')
  })

  test('behavior: within the limits of all emails to a mailbox, and a refused request does not count', async () => {
    const { email, owner } = await world.start()
    const stranded = await world.signIn({ email })
    await world.ask(stranded, { email })
    // More often than allowed per day: no email was sent.
    for (let count = 0; count < 6; count += 1)
      expect((await stranded.call('POST', '/v1/wallet/new/ask')).json.code).toBe('email_cooldown')
    world.pass(31_000)
    expect((await owner.call('POST', '/v1/wallet/new/ask')).json.code).toBe('wallet_exists')
    expect((await stranded.call('POST', '/v1/wallet/new/ask')).status).toBe(200)
  })

  test('behavior: after twenty wrong codes of a device in a day, the right one is refused as well, and its request ends', async () => {
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

  test('behavior: a wallet stays while one of its epochs can be restored', async () => {
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

  test('behavior: a retry after a lost response gets the same answer, and creates no second account', async () => {
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

  test('behavior: of two devices that start one at once, one does; the other logs in again and finds that wallet', async () => {
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

  test('behavior: expired requests are deleted', async () => {
    const { email } = await world.start()
    await world.ask(await world.signIn({ email }), { email })
    world.pass(11 * 60_000)
    await startSweep({ context: world.origin.context }).sweep()
    expect(await world.origin.context.database.$count(newWalletAsks)).toBe(0)
  })
})

describe('undoing it', () => {
  /** An owner whose login method moved to a new wallet. */
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

  test('behavior: the device with the old wallet can move the login method back at any time; the new wallet stays on its device', async () => {
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

  test('behavior: the device of the new wallet can take it again for thirty days', async () => {
    const first = await startMoved()
    expect((await takeBack(first.fresh)).status).toBe(200)
    expect(await signedIn(first.email)).toBe(first.wallet.address)
    const late = await startMoved()
    world.pass(30 * day)
    const again = await world.signIn({ email: late.email, key: late.freshKey })
    expect((await again.call('GET', '/v1/wallet/new')).json.takeBack).toBeNull()
    expect((await takeBack(again)).json.code).toBe('archive_unknown')
  })

  test('behavior: the link of the email undoes it, once, for thirty days; and that can be undone in turn', async () => {
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

  test('behavior: repeated moves do not prevent the undo: the first email and the first device still move it back', async () => {
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

  test('behavior: threat 199: a login alone undoes no move, of any account', async () => {
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

describe('behavior: threat 199: a thief of the mailbox takes nothing permanently from an active owner', () => {
  test('the owner who undid the move changes the address at once, and every link in the old mailbox is invalid', async () => {
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

  test('every mailbox of the account is notified, with the previous wallet, the device and the link', async () => {
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

  test('notices and codes of the previous account go to the same mailbox', async () => {
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
