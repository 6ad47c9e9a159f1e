import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCounters } from '../auth/createCounters.ts'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { hostOrigin } from '../testing/createTestOrigin.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { sweepAttempts } from './attemptStore.ts'
import { createSocialLimits } from './socialLimits.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

let world: TestSocial
let context: TestContext
beforeAll(async () => {
  world = await createTestSocial()
  context = await createTestContext({ config: { wallet: { publicUrl: 'https://wallet.example.com', folder: 'none' } } })
})
afterAll(async () => {
  await world.stop()
  await context.stop()
})

test('behavior: ten attempts of one device can be open at once, and one that ends makes room', async () => {
  const visitor = await world.visitor()
  const started = await Promise.all(Array.from({ length: 12 }, () => visitor.start('google')))
  const [first] = started.filter(({ status }) => status === 200)
  expect(started.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(started.filter(({ code }) => code === 'rate_limited')).toHaveLength(2)
  // Another device has its own limit.
  expect((await (await world.visitor()).start('google')).status).toBe(200)

  const { attemptId, handshake } = first?.json ?? { attemptId: '', handshake: '' }
  await visitor.begin({ attemptId, handshake, openerOrigin: 'https://evil.example' })
  expect((await visitor.start('google')).status).toBe(200)
  expect((await visitor.start('google')).code).toBe('rate_limited')
  world.pass(10 * 60)
  expect((await visitor.start('google')).status).toBe(200)
})

test('behavior: twenty attempts per hour and a hundred steps of windows from one network', async () => {
  const counters = createCounters({ context, sealer: createSealer({ keys: [new Uint8Array(32)] }) })
  const limits = createSocialLimits({ context, counters })
  for (let count = 0; count < 20; count += 1) await limits.start({ ip: `203.0.113.${count}` })
  await expect(limits.start({ ip: '203.0.113.99' })).rejects.toMatchObject({ code: 'rate_limited' })
  await limits.start({ ip: '203.0.114.1' })
  for (let count = 0; count < 100; count += 1) await limits.useWindow({ ip: '203.0.113.7' })
  await expect(limits.useWindow({ ip: '203.0.113.8' })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('behavior: expired attempts are kept for an hour, so that waiters learn the result', async () => {
  const { attemptId } = await (await world.visitor()).open('google')
  const { database } = world.context
  const sweep = () => sweepAttempts({ database, now: new Date(world.context.clock.now()) })
  world.pass(60 * 60)
  await sweep()
  expect(await world.attempt(attemptId)).toBeDefined()
  world.pass(11 * 60)
  await sweep()
  expect(await world.attempt(attemptId)).toBeUndefined()
})

test('error: a provider, a project or a site that is not set up', async () => {
  const visitor = await world.visitor()
  expect((await visitor.start('google', { projectId: 'e'.repeat(32) })).code).toBe('project_unknown')
  expect((await visitor.start('google', { hostOrigin: 'https://evil.example' })).code).toBe('origin_not_allowed')
  const bare = await createTestSocial({ config: { social: {} } })
  const stranger = await bare.visitor()
  expect((await stranger.start('google')).code).toBe('social_unavailable')
  const farcaster = await stranger.post('/v1/farcaster/start', { projectId: testProjectId, hostOrigin })
  expect(farcaster.code).toBe('social_unavailable')
  expect((await stranger.browse('/oauth/callback/google?code=a&state=b')).headers.get('location')).toContain(
    '/popup/done#google.social_refused',
  )
  await bare.stop()
})
