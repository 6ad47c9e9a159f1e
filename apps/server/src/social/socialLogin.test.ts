import { oauthProviders } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial()
})
afterAll(() => world.stop())

describe.each(oauthProviders)('%s', (provider) => {
  test('default', async () => {
    const visitor = await world.visitor()
    const { attemptId, authorizeUrl } = await visitor.open(provider)
    const end = await world.signIn(authorizeUrl)
    expect(await visitor.comeBack(end)).toBe(`/popup/done#${provider}`)
    const { status, json } = await visitor.redeem(attemptId)
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: 'connected', session: { socialProvider: provider } })
    expect(await visitor.sessions()).toBe(1)
  })
})
