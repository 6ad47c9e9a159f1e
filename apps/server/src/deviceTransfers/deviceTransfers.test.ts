import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestOrigin, type TestOrigin } from '../testing/createTestOrigin.ts'
import { startSweep } from '../walletOrigin/startSweep.ts'
import { handovers } from './schema.ts'

let origin: TestOrigin
let now = Date.now()
beforeAll(async () => {
  origin = await createTestOrigin({ clock: { now: () => now } })
})
afterAll(() => origin.stop())

const random = (length: number) => randomBytes(length).toString('base64url')

/** Two devices of one user, and a device transfer that the first one opened. */
async function startTwo() {
  const email = `${randomUUID()}@example.com`
  const [old, fresh] = [await origin.signIn({ email }), await origin.signIn({ email })]
  const { status, json } = await old.call('POST', '/v1/handovers')
  expect(status).toBe(200)
  const { handoverId } = json as unknown as { handoverId: string }
  return { old, fresh, handoverId, email, expiresAt: json.expiresAt }
}

test('default', async () => {
  const { old, fresh, handoverId, expiresAt } = await startTwo()
  expect(expiresAt).toBe(new Date(now + 600_000).toISOString())
  // Both wait before the other arrives.
  const oldWaits = old.call('POST', '/v1/handovers/wait', { handoverId })
  const answer = { pub: random(32), mac: random(32) }
  expect((await fresh.call('POST', '/v1/handovers/answer', { handoverId, ...answer })).status).toBe(200)
  expect((await oldWaits).json).toEqual({ status: 'answered', ...answer, device: 'Chrome on Linux' })

  const freshWaits = fresh.call('POST', '/v1/handovers/wait', { handoverId })
  const seal = { enc: random(32), ct: random(200) }
  expect((await old.call('POST', '/v1/handovers/seal', { handoverId, ...seal })).status).toBe(200)
  expect((await freshWaits).json).toEqual({ status: 'sealed', ...seal })
  // A lost response is requested again.
  expect((await fresh.call('POST', '/v1/handovers/wait', { handoverId })).json).toEqual({ status: 'sealed', ...seal })
  const { entries } = (await old.call('GET', '/v1/audit')).json as unknown as {
    entries: { event: string; data: unknown }[]
  }
  expect(entries[0]).toMatchObject({ event: 'handover.used', data: { to: fresh.deviceId } })
})

test('behavior: one answer and one seal, each from the right device', async () => {
  const { old, fresh, handoverId, email } = await startTwo()
  const third = await origin.signIn({ email })
  const stranger = await origin.signIn()
  const answer = () => ({ handoverId, pub: random(32), mac: random(32) })
  const seal = () => ({ handoverId, enc: random(32), ct: random(200) })
  const refuses = async (reply: ReturnType<typeof old.call>) =>
    expect(await reply).toMatchObject({ status: 404, json: { code: 'attempt_unknown' } })

  await refuses(old.call('POST', '/v1/handovers/seal', seal()))
  await refuses(old.call('POST', '/v1/handovers/answer', answer()))
  await refuses(stranger.call('POST', '/v1/handovers/answer', answer()))
  await refuses(stranger.call('POST', '/v1/handovers/wait', { handoverId }))
  await refuses(fresh.call('POST', '/v1/handovers/wait', { handoverId }))

  const replies = await Promise.all([fresh, third].map(({ call }) => call('POST', '/v1/handovers/answer', answer())))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404])
  const [winner, loser] = replies[0]?.status === 200 ? [fresh, third] : [third, fresh]
  await refuses(loser.call('POST', '/v1/handovers/wait', { handoverId }))
  await refuses(winner.call('POST', '/v1/handovers/seal', seal()))
  expect((await old.call('POST', '/v1/handovers/seal', seal())).status).toBe(200)
  await refuses(old.call('POST', '/v1/handovers/seal', seal()))
})

test('behavior: after ten minutes it is unavailable and deleted', async () => {
  const { old, fresh, handoverId } = await startTwo()
  now += 600_001
  const answer = { handoverId, pub: random(32), mac: random(32) }
  // The access tokens have expired as well.
  expect((await fresh.call('POST', '/v1/handovers/answer', answer)).status).toBe(401)
  const session = await origin.services.auth.parts.sessions.readFresh(await sessionIdOf(old.accessToken))
  if (!session) throw new Error('The session lives')
  await expect(origin.services.deviceTransfers.wait(session, { handoverId })).rejects.toMatchObject({
    code: 'attempt_unknown',
  })
  const { database } = origin.context
  expect(await database.$count(handovers, eq(handovers.id, handoverId))).toBe(1)
  const { sweep } = startSweep({ context: origin.context })
  await sweep()
  expect(await database.$count(handovers, eq(handovers.id, handoverId))).toBe(0)
})

test('error: without a fresh step-up, and more than ten per hour', async () => {
  const device = await origin.signIn()
  for (let index = 0; index < 10; index += 1) expect((await device.call('POST', '/v1/handovers')).status).toBe(200)
  expect((await device.call('POST', '/v1/handovers')).json.code).toBe('rate_limited')
  const other = await origin.signIn()
  now += 300_001
  expect((await other.call('POST', '/v1/handovers')).json.code).toBe('step_up_required')
})

async function sessionIdOf(accessToken: string): Promise<string> {
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  return claims.sid
}
