import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startChild } from '../../../../scripts/lib/child.mjs'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import { makeReleaseKey, signRelease } from '../../../../scripts/lib/releaseSignature.mjs'
import type { ServerProgram } from '../../../../scripts/lib/serverBundle.mjs'
import { findPostgres } from '../../../../scripts/services/postgres.mjs'
import { insertLoginMethod } from '../auth/loginMethodStore.ts'
import { createSealer, keyId } from '../platform/crypto/createSealer.ts'
import { parseKeys } from '../platform/crypto/readSealerKeys.ts'
import { createPostgres } from '../platform/db/createPostgres.ts'
import { rootContext } from '../sealing/openSealer.ts'
import { createHttpDevice } from '../testing/createHttpDevice.ts'
import { type CommandResult, createOperator, type Operator, type RunningProcess } from '../testing/createOperator.ts'
import { createTestWallet } from '../testing/createTestVault.ts'
import { startMailServer, type TestMailServer } from '../testing/startMailServer.ts'
import { type NoTestPostgres, startPostgres, type TestPostgres } from '../testing/startPostgres.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { writeTestBuild } from '../testing/writeTestBuild.ts'
import { createReleaseManifest } from '../walletOrigin/createReleaseManifest.ts'
import { readWalletBuild } from '../walletOrigin/readWalletBuild.ts'

const root = join(import.meta.dirname, '../../../..')
const operators: Operator[] = []
const servers: RunningProcess[] = []
let postgres: TestPostgres | NoTestPostgres
let mailServer: TestMailServer
let operator: Operator
let url: string
let port: number
const build = writeTestBuild()

beforeAll(async () => {
  ;[postgres, mailServer] = await Promise.all([startPostgres(), startMailServer()])
})
beforeEach(async ({ skip }) => {
  if (postgres.skip !== undefined) return skip(postgres.skip)
  operator = await createOperator({ url: postgres.url })
  operators.push(operator)
  port = await freePort(0)
  url = `http://wallet.localhost:${port}`
  operator.configure({
    mail: { url: mailServer.url, from: 'Test <test@example.com>' },
    wallet: { port, publicUrl: url, folder: build.folder, keyFile: operator.keyFile },
  })
})
afterAll(async () => {
  for (const server of servers) server.kill()
  await Promise.all(servers.map(({ done }) => done))
  for (const one of operators.toReversed()) await one.stop()
  await postgres.stop?.()
  await mailServer.stop()
  rmSync(build.folder, { recursive: true, force: true })
})

const startServer = async () => {
  const server = await operator.serve()
  servers.push(server)
  return { ...server, place: await server.ready }
}
const isReady = async ({ place }: { place: { metricsUrl: string } }) =>
  (await fetch(place.metricsUrl.replace('/metrics', '/ready'))).json() as Promise<{
    dependencies: { name: string; status: string }[]
  }>
const failed = async (server: { place: { metricsUrl: string } }) =>
  (await isReady(server)).dependencies.filter(({ name, status }) => status !== 'ok' && !/rpc|indexer/.test(name))
const readKeys = () => parseKeys({ text: readFileSync(operator.keyFile, 'utf8'), place: operator.keyFile })

/** Limits allow one code in 30 seconds. */
const forgetLimits = () => operator.query('delete from auth_counters')

/** A visitor with a wallet, logged in. */
async function visit(email: string) {
  const device = await createHttpDevice({ url })
  const session = await device.logIn({ email, mailServer })
  const wallet = await createTestWallet(session)
  expect(await device.call('POST', '/v1/wallet', wallet)).toMatchObject({ status: 200 })
  return { ...device, ...session, email, address: wallet.address }
}

/** Reads a page and runs its commands with values for the placeholders. Tracks the commands that were not run. */
function readRunbook(name: string) {
  const text = readFileSync(join(root, 'docs/runbooks', `${name}.md`), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const lines = new Set(blocks.flatMap((block) => block.trim().split('\n')))
  const left = new Set(lines)
  for (const part of ['Signs', 'First ten minutes', 'Steps', 'Effect for visitors', 'Verification', 'Follow-up'])
    expect(text, `${name}: ${part}`).toMatch(new RegExp(`^###? ${part}`, 'm'))
  return {
    left,
    run: async (line: string, values: Record<string, string> = {}): Promise<CommandResult> => {
      expect([...lines], line).toContain(line)
      left.delete(line)
      const filled = Object.entries(values).reduce((command, [from, to]) => command.replace(from, to), line)
      const [name = '', ...args] = filled.replace('npm run -w apps/server ', '').replace(' -- ', ' ').split(' ')
      return operator.run(name as ServerProgram, args)
    },
  }
}
const command = (text: string) => `npm run -w apps/server ${text}`
const done = ({ code, errors, output }: CommandResult) => {
  const note = expect.stringMatching(/^Uses the database "[^"]+" at \S+\.\n$/)
  expect({ code, errors }, output).toEqual({ code: 0, errors: note })
  return output
}

test('threat 182: server stolen: the stolen key, keys of tokens and logins become useless', async () => {
  const { run, left } = readRunbook('server-stolen')
  const before = await startServer()
  const ada = await visit('ada@example.com')
  const [stolenKey] = readKeys()
  if (!stolenKey) throw new Error('A key was made')
  const kids = await operator.query<{ kid: string }>("select kid from signing_keys where purpose = 'wallet'")
  await before.stop()
  // It records the heads of the audit log at its start, and every hour.
  const noting = await startServer()
  await expect.poll(noting.log).toContain('Head of the audit log')
  await noting.stop()
  const log = join(operator.folder, 'server.log')
  writeFileSync(log, before.log() + noting.log())

  done(await run(command('audit -- verify --anchors server.log'), { 'server.log': log }))
  done(await run(command('keys -- rotate')))
  done(await run(command('keys -- reseal')))
  const status = JSON.parse(done(await run(command('keys -- status'))))
  expect(status.keys[1]).toEqual({ id: keyId(stolenKey), state: 'older', rows: {} })
  done(await run(command('keys -- retire <id>'), { '<id>': keyId(stolenKey) }))
  done(await run(command('logins -- renew-keys')))
  expect(JSON.parse(done(await run(command('logins -- end-all'))))).toEqual({ ended: { wallet: 1, siwx: 0 } })

  const [share] = await operator.query<{ sealed_share: Buffer; kek_id: string; epoch: number }>(
    'select * from device_shares',
  )
  if (!share) throw new Error('There is a share')
  const sealed = { box: new Uint8Array(share.sealed_share), kekId: share.kek_id }
  const context = `share/${ada.userId}/${ada.deviceId}/${share.epoch}`
  await expect(createSealer({ keys: [stolenKey] }).open({ sealed, context })).rejects.toThrow()
  expect(await createSealer({ keys: readKeys() }).open({ sealed, context })).toHaveLength(33)

  const manifest = createReleaseManifest({ build: await readWalletBuild(build), version: '0.1.0', commit: null })
  const content = JSON.stringify(manifest)
  const { secretKey, publicKey } = makeReleaseKey()
  const release = join(build.folder, 'release.json')
  writeFileSync(release, content)
  writeFileSync(`${release}.minisig`, signRelease({ content, secretKey, comment: 'version:0.1.0' }))
  const after = await startServer()
  const line = 'npm run verify -- https://wallet.example.com <projectId> --key <public key>'
  expect(left.delete(line)).toBe(true)
  const args = [url, testProjectId, '--key', publicKey, '--no-build']
  const logFile = join(operator.folder, 'verify.log')
  const check = startChild({ name: 'check', file: join(root, 'scripts/verify.mjs'), args, env: {}, logFile })
  expect((await check.exited).code).toBe(0)
  for (const file of [release, `${release}.minisig`]) rmSync(file)

  expect((await ada.call('GET', '/v1/wallet')).status).toBe(401)
  expect((await ada.refresh()).status).toBe(401)
  await forgetLimits()
  const again = await createHttpDevice({ url })
  expect((await again.logIn({ email: ada.email, mailServer })).userId).toBe(ada.userId)
  expect((await again.call('GET', '/v1/wallet')).json).toMatchObject({ exists: true })
  const now = await operator.query<{ kid: string }>(
    "select kid from signing_keys where purpose = 'wallet' and retired_at is null",
  )
  expect(now).toHaveLength(1)
  expect(kids).not.toContainEqual(now[0])
  expect(await failed(after)).toEqual([])
  expect([...left]).toEqual([])
  await after.stop()
})

test('threat 182: database stolen: the copy reveals no secret, and the new key does not open it', async () => {
  const { run, left } = readRunbook('database-stolen')
  const before = await startServer()
  const ada = await visit('ada.lovelace@example.com')
  // The attacker has every row of every table.
  const tables = await operator.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const copy: string[] = []
  for (const { name } of tables)
    copy.push(
      ...(await operator.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)).map(
        ({ row }) => row,
      ),
    )
  const text = copy.join('\n')
  expect(text).toContain(ada.userId)
  for (const secret of ['ada.lovelace', Buffer.from('ada.lovelace').toString('hex')]) expect(text).not.toContain(secret)
  const [stolen] = await operator.query<{ sealed_root: Buffer; kek_id: string }>('select * from sealing_roots')
  if (!stolen) throw new Error('There is a root')
  const [oldKey] = readKeys()
  if (!oldKey) throw new Error('A key was made')

  done(await run(command('keys -- rotate')))
  await before.stop()
  const between = await startServer()
  done(await run(command('keys -- reseal')))
  const status = JSON.parse(done(await run(command('keys -- status'))))
  expect(status.keys.map(({ state }: { state: string }) => state)).toEqual(['newest', 'older'])
  done(await run(command('keys -- retire <id>'), { '<id>': keyId(oldKey) }))
  await between.stop()
  const after = await startServer()
  expect(JSON.parse(done(await run(command('audit -- verify')))).faults).toEqual([])

  const sealed = { box: new Uint8Array(stolen.sealed_root), kekId: stolen.kek_id }
  const open = (keys: Uint8Array[]) => createSealer({ keys }).open({ sealed, context: rootContext('mac') })
  await expect(open(readKeys())).rejects.toThrow('which this server does not have')
  expect(await open([oldKey])).toHaveLength(32)
  // Logins continue until they are ended.
  expect((await ada.call('GET', '/v1/wallet')).status).toBe(200)
  done(await run(command('logins -- end-all')))
  await expect.poll(async () => (await ada.call('GET', '/v1/wallet')).status).toBe(401)
  expect(await failed(after)).toEqual([])
  expect([...left]).toEqual([])
  await after.stop()
})

test('threat 182: database lost: the backup restores the account and the wallet, and shows the loss since', async () => {
  const { run, left } = readRunbook('database-lost')
  const address = new URL(operator.databaseUrl)
  const restored = `${address.pathname.slice(1)}_restored`
  const restoredUrl = Object.assign(new URL(address), { pathname: `/${restored}` }).toString()
  const dump = join(operator.folder, 'latchkey.dump')
  /** Runs a command of PostgreSQL as the page has it, with the names of this test. */
  const runTool = (line: string, values: Record<string, string> = {}) => {
    const filled = Object.entries(values).reduce((text, [from, to]) => text.replace(from, to), line)
    const { hostname: PGHOST, port: PGPORT, username: PGUSER, password: PGPASSWORD } = address
    const path = `${findPostgres() ?? ''}:${process.env.PATH}`
    const env = { ...process.env, PATH: path, PGHOST, PGPORT, PGUSER, PGPASSWORD, DATABASE_URL: restoredUrl }
    return execFileSync('sh', ['-c', filled], { env, encoding: 'utf8', cwd: operator.folder })
  }
  const before = await startServer()
  const ada = await visit('ada@example.com')
  const [backup = ''] = /^pg_dump .*$/m.exec(readFileSync(join(root, 'docs/deploy.md'), 'utf8')) ?? []
  runTool(backup, { $DATABASE_URL: operator.databaseUrl })
  await visit('late@example.com')
  await before.stop()
  // It records the heads of the audit log at its start.
  const noting = await startServer()
  await expect.poll(noting.log).toContain('Head of the audit log')
  await noting.stop()
  const log = join(operator.folder, 'server.log')
  writeFileSync(log, before.log() + noting.log())

  const tool = (start: string) => {
    const line = [...left].find((one) => one.startsWith(start)) ?? ''
    expect(left.delete(line), start).toBe(true)
    return line
  }
  const owner = ['--owner latchkey latchkey', `--owner ${address.username} ${restored}`] as const
  runTool(tool('createdb'), { [owner[0]]: owner[1] })
  try {
    runTool(tool('pg_restore'), { 'latchkey.dump': dump })
    operator.configure({ database: { url: restoredUrl } })
    expect(done(await run(command('database -- migrate')))).toContain('The database is up to date.')
    const status = JSON.parse(done(await run(command('keys -- status'))))
    expect(status.keys.map(({ state }: { state: string }) => state)).toEqual(['newest'])
    expect(JSON.parse(done(await run(command('audit -- verify')))).faults).toEqual([])
    const since = await run(command('audit -- verify --anchors server.log'), { 'server.log': log })
    expect(since.code).toBe(1)
    const kinds = JSON.parse(since.output).faults.map(({ kind }: { kind: string }) => kind)
    expect([...new Set(kinds)]).toEqual(['missing'])
    expect(JSON.parse(done(await run(command('logins -- end-all')))).ended).toEqual({ wallet: 1, siwx: 0 })

    const after = await startServer()
    expect((await ada.call('GET', '/v1/wallet')).status).toBe(401)
    const again = await createHttpDevice({ url })
    // The backup has the time of the last code: the next one may take 30 seconds.
    const login = () => again.logIn({ email: ada.email, mailServer })
    const userId = () => login().then((one) => one.userId, String)
    await expect.poll(userId, { timeout: 35_000, interval: 1_000 }).toBe(ada.userId)
    expect((await again.call('GET', '/v1/wallet')).json).toMatchObject({ exists: true })
    expect(await failed(after)).toEqual([])
    expect([...left]).toEqual([])
    await after.stop()
  } finally {
    runTool(`dropdb --force ${restored}`)
  }
})

test('threat 182: mailbox stolen: the account is found, frozen and logged out, and the thief gets no share', async () => {
  const { run, left } = readRunbook('mailbox-stolen')
  const server = await startServer()
  const ada = await visit('ada@example.com')
  await forgetLimits()
  const thief = await createHttpDevice({ url })
  await thief.logIn({ email: 'ada@example.com', mailServer })

  const { accounts } = JSON.parse(
    done(await run(command('accounts -- find <address>'), { '<address>': 'Ada@Example.com' })),
  )
  expect(accounts).toMatchObject([{ id: ada.userId, logins: ['email'], frozenUntil: null }])
  expect(accounts[0].sessions).toHaveLength(2)
  const values = { '<account id>': ada.userId }
  const frozen = JSON.parse(done(await run(command('accounts -- freeze <account id> --hours 72'), values)))
  expect(frozen.ended).toEqual({ wallet: 2 })
  expect(Date.parse(frozen.frozenUntil) - Date.now()).toBeGreaterThan(71 * 3_600_000)
  for (const device of [ada, thief])
    await expect.poll(async () => (await device.call('GET', '/v1/wallet')).status).toBe(401)

  await forgetLimits()
  const again = await createHttpDevice({ url })
  await again.logIn({ email: 'ada@example.com', mailServer })
  const shares = await operator.query<{ device_id: string }>('select device_id from device_shares')
  expect(shares).toEqual([{ device_id: ada.deviceId }])
  expect(JSON.parse(done(await run(command('logins -- end <account id>'), values)))).toEqual({ ended: { wallet: 1 } })
  await expect.poll(async () => (await again.call('GET', '/v1/wallet')).status).toBe(401)
  expect(await failed(server)).toEqual([])
  expect([...left]).toEqual([])
  await server.stop()
})

test('threat 182: key lost: the copy restores everything, and without one the server starts again', async () => {
  const { run, left } = readRunbook('key-lost')
  const { keyFile, folder } = operator
  const before = await startServer()
  const ada = await visit('ada@example.com')
  await before.stop()
  const copy = join(folder, 'copy.key')
  copyFileSync(keyFile, copy)
  const [key] = readKeys()
  if (!key) throw new Error('A key was made')
  rmSync(keyFile)

  const refused = await operator.serve()
  servers.push(refused)
  expect(await refused.done).toMatchObject({
    code: 78,
    errors: expect.stringContaining(`wallet.keyFile: key ${keyId(key)} is missing, which sealed rows need`),
  })

  // With a copy.
  copyFileSync(copy, keyFile)
  expect(left.delete('chmod 600 wallet.key')).toBe(true)
  const status = JSON.parse(done(await run(command('keys -- status'))))
  expect(status.keys.map(({ state }: { state: string }) => state)).toEqual(['newest'])
  const back = await startServer()
  expect((await ada.refresh()).status).toBe(200)
  expect((await ada.call('GET', '/v1/wallet')).json).toMatchObject({ exists: true })
  await back.stop()

  // Without.
  rmSync(keyFile)
  const lost = await run(command('keys -- status'))
  expect(lost.code).toBe(1)
  expect(JSON.parse(lost.output).keys).toMatchObject([{ state: 'newest' }, { id: keyId(key), state: 'missing' }])
  const values = { '<id>': keyId(key) }
  const deleted = JSON.parse(done(await run(command('keys -- abandon <id> --yes'), values)))
  expect(deleted.deleted).toMatchObject({ 'device_shares.sealed_share': 1, 'sealing_roots.sealed_root': 1 })
  expect(JSON.parse(done(await run(command('audit -- verify')))).faults).toEqual([])
  expect((await operator.query(`select event from audit_log_${keyId(key)}`)).length).toBeGreaterThan(2)
  const anew = await startServer()
  await forgetLimits()
  const again = await createHttpDevice({ url })
  expect((await again.logIn({ email: ada.email, mailServer })).userId).not.toBe(ada.userId)
  expect(await failed(anew)).toEqual([])
  expect([...left]).toEqual([])
  await anew.stop()
})

test('threat 182: login provider gone: accounts that only had it log in by email, to the same account', async () => {
  const { run, left } = readRunbook('provider-gone')
  const server = await startServer()
  const sealer = createSealer({ keys: readKeys(), macRoot: await readRoot() })
  const connection = await createPostgres({ url: operator.databaseUrl, max: 2, migrate: false })
  const now = new Date()
  const people = [
    { name: 'alone', email: 'alone@example.com' as string | null },
    { name: 'both', email: 'both@example.com' },
    { name: 'none', email: null },
    { name: 'taken', email: 'owner@example.com' },
  ]
  const ids = new Map<string, string>()
  await visit('owner@example.com')
  for (const { name, email } of people) {
    const userId = crypto.randomUUID()
    ids.set(name, userId)
    await operator.query('insert into users (id, scope, created_at) values ($1, $2, now())', [userId, testProjectId])
    const identity = {
      kind: 'google',
      issuer: 'https://accounts.google.com',
      subject: name,
      email,
      userName: null,
    } as const
    await connection.database.transaction(async (tx) => {
      await insertLoginMethod(tx, { userId, scope: testProjectId, identity, now, sealer })
      const second = { kind: 'github', issuer: 'https://github.com', subject: name, email, userName: null } as const
      if (name === 'both') await insertLoginMethod(tx, { userId, scope: testProjectId, identity: second, now, sealer })
    })
  }
  await connection.close()

  const google = { '<provider>': 'google' }
  const counts = { moved: 1, hadAnother: 1, withoutAddress: 1, taken: 1 }
  const rehearsal = JSON.parse(done(await run(command('accounts -- move --from <provider> --rehearse'), google)))
  expect(rehearsal).toEqual({ from: 'google', rehearsal: true, ...counts })
  const moved = JSON.parse(done(await run(command('accounts -- move --from <provider>'), google)))
  expect(moved).toEqual({ from: 'google', rehearsal: false, ...counts })
  const again = JSON.parse(done(await run(command('accounts -- move --from <provider> --rehearse'), google)))
  expect(again).toMatchObject({ moved: 0, hadAnother: 2 })
  expect(JSON.parse(done(await run(command('audit -- verify')))).faults).toEqual([])

  const device = await createHttpDevice({ url })
  expect((await device.logIn({ email: 'alone@example.com', mailServer })).userId).toBe(ids.get('alone'))
  expect(mailServer.mails.some(({ to, raw }) => to.includes('alone@example.com') && raw.includes('was added'))).toBe(
    true,
  )
  const [user] = await operator.query<{ frozen_until: Date }>('select frozen_until from users where id = $1', [
    ids.get('alone'),
  ])
  expect(user?.frozen_until.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)

  done(await run(command('logins -- end-all --only wallet')))
  await expect.poll(async () => (await device.call('GET', '/v1/devices')).status).toBe(401)
  expect(await failed(server)).toEqual([])
  expect([...left]).toEqual([])
  await server.stop()
})

async function readRoot(): Promise<Uint8Array> {
  const [row] = await operator.query<{ sealed_root: Buffer; kek_id: string }>('select * from sealing_roots')
  if (!row) throw new Error('There is a root')
  const sealed = { box: new Uint8Array(row.sealed_root), kekId: row.kek_id }
  return createSealer({ keys: readKeys() }).open({ sealed, context: rootContext('mac') })
}
