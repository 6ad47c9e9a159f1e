import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../platform/log/createLog.ts'
import { createSigner, createTestSiwx, type TestSiwx } from './testing/createTestSiwx.ts'

let world: TestSiwx
const lines: string[] = []
/** Tokens of cookies, with which a thief could sign in. */
const tokens = new Set<string>()
/** Signed messages, and their signatures. */
const signed = new Set<string>()
const sentence = 'Welcome, canary of the statement.'

beforeAll(async () => {
  const to = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  world = await createTestSiwx({ log: createLog({ config: { log: { level: 'trace' } }, to }) })
  const { database } = world.context
  const [ada, ben] = [createSigner(), createSigner()]
  const browser = world.browser()
  const keep = () => {
    for (const value of browser.cookies.values()) tokens.add(value)
  }
  const signIn = async (by = ada, change = {}) => {
    const one = await browser.message(ada, { statement: sentence, ...change })
    keep()
    const signature = await by.signMessage(one)
    signed.add(one.message).add(signature)
    const answer = await browser.verify({ ...one, signature })
    keep()
    return answer.status
  }

  // A valid one, one of another key with an unreachable chain, one for another site, and one sent twice.
  const statuses = [await signIn(), await signIn(ben), await signIn(ada, { domain: 'evil.example' })]
  await browser.get('/v1/siwx/sessions')
  const { token } = (await browser.post('/v1/siwx/token', {})).body
  tokens.add(String(token))
  // Failures of the database: during a write, and during a read.
  await database.execute(sql`
    create function break_down() returns trigger language plpgsql as $$ begin raise exception 'gone: %', new.message; end $$`)
  await database.execute(
    sql`create trigger break_down before insert on siwx_accounts for each row execute function break_down()`,
  )
  statuses.push(await signIn())
  await database.execute(sql`drop function break_down cascade`)
  await database.execute(sql`alter table siwx_sessions rename to siwx_sessions_away`)
  statuses.push((await browser.get('/v1/siwx/sessions')).status, await signIn())
  await database.execute(sql`alter table siwx_sessions_away rename to siwx_sessions`)
  // A copied cookie that is detected.
  const thief = world.browser({ cookies: new Map(browser.cookies) })
  world.clock.pass(86_400_000)
  await browser.get('/v1/siwx/sessions')
  await browser.get('/v1/siwx/sessions')
  keep()
  world.clock.pass(61_000)
  await thief.get('/v1/siwx/sessions')
  statuses.push(await signIn(ben, { chainId: 'eip155:31337' }), await signIn())
  expect(statuses).toEqual([200, 503, 401, 500, 500, 500, 503, 200])
})
afterAll(() => world?.stop())

test('behavior: threat 118: no token, cookie, message or signature is logged, even after failures', () => {
  const text = lines.join('')
  for (const words of [
    'A replaced sign-in cookie was used again',
    'A request failed',
    'A request could not be served',
  ]) {
    expect(text).toContain(words)
  }
  expect(tokens.size).toBeGreaterThan(4)
  expect(signed.size).toBeGreaterThan(8)
  for (const secret of [...tokens, ...signed, sentence]) {
    expect([secret, text.includes(secret)]).toEqual([secret, false])
    expect([secret, text.includes(JSON.stringify(secret).slice(1, -1))]).toEqual([secret, false])
  }
})

test('behavior: threat 118: a dump of the database contains no token of a cookie', async () => {
  const { database } = world.context
  let dump = ''
  for (const table of ['siwx_sessions', 'siwx_accounts', 'siwx_used_nonces', 'signing_keys']) {
    const { rows } = await database.execute(sql`select * from ${sql.identifier(table)}`)
    for (const value of rows.flatMap((row) => Object.values(row))) {
      dump += Buffer.isBuffer(value)
        ? `${value.toString('latin1')} ${value.toString('hex')} ${value.toString('base64url')} `
        : `${JSON.stringify(value)} `
    }
  }
  // The signed message is the proof of the sign-in, and is stored as long.
  expect(dump).toContain(sentence)
  for (const token of tokens) {
    for (const form of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')]) {
      expect([token, dump.includes(form)]).toEqual([token, false])
    }
  }
})
