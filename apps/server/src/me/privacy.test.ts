import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../platform/log/createLog.ts'
import { createSigner, createTestSiwx, type TestSiwx } from '../siwx/testing/createTestSiwx.ts'

const lines: string[] = []
let world: TestSiwx
beforeAll(async () => {
  const to = { write: (line: string) => void lines.push(line) }
  world = await createTestSiwx({ log: createLog({ config: { log: { level: 'trace' } }, to }) })
})
afterAll(() => world?.stop())

test('behavior: threat 138: no log contains saved, set or bought data, even if the database rejects it', async () => {
  const { database } = world.context
  const [signer, browser] = [createSigner(), world.browser()]
  await browser.signIn(signer)
  const { address } = privateKeyToAccount(generatePrivateKey())
  const label = 'Grandmother in Zanzibar'
  const settings = { theme: 'dark', language: 'zu-ZA' }
  const use = async () => {
    const answers = [
      await browser.post('/v1/me/addresses', { address, label }),
      await browser.post(`/v1/me/addresses?account=${signer.address}`, { address, label }),
      await browser.get('/v1/me/addresses'),
      await browser.post('/v1/me/settings', { settings, version: 0 }),
      await browser.get('/v1/me/settings'),
    ]
    return answers.map(({ status }) => status)
  }
  expect(await use()).toEqual([200, 200, 200, 200, 200])
  await browser.post('/v1/me/addresses', { address: `${address}0`, label: label.repeat(9) })
  await browser.post('/v1/me/settings', { settings, version: 0 })
  await database.execute(sql`alter table saved_addresses rename to saved_addresses_away`)
  await database.execute(sql`alter table visitor_settings rename to visitor_settings_away`)
  expect(await use()).toEqual([500, 500, 500, 500, 500])
  const text = lines.join('\n')
  // The failures are logged, without the data.
  expect(text).toContain('A request failed')
  expect(text).toContain('saved_addresses')
  for (const secret of [address, signer.address, label, 'Grandmother', 'zu-ZA']) {
    expect(text.toLowerCase(), secret).not.toContain(secret.toLowerCase())
  }
})
