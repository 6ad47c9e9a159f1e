import { eq } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { createSigningKeys, type SigningKeys } from './createSigningKeys.ts'
import { signingKeys } from './schema.ts'

const hour = 3_600_000
const day = 24 * hour
const sealer = createSealer({ keys: [new Uint8Array(32).fill(7)] })
let context: TestContext
let now = 1_800_000_000_000

beforeAll(async () => {
  context = await createTestContext({ clock: { now: () => now } })
})
afterAll(() => context.stop())
beforeEach(async () => {
  await context.database.delete(signingKeys)
})

const create = (purpose: 'wallet' | 'siwx' = 'siwx', own = sealer) =>
  createSigningKeys({ context, sealer: own, purpose })
const kidsOf = async (keys: SigningKeys) => (await keys.list()).map(({ kid }) => kid)
const rows = () => context.database.select().from(signingKeys)

describe('signing keys', () => {
  test('default', async () => {
    const keys = await create()
    const { kid, key } = await keys.current()
    expect(await keys.list()).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.stringMatching(/^[\w-]{43}$/),
        y: expect.stringMatching(/^[\w-]{43}$/),
        ...{ kid, alg: 'ES256', use: 'sig' },
      },
    ])
    const signed = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(key)
    const found = await keys.find(kid)
    if (!found) throw new Error('The key is not found')
    await expect(jwtVerify(signed, found)).resolves.toBeDefined()
    expect(await keys.find('unknown')).toBeUndefined()
  })

  test('behavior: threat 123: the private half is sealed for its purpose, so a row that was moved to another does not open', async () => {
    const { kid } = await (await create()).current()
    const [row] = await rows()
    expect(row?.publicJwk).not.toContain('"d"')
    expect(Buffer.from(row?.sealedPrivateJwk ?? []).includes('"d"')).toBe(false)
    await context.database.update(signingKeys).set({ purpose: 'wallet' })
    const wallet = await create('wallet')
    expect((await wallet.current()).kid).not.toBe(kid)
  })

  test('behavior: threat 123: each purpose has separate keys', async () => {
    const [siwx, wallet] = await Promise.all([create('siwx'), create('wallet')])
    const [one, other] = [await siwx.current(), await wallet.current()]
    expect(await kidsOf(siwx)).toEqual([one.kid])
    expect(await kidsOf(wallet)).toEqual([other.kid])
    expect(await siwx.find(other.kid)).toBeUndefined()
    expect(await wallet.find(one.kid)).toBeUndefined()
  })

  test('behavior: processes that start together create one key, and notice one that another process created', async () => {
    const all = await Promise.all([create(), create(), create()])
    expect(new Set(await Promise.all(all.map(async (keys) => (await keys.current()).kid))).size).toBe(1)
    expect(await rows()).toHaveLength(1)
    // A process with another key-encryption key.
    const stranger = await create('siwx', createSealer({ keys: [new Uint8Array(32).fill(9)] }))
    const { kid } = await stranger.current()
    now += 1_001
    const [first] = all
    expect(await Promise.all([first?.find(kid), first?.find(kid)])).not.toContain(undefined)
    expect((await first?.current())?.kid).not.toBe(kid)
    now += 60_001
    expect(await first?.list()).toHaveLength(2)
    expect(await rows()).toHaveLength(2)
  })

  test('behavior: threat 123: a process that runs for months rotates: the new key is published an hour ahead, the old one kept for a day', async () => {
    const [keys, neighbour] = [await create(), await create()]
    const old = (await keys.current()).kid
    now += 30 * day - 1
    expect(await kidsOf(keys)).toEqual([old])
    now += 60_000
    const [made] = await kidsOf(keys)
    expect(await kidsOf(keys)).toEqual([made, old])
    expect(made).not.toBe(old)
    // All processes sign with the same key, before and after.
    expect([(await keys.current()).kid, (await neighbour.current()).kid]).toEqual([old, old])
    expect(await kidsOf(neighbour)).toEqual([made, old])
    now += hour
    expect([(await keys.current()).kid, (await neighbour.current()).kid]).toEqual([made, made])
    now += day - 60_000
    expect(await kidsOf(keys)).toEqual([made, old])
    now += 120_000
    expect(await kidsOf(keys)).toEqual([made])
    expect(await keys.find(old)).toBeUndefined()
    const [retired] = await context.database.select().from(signingKeys).where(eq(signingKeys.kid, old))
    expect(retired?.retiredAt).not.toBeNull()
  })

  test('behavior: threat 123: a timer rotates the keys, even without requests', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    await create()
    const [tick] = timers.mock.lastCall ?? []
    timers.mockRestore()
    now += 30 * day
    ;(tick as () => void)()
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
  })

  test('behavior: threat 123: a key that the operator removes signs and is published for at most a minute', async () => {
    const keys = await create()
    const { kid } = await keys.current()
    await context.database.update(signingKeys).set({ retiredAt: new Date(now) })
    now += 60_000
    const made = await keys.current()
    expect(made.kid).not.toBe(kid)
    expect(await kidsOf(keys)).toEqual([made.kid])
  })

  test('behavior: during a transaction the key in memory signs, and a due rotation happens afterwards', async () => {
    const keys = await create('wallet')
    const { kid } = keys.atHand()
    // A machine that slept, so no timer ran.
    now += 95 * day
    await context.database.transaction(async (tx) => {
      expect(keys.atHand().kid).toBe(kid)
      await tx.select().from(signingKeys)
    })
    await vi.waitFor(() => expect(keys.atHand().kid).not.toBe(kid))
    expect(await kidsOf(keys)).toEqual([keys.atHand().kid])
  })

  test('error: while the database is down the key in memory is used, until it is too old', async () => {
    let isDown = false
    const database = new Proxy(context.database, {
      get: (target, name) => {
        if (isDown) throw new Error('The database is down')
        return Reflect.get(target, name)
      },
    })
    const keys = await createSigningKeys({ context: { ...context, database }, sealer, purpose: 'siwx' })
    const { kid } = await keys.current()
    isDown = true
    now += 30 * day
    expect((await keys.current()).kid).toBe(kid)
    expect(await kidsOf(keys)).toEqual([kid])
    now += hour
    await expect(keys.current()).rejects.toThrow('There is no signing key (siwx)')
    isDown = false
    now += 60_000
    expect((await keys.current()).kid).not.toBe(kid)
  })
})
