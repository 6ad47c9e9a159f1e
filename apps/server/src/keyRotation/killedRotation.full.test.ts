import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import { mailContext } from '../mail/createMailer.ts'
import { createSealer, keyId } from '../platform/crypto/createSealer.ts'
import { parseKeys } from '../platform/crypto/readSealerKeys.ts'
import { createOperator, type Operator } from '../testing/createOperator.ts'
import { type NoTestPostgres, startPostgres, type TestPostgres } from '../testing/startPostgres.ts'
import { until } from '../testing/until.ts'
import { writeTestBuild } from '../testing/writeTestBuild.ts'

const rows = 3_000
const signingKey = 'signing_keys.sealed_private_jwk (wallet)'
/** The only line on standard error. */
const note = expect.stringMatching(/^Uses the database "[^"]+" at \S+\.\n$/)
const build = writeTestBuild()
let postgres: TestPostgres | NoTestPostgres
let operator: Operator | undefined
beforeAll(async () => {
  postgres = await startPostgres()
  if (postgres.skip === undefined) operator = await createOperator({ url: postgres.url })
})
afterAll(async () => {
  await operator?.stop()
  await postgres.stop?.()
  rmSync(build.folder, { recursive: true, force: true })
})

test('finding F13: threat 179: a killed rotation continues in two concurrent processes, and retires the old key', async ({
  skip,
}) => {
  if (!operator) return skip(postgres.skip)
  const { keyFile, query, run, start, databaseUrl } = operator
  // The first start creates the tables and the key.
  const port = await freePort(0)
  operator.configure({ wallet: { port, publicUrl: `http://wallet.localhost:${port}`, folder: build.folder, keyFile } })
  const server = await operator.serve()
  await server.ready
  await server.stop()
  const readKeys = () => parseKeys({ text: readFileSync(keyFile, 'utf8'), place: keyFile })
  const [oldKey] = readKeys()
  if (!oldKey) throw new Error('A key was made')
  const sealer = createSealer({ keys: [oldKey] })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let index = 0; index < rows; index += 1) {
    const id = randomUUID()
    const { box, kekId } = await sealer.seal({
      plaintext: Buffer.from(JSON.stringify({ to: `${index}@example.com` })),
      context: mailContext({ id, template: 'code' }),
    })
    const sql =
      'insert into email_outbox (id, template, language, sealed, kek_id, due_at, expires_at) values ($1, $2, $3, $4, $5, now(), now())'
    await client.query(sql, [id, 'code', 'en', Buffer.from(box), kekId])
  }
  await client.end()

  const rotated = await run('keys', ['rotate'])
  expect(rotated).toMatchObject({ code: 0, errors: note })
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  const [newKey, ...others] = readKeys()
  if (!newKey) throw new Error('A key was added')
  expect(others).toEqual([oldKey])
  const under = async (key: Uint8Array) =>
    Number(
      (
        await query<{ count: string }>('select count(*) from email_outbox where kek_id in ($1, $2)', [
          keyId(key),
          `v2.${keyId(key)}`,
        ])
      )[0]?.count,
    )

  const early = await run('keys', ['retire', keyId(oldKey)])
  expect(early.code).toBe(1)
  expect(early.errors).toContain(
    `Key ${keyId(oldKey)} is still needed: 1 in sealing_roots.sealed_root; 1 in ${signingKey}; ${rows} in email_outbox.sealed`,
  )

  const killed = await start('keys', ['reseal'])
  await until(async () => (await under(newKey)) > 100)
  killed.kill()
  expect((await killed.done).code).toBeNull()
  const half = await under(newKey)
  expect(half).toBeLessThan(rows)
  expect(half + (await under(oldKey))).toBe(rows)

  const ends = await Promise.all([run('keys', ['reseal']), run('keys', ['reseal'])])
  for (const { code, errors } of ends) expect({ code, errors }).toEqual({ code: 0, errors: note })
  expect(await under(newKey)).toBe(rows)
  // Paths are relative to the folder in which npm was called.
  const elsewhere = await run('keys', ['status'], { INIT_CWD: operator.folder, LATCHKEY_CONFIG: 'config.json' })
  expect(elsewhere).toMatchObject({ code: 0, errors: note })
  const status = JSON.parse((await run('keys', ['status'])).output)
  expect(status.keys).toEqual([
    {
      id: keyId(newKey),
      state: 'newest',
      rows: { 'sealing_roots.sealed_root': 1, [signingKey]: 1, 'email_outbox.sealed': rows },
    },
    { id: keyId(oldKey), state: 'older', rows: {} },
  ])

  const retired = await run('keys', ['retire', keyId(oldKey)])
  expect(retired).toMatchObject({ code: 0, errors: note })
  expect(readKeys()).toEqual([newKey])
  const [mail] = await query<{ id: string; sealed: Buffer; kek_id: string }>(
    'select id, sealed, kek_id from email_outbox limit 1',
  )
  if (!mail) throw new Error('There are mails')
  const sealed = { box: new Uint8Array(mail.sealed), kekId: mail.kek_id }
  const context = mailContext({ id: mail.id, template: 'code' })
  expect(Buffer.from(await createSealer({ keys: [newKey] }).open({ sealed, context })).toString()).toContain(
    '@example.com',
  )
  await expect(sealer.open({ sealed, context })).rejects.toThrow()

  // A key file from before, without the new key: no command starts with it.
  writeFileSync(keyFile, Buffer.from(oldKey).toString('base64'), { mode: 0o600 })
  const lost = await run('keys', ['reseal'])
  expect(lost.code).toBe(1)
  expect(lost.errors).toContain(`wallet.keyFile: key ${keyId(newKey)} is missing, which sealed rows need`)
})
