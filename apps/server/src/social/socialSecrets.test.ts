import { socialReturnKey } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

let world: TestSocial
const lines: string[] = []
const secrets = new Set<string>()
const keep = (...texts: (string | null | undefined)[]) => {
  for (const text of texts) if (text) secrets.add(text)
}
/** URLs of windows, and the replies to them. */
const answers: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  world = await createTestSocial({ log })
  const { google, apple, github } = world.identity.social
  keep(google.clientSecret, apple.privateKey, github.clientSecret, 'canary@example.com', 'Canary')

  // Completed logins of each kind, and a pending one.
  for (const provider of ['google', 'apple', 'github'] as const) {
    const visitor = await world.visitor()
    const returnUrl = provider === 'github' ? `${hostOrigin}/?private=canary-address` : undefined
    const { json } = await visitor.start(provider, returnUrl ? { returnUrl } : {})
    const { attemptId, handshake } = json
    const begun = await visitor.begin({ attemptId, handshake, ...(returnUrl ? {} : { openerOrigin: walletOrigin }) })
    const query = new URL(begun.json.authorizeUrl).searchParams
    keep(handshake, query.get('state'), query.get('nonce'), ...visitor.cookies.values())
    const end = await world.signIn(begun.json.authorizeUrl, 'Canary')
    const codeOf = end.kind === 'form' ? end.fields.code : new URL(end.url).searchParams.get('code')
    keep(codeOf)
    const location = await visitor.comeBack(end)
    const resultToken = location.split(`${socialReturnKey}=`)[1]?.split('.')[1]
    keep(resultToken)
    if (provider === 'apple') answers.push(location)
    else {
      const redeemed = await visitor.redeem(attemptId, resultToken ? { resultToken } : {})
      keep(redeemed.json.session.accessToken, redeemed.json.session.refreshToken)
    }
  }

  // Failures: at the provider, in its answer, and in our own database.
  for (const fault of ['down', 'cut', 'wrongNonce', 'wrongSignature', 'noPkce'] as const) {
    const visitor = await world.visitor()
    const { authorizeUrl, handshake } = await visitor.open('google')
    world.identity.setFault('google', fault)
    const end = await world.signIn(authorizeUrl, 'Canary')
    keep(handshake, new URL(end.kind === 'form' ? '' : end.url).searchParams.get('code'))
    answers.push(await visitor.comeBack(end))
    world.identity.setFault('google', null)
  }
  const visitor = await world.visitor()
  const { authorizeUrl } = await visitor.open('google')
  const end = await world.signIn(authorizeUrl, 'Canary')
  keep(new URL(end.kind === 'form' ? '' : end.url).searchParams.get('code'))
  await world.context.database.execute(sql`alter table social_attempts rename to social_attempts_away`)
  answers.push(await visitor.comeBack(end))
  await world.context.database.execute(sql`alter table social_attempts_away rename to social_attempts`)
})
afterAll(() => world.stop())

test('behavior: threat 49: codes, tokens, states, handshakes and people are never logged', () => {
  const text = lines.join('\n')
  for (const words of ['A login with a provider failed', 'Handling the return from a provider failed']) {
    expect(text).toContain(words)
  }
  expect(secrets.size).toBeGreaterThan(25)
  for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false])
})

test('behavior: a window is sent to a page with a message, whose URL contains only our code', () => {
  expect(answers).toHaveLength(7)
  for (const answer of answers) {
    expect(answer).toMatch(/^\/popup\/done#(google|apple)(\.social_(refused|provider_failed))?$/)
  }
})

test('behavior: threat 29: a dump of the database shows none of them', async () => {
  const { database } = world.context
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await database.execute(sql`select * from ${sql.identifier(name)}`)
    for (const value of rows.flatMap((row) => Object.values(row))) {
      dump += Buffer.isBuffer(value)
        ? `${value.toString('latin1')} ${value.toString('hex')} `
        : `${JSON.stringify(value)} `
    }
  }
  expect(dump).toContain('oauth.refused')
  for (const secret of [...secrets, 'canary-address']) {
    expect([secret, dump.includes(secret)]).toEqual([secret, false])
    expect([secret, dump.includes(Buffer.from(secret).toString('hex'))]).toEqual([secret, false])
  }
})
