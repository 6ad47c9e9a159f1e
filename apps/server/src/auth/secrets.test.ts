import {
  approveDevice,
  refreshSession,
  startEmailChange,
  startEmailLogin,
  startStepUp,
  verifyEmailCode,
  verifyNewEmail,
  verifyOldEmail,
  verifyStepUp,
  waitForDevice,
} from '@latchkey/protocol/wallet'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailTransport } from '../mail/createMailTransport.ts'
import { startMailWorker } from '../mail/startMailWorker.ts'
import { createShutdown } from '../platform/shutdown/createShutdown.ts'
import { startMailServer, type TestMailServer } from '../testing/startMailServer.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import { createTestLogin, siteOrigin, strictProjectId, wrongCode } from './testing/createTestLogin.ts'

const address = 'Canary.Visitor@canary-mail.example'
const newAddress = 'Second.Canary@canary-mail.example'

let login: Awaited<ReturnType<typeof createTestLogin>>
let server: TestMailServer
const lines: string[] = []
const secrets = new Set<string>()

beforeAll(async () => {
  server = await startMailServer()
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  login = await createTestLogin({ log })
  await runEverything()
})
afterAll(async () => {
  await login.stop()
  await server.stop()
})

/** Runs through the life of an account, with one failure of each kind, and collects all its secrets. */
async function runEverything() {
  const keep = <Value extends string | null>(value: Value): Value => {
    if (value) secrets.add(value)
    return value
  }
  for (const email of [address, newAddress]) {
    keep(email)
    keep(email.toLowerCase())
    keep(email.split('@')[0] ?? '')
  }
  const device = await login.device()

  // A login with a link and a code.
  const linked = await login.start(device, address, { projectId: strictProjectId })
  const { url } = login.mailTo(address, 'deviceLink')
  const token = keep(url.split('#')[1] ?? '')
  const page = await login.device()
  const number = linked.body.matchNumber ?? ''
  await page.call(approveDevice, { body: { token, number }, proof: null })
  await device.call(waitForDevice, { body: { attemptId: linked.body.attemptId } })
  const first = keep(login.mailTo(address, 'loginCode').code)
  await device.call(verifyEmailCode, { body: { attemptId: linked.body.attemptId, otp: wrongCode(first) } })
  const strict = await device.call(verifyEmailCode, { body: { attemptId: linked.body.attemptId, otp: first } })
  keep(strict.body.accessToken)
  keep(strict.body.refreshToken)

  // A login with a code, with refreshes, a reuse and invalid proofs.
  login.pass(60)
  const started = await login.start(device, address)
  const second = keep(login.mailTo(address, 'loginCode').code)
  const session = await device.call(verifyEmailCode, { body: { attemptId: started.body.attemptId, otp: second } })
  const { refreshToken } = session.body
  keep(refreshToken)
  device.use(keep(session.body.accessToken))
  const proof = keep(await device.prove(startStepUp))
  await device.call(startStepUp, { proof })
  await device.call(startStepUp, { proof })
  const next = await device.call(refreshSession, { body: { refreshToken } })
  keep(next.body.refreshToken)
  device.use(keep(next.body.accessToken))

  // A step-up and a change of the address.
  login.pass(60)
  const up = await device.call(startStepUp)
  const upCode = keep(login.mailTo(address, 'stepUpCode').code)
  await device.call(verifyStepUp, { body: { attemptId: up.body.attemptId, otp: upCode } })
  login.pass(60)
  const change = await device.call(startEmailChange, { body: { email: newAddress } })
  const { changeId } = change.body
  const old = keep(login.mailTo(address, 'emailChangeOldCode').code)
  await device.call(verifyOldEmail, { body: { changeId, otp: old } })
  const fresh = keep(login.mailTo(newAddress, 'emailChangeNewCode').code)
  const done = await device.call(verifyNewEmail, { body: { changeId, otp: fresh } })
  expect(done.status).toBe(200)
  keep(login.mailTo(address, 'emailChanged').undoUrl.split('#')[1] ?? '')

  // The database fails during a login. The logged error has the query with its values.
  await login.context.database.execute(sql`alter table auth_attempts rename to auth_attempts_away`)
  login.pass(60)
  const other = await login.device()
  const failed = await other.call(startEmailLogin, {
    body: { projectId: testProjectId, email: address, hostOrigin: siteOrigin },
  })
  expect(failed.status).toBe(500)
  await login.context.database.execute(sql`alter table auth_attempts_away rename to auth_attempts`)

  // Emails that are rejected with a text that repeats the receiver, then accepted.
  const { log } = login.context
  const shutdown = createShutdown({ log })
  let refusals = 0
  server.refuse((to) => {
    refusals += 1
    return refusals < 3 ? { status: 451, words: `${to} may not have mail now` } : undefined
  })
  await startMailWorker({
    context: { ...login.context, shutdown },
    sealer: login.sealer,
    transport: createMailTransport({ config: { url: server.url, from: 'no-reply@example.com' } }),
  })
  await until(() => server.mails.length > 0)
  await shutdown.run('the test ended')
}

describe('secrets', () => {
  test('behavior: threat 69: log-canary: codes, tokens, links, proofs and addresses are never logged', () => {
    const text = lines.join('\n')
    // Each failing part wrote to the log.
    for (const words of ['A request failed', 'The mail server refused an email', 'Shutting down'])
      expect(text).toContain(words)
    expect(secrets.size).toBeGreaterThan(15)
    for (const secret of secrets) {
      // Six digits also occur inside times and ids, so only separate ones count.
      const isCode = /^\d{6}$/.test(secret)
      expect([
        secret,
        isCode ? new RegExp(`(?<![0-9a-f.-])${secret}(?![0-9a-f-])`).test(text) : text.includes(secret),
      ]).toEqual([secret, false])
    }
  })

  test('behavior: threat 29: a dump of the database contains none of them', async () => {
    const { rows: tables } = await login.context.database.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    let dump = ''
    for (const { name } of tables) {
      const { rows } = await login.context.database.execute(sql`select * from ${sql.identifier(name)}`)
      for (const row of rows) {
        for (const value of Object.values(row)) {
          dump += Buffer.isBuffer(value)
            ? `${value.toString('latin1')} ${value.toString('hex')} `
            : `${JSON.stringify(value)} `
        }
      }
    }
    expect(dump).toContain('session.issued')
    for (const secret of secrets) {
      const isCode = /^\d{6}$/.test(secret)
      expect([secret, isCode ? dump.includes(`"${secret}"`) : dump.includes(secret)]).toEqual([secret, false])
      if (!isCode) expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})
