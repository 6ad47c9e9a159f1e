import { refreshSession, startEmailLogin } from '@latchkey/protocol/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authAttempts, refreshTokens, sessions } from './schema.ts'
import { sweepLogins } from './sweepLogins.ts'
import { createTestLogin } from './testing/createTestLogin.ts'

let login: Awaited<ReturnType<typeof createTestLogin>>
beforeAll(async () => {
  login = await createTestLogin()
})
afterAll(() => login.stop())

const day = 86_400

test('default', async () => {
  const { database, clock } = login.context
  const count = async () => [
    await database.$count(authAttempts),
    await database.$count(refreshTokens),
    await database.$count(sessions),
  ]
  const device = await login.device()
  const { refreshToken } = await login.login(device, 'ada@example.com')
  await sweepLogins({ database, clock })
  expect(await count()).toEqual([1, 1, 1])
  login.pass(day + 601)
  await sweepLogins({ database, clock })
  expect(await count()).toEqual([0, 1, 1])
  const next = await device.call(refreshSession, { body: { refreshToken } })
  expect(next.status).toBe(200)
  // A used token stays until its expiry, because its reuse must be detected until then.
  login.pass(30 * day)
  await sweepLogins({ database, clock })
  expect(await count()).toEqual([0, 1, 1])
  login.pass(61 * day)
  await sweepLogins({ database, clock })
  expect(await count()).toEqual([0, 0, 0])
  expect((await device.call(startEmailLogin, { body: {} })).status).toBe(422)
})
