import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSigner, createTestSiwx, type TestSiwx } from './testing/createTestSiwx.ts'

let world: TestSiwx
beforeAll(async () => {
  world = await createTestSiwx()
})
afterAll(() => world.stop())

describe('signing in', () => {
  test('default', async () => {
    const ada = createSigner()
    const browser = world.browser()
    expect(await browser.who()).toEqual([])
    const { nonce, issuedAt, expiresAt } = await browser.nonce()
    expect(nonce).toMatch(/^[A-Za-z0-9]{49}$/)
    expect(Date.parse(issuedAt)).toBe(world.clock.now())
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(300_000)

    const answer = await browser.signIn(ada)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({
      ...{ address: ada.address, chainId: 'eip155:31337', proof: 'key' },
      expiresAt: new Date(world.clock.now() + 168 * 3_600_000).toISOString(),
    })
    expect(await browser.who()).toEqual([ada.address])
  })
})
