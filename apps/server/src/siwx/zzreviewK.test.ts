import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner, createTestSiwx, type TestSiwx, otherOrigin, siteOrigin } from './testing/createTestSiwx.ts'

let world: TestSiwx
beforeAll(async () => {
  world = await createTestSiwx()
})
afterAll(() => world?.stop())

test('A: again with an account whose sign-in ran out while another goes on', async () => {
  const b = world.browser()
  const [one, two] = [createSigner(), createSigner()]
  const soon = new Date(world.clock.now() + 120_000).toISOString()
  expect((await b.signIn(one, { expirationTime: soon })).status).toBe(200)
  expect((await b.signIn(two)).status).toBe(200)
  world.clock.pass(180_000)
  expect(await b.who()).toEqual([two.address])
  const again = await b.signIn(one)
  console.log('A', again.status, JSON.stringify(again.body))
  expect(again.status).toBe(200)
})

test('B: a thief forks the session; the owner signs out', async () => {
  const owner = world.browser()
  const victim = createSigner()
  await owner.signIn(victim)
  await owner.who()
  const thief = world.browser({ cookies: new Map(owner.cookies) })
  const fork = world.browser({ cookies: new Map(owner.cookies) })
  expect((await thief.signIn(createSigner())).status).toBe(200)
  // never used again: fork with the token of before
  expect((await fork.signIn(createSigner())).status).toBe(200)
  console.log('B fork sees victim', (await fork.who()).includes(victim.address), 'owner', await owner.who())
  const out = await owner.post('/v1/siwx/revoke', {})
  console.log('B out', out.status, 'owner', await owner.who(), 'thief', (await thief.who()).includes(victim.address), 'fork', (await fork.who()).includes(victim.address))
  world.clock.pass(3 * 86_400_000)
  console.log('B 3 days later fork', (await fork.who()).includes(victim.address))
  expect((await fork.who()).includes(victim.address)).toBe(false)
})

test('C: a GET without an origin takes a session of another page', async () => {
  const evil = world.browser({ origin: otherOrigin })
  const attacker = createSigner()
  expect((await evil.signIn(attacker)).status).toBe(200)
  const site = evil.tab({ origin: undefined })
  console.log('C', await site.who(), (await site.get('/v1/me/addresses')).status, (await evil.tab({ origin: siteOrigin }).get('/v1/me/addresses')).status)
  expect(await site.who()).toEqual([])
})

test('D: signing in on the second site', async () => {
  const b = world.browser()
  const s = createSigner()
  await b.signIn(s)
  await b.tab({ origin: otherOrigin }).signIn(s)
  console.log('D', await b.who())
  expect(await b.who()).toEqual([s.address])
})
test('E: odd account parameters', async () => {
  const b = world.browser()
  await b.signIn(createSigner())
  for (const a of ['a:b', 'a:b:c', 'a:b:c:d', ':', '', ' ', 'eip155:1:0x', '%00', '__proto__', 'eip155:1:0x'+'f'.repeat(40)+':x', 'x'.repeat(200)]) {
    const r = await b.get('/v1/me/addresses?account=' + encodeURIComponent(a))
    const t = await b.post('/v1/siwx/token', { address: a })
    const v = await b.post('/v1/siwx/revoke', { address: a })
    console.log('E', JSON.stringify(a.slice(0,20)), r.status, r.code, t.status, t.code, v.status, v.code)
  }
  console.log('E still', await b.who())
})
