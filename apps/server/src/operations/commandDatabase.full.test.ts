import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '../auth/schema.ts'
import { createSealer, keyId } from '../platform/crypto/createSealer.ts'
import { parseKeys } from '../platform/crypto/readSealerKeys.ts'
import { createPGlite } from '../platform/db/createPGlite.ts'
import { rootContext } from '../sealing/openSealer.ts'
import { sealingRoots } from '../sealing/schema.ts'
import { type NoTestPostgres, startPostgres, type TestPostgres } from '../testing/startPostgres.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { runAccountsCommand } from './runAccountsCommand.ts'
import { runAuditCommand } from './runAuditCommand.ts'
import { runDatabaseCommand } from './runDatabaseCommand.ts'
import { runKeysCommand } from './runKeysCommand.ts'
import { runLoginsCommand } from './runLoginsCommand.ts'

const commands = {
  keys: runKeysCommand,
  audit: runAuditCommand,
  logins: runLoginsCommand,
  accounts: runAccountsCommand,
}
const calls: readonly [keyof typeof commands, ...string[]][] = [
  ['keys', 'status'],
  ['keys', 'rotate'],
  ['keys', 'reseal'],
  ['keys', 'retire', '0123456789abcdef', '--yes'],
  ['keys', 'abandon', '0123456789abcdef', '--yes'],
  ['audit', 'verify'],
  ['logins', 'end-all'],
  ['accounts', 'find', 'ada@example.com'],
]

let postgres: TestPostgres | NoTestPostgres
let folder: string
let keyFile: string
const folders: string[] = []
beforeAll(async () => {
  postgres = await startPostgres()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-command-'))
  folders.push(folder)
  keyFile = join(folder, 'wallet.key')
  const config = {
    dataFolder: join(folder, 'data'),
    wallet: { publicUrl: 'https://wallet.example.com', folder: 'pages', keyFile },
    mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
      },
    ],
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
})
afterAll(async () => {
  for (const one of folders) rmSync(one, { recursive: true, force: true })
  await postgres.stop?.()
})

async function call([name, ...args]: (typeof calls)[number], env: Record<string, string> = {}) {
  const output: string[] = []
  const notes: string[] = []
  const result = await commands[name]({
    args,
    env: { LATCHKEY_CONFIG: join(folder, 'config.json'), ...env },
    say: (line) => output.push(line),
    note: (line) => notes.push(line),
  }).catch((error: Error) => error)
  return { result, output, notes }
}

const readKeys = () => parseKeys({ text: readFileSync(keyFile, 'utf8'), place: keyFile })
const failure = async (one: (typeof calls)[number], env?: Record<string, string>) => {
  const { result } = await call(one, env)
  return result instanceof Error ? result.message : `It answered ${result}`
}

/** The embedded database of a server with one sealed row, or with an account only. */
async function makeDatabase(key: Uint8Array | undefined) {
  const { database, close } = await createPGlite({ dataFolder: join(folder, 'data') })
  if (key) {
    const { box, kekId } = await createSealer({ keys: [key] }).seal({
      ...{ plaintext: new Uint8Array(32), context: rootContext('mac') },
    })
    await database.insert(sealingRoots).values({ name: 'mac', sealedRoot: box, kekId, createdAt: new Date() })
  } else await database.insert(users).values({ id: crypto.randomUUID(), scope: testProjectId, createdAt: new Date() })
  await close()
}

test('behavior: threat 201: without DATABASE_URL no command creates a database or a key file', async () => {
  const told = await Promise.all(calls.map((one) => failure(one)))
  for (const message of told) {
    expect(message).toContain(`database.url: found nothing, and ${join(folder, 'data')} has no embedded database`)
    expect(message).toContain('Set DATABASE_URL to the database of the server')
  }
  const env = { LATCHKEY_CONFIG: join(folder, 'config.json') }
  const silent = { say: () => {}, note: () => {} }
  await expect(runDatabaseCommand({ args: ['migrate'], env, ...silent })).rejects.toThrow('database.url: found nothing')
  expect(existsSync(join(folder, 'data'))).toBe(false)
  expect(existsSync(keyFile)).toBe(false)
})

test('behavior: threat 201: an empty database is refused, and stays empty', async ({ skip }) => {
  const { close } = await createPGlite({ dataFolder: join(folder, 'data') })
  await close()
  expect(await failure(['logins', 'end-all'])).toContain('has no rows of this server. Set DATABASE_URL')
  expect(existsSync(keyFile)).toBe(false)

  if (postgres.skip !== undefined) return skip(postgres.skip)
  const name = `latchkey_command_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const own = new pg.Client({ connectionString: url.toString() })
  await own.connect()
  try {
    for (const one of calls) {
      const message = await failure(one, { DATABASE_URL: url.toString() })
      expect(message).toContain(`There is no up-to-date schema in the database "${name}" at ${own.host}:${own.port}`)
    }
    const { rows } = await own.query("select schemaname from pg_tables where schemaname in ('public', 'drizzle')")
    expect(rows).toEqual([])
  } finally {
    await own.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

test('behavior: threat 201: each command names its database, without the password', async () => {
  const DATABASE_URL = 'postgres://operator:s3cret@127.0.0.1:9/latchkey'
  for (const one of calls)
    expect((await call(one, { DATABASE_URL })).notes).toEqual(['Uses the database "latchkey" at 127.0.0.1:9.'])
  const key = new Uint8Array(randomBytes(32))
  writeFileSync(keyFile, Buffer.from(key).toString('base64'), { mode: 0o600 })
  await makeDatabase(key)
  const { result, output, notes } = await call(['keys', 'status'])
  expect({ result, notes }).toEqual({ result: true, notes: [`Uses the embedded database in ${join(folder, 'data')}.`] })
  expect(JSON.parse(output.join(''))).toMatchObject({
    keys: [{ state: 'newest', rows: { 'sealing_roots.sealed_root': 1 } }],
  })
})

test('behavior: threat 201: a key is retired only if the database is certain to be the server’s', async () => {
  const [newest, older] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
  const text = [newest, older].map((key) => Buffer.from(key).toString('base64')).join('\n')
  writeFileSync(keyFile, text, { mode: 0o600 })
  // A database with an account, but without a sealed row: another server's, or a restored part.
  await makeDatabase(undefined)
  expect(await failure(['keys', 'retire', keyId(older)])).toContain('this is the embedded database')
  expect(await failure(['keys', 'retire', keyId(older), '--yes'])).toContain(
    'No row of this database is under a key of this configuration',
  )
  expect(readKeys()).toEqual([newest, older])

  rmSync(join(folder, 'data'), { recursive: true })
  await makeDatabase(newest)
  expect(await failure(['keys', 'retire', keyId(older)])).toContain('repeat the command with --yes')
  expect(readKeys()).toEqual([newest, older])
  expect((await call(['keys', 'retire', keyId(older), '--yes'])).result).toBe(true)
  expect(readKeys()).toEqual([newest])
})

test('behavior: rotate changes an existing key file only', async () => {
  await makeDatabase(new Uint8Array(randomBytes(32)))
  expect(await failure(['keys', 'rotate'])).toContain(`wallet.keyFile: ${keyFile} does not exist`)
  expect(existsSync(keyFile)).toBe(false)
})
