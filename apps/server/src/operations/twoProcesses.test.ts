import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import type { ServerConfigInput } from '../platform/config/ServerConfig.ts'
import { createHttpDevice } from '../testing/createHttpDevice.ts'
import { createOperator, type Operator, type RunningProcess } from '../testing/createOperator.ts'
import { createTestWallet } from '../testing/createTestVault.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { startMailServer, type TestMailServer } from '../testing/startMailServer.ts'
import { type NoTestPostgres, startPostgres, type TestPostgres } from '../testing/startPostgres.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { writeTestBuild } from '../testing/writeTestBuild.ts'
import { tableOwners } from './tableOwners.ts'
import { writeGrants } from './writeGrants.ts'

let postgres: TestPostgres | NoTestPostgres
let operator: Operator | undefined
let anvil: TestAnvil
let mailServer: TestMailServer
const build = writeTestBuild()
const processes: RunningProcess[] = []
const roles = { wallet: `wallet_${process.pid}`, api: `api_${process.pid}` }
beforeAll(async () => {
  ;[postgres, anvil, mailServer] = await Promise.all([startPostgres(), startAnvil(), startMailServer()])
  if (postgres.skip === undefined) operator = await createOperator({ url: postgres.url })
})
afterAll(async () => {
  for (const one of processes) one.kill()
  await Promise.all(processes.map(({ done }) => done))
  await operator?.stop()
  if (postgres.skip === undefined) {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    for (const role of Object.values(roles)) await client.query(`drop role if exists ${role}`)
    await client.end()
  }
  await postgres.stop?.()
  await anvil.stop()
  await mailServer.stop()
})

test('behavior: threat 181: every table belongs to one process, or is listed as shared', async () => {
  const root = join(import.meta.dirname, '..')
  const owned = new Set(tableOwners.map(({ table }) => table))
  const missing: string[] = []
  for (const file of readdirSync(root, { recursive: true }).map(String)) {
    if (!file.endsWith('/schema.ts')) continue
    for (const [name, table] of Object.entries(await import(join(root, file))))
      if (table instanceof PgTable && !owned.has(table)) missing.push(`${file}: ${name}`)
  }
  expect(missing).toEqual([])
  expect(() => writeGrants({ wallet: 'a; drop table users', api: 'b' })).toThrow('not the name of a database role')
})

test('finding F16: threat 181: the wallet and the API run as two processes, and only the wallet has its key and its tables', async ({
  skip,
}) => {
  if (!operator) return skip(postgres.skip)
  const { run, query, serve, configure, databaseUrl, keyFile, folder } = operator
  const port = await freePort(0)
  const publicUrl = `http://wallet.localhost:${port}`
  const walletPart = { port, publicUrl, folder: build.folder }
  const shared = {
    mail: { url: mailServer.url, from: 'Test <test@example.com>' },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: anvil.url }],
      },
    ],
    siwx: { keyFile: join(folder, 'siwx.key') },
    http: { port: 0, publicUrl: 'http://localhost:7101' },
  } satisfies Partial<ServerConfigInput>
  configure({ ...shared, wallet: { ...walletPart, keyFile } })

  // The steps of docs/operations.md, command by command.
  expect(await run('database', ['migrate'], { DATABASE_URL: databaseUrl })).toMatchObject({
    code: 0,
    errors: expect.stringMatching(/^Uses the database "[^"]+" at \S+\.\n$/),
  })
  for (const role of Object.values(roles)) await query(`create role ${role} login password 'test'`)
  const grants = await run('database', ['grants', '--wallet', roles.wallet, '--api', roles.api])
  expect(grants.errors).toBe('')
  await query(grants.output)
  await query(grants.output)
  const as = (role: string) => {
    const address = new URL(databaseUrl)
    address.username = role
    address.password = 'test'
    return address.toString()
  }

  const wallet = await serve({
    config: { ...shared, role: 'wallet', database: { url: as(roles.wallet) }, wallet: { ...walletPart, keyFile } },
  })
  const api = await serve({ config: { ...shared, role: 'api', database: { url: as(roles.api) }, wallet: walletPart } })
  processes.push(wallet, api)
  const [walletPlace, apiPlace] = await Promise.all([wallet.ready, api.ready])
  expect(walletPlace.walletUrl).toBe(publicUrl)
  expect(apiPlace.walletUrl).toBeUndefined()

  // A login and a wallet at the first, balances at the second.
  const device = await createHttpDevice({ url: publicUrl })
  const session = await device.logIn({ email: 'ada@example.com', mailServer })
  const made = await createTestWallet(session)
  expect(await device.call('POST', '/v1/wallet', made)).toMatchObject({ status: 200 })
  const balance = await fetch(
    `${apiPlace.url}/v1/account/${made.address}/balance?currency=usd&projectId=${testProjectId}`,
    { headers: { origin: 'http://localhost:5173' } },
  )
  expect(balance.status).toBe(200)
  expect(await balance.json()).toHaveProperty('balances')
  for (const path of ['/frame', '/v1/wallet', '/v1/auth/email/start'])
    expect((await fetch(`${apiPlace.url}${path}`)).status).toBe(404)
  expect((await device.call('GET', '/v1/wallet')).status).toBe(200)
  for (const { metricsUrl } of [walletPlace, apiPlace]) {
    const ready = await fetch(metricsUrl.replace('/metrics', '/ready'))
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({ status: 200, body: { status: 'ready' } })
  }

  // The API's environment, configuration and open files do not contain the key.
  const keys = readFileSync(keyFile, 'utf8').trim()
  const environment = readFileSync(`/proc/${api.pid}/environ`, 'utf8')
  expect(environment).not.toContain('WALLET_KEY')
  expect(environment).not.toContain(keys)
  const configFile = /LATCHKEY_CONFIG=([^\0]+)/.exec(environment)?.[1] ?? ''
  expect(readFileSync(configFile, 'utf8')).not.toContain('wallet.key')

  const client = new pg.Client({ connectionString: as(roles.api) })
  await client.connect()
  const denied = tableOwners.filter(({ owner }) => owner === 'wallet').map(({ name }) => name)
  expect(denied).toEqual(
    expect.arrayContaining(['device_shares', 'identities', 'sealing_roots', 'audit_log', 'email_outbox']),
  )
  for (const name of denied)
    for (const sql of [`select * from ${name}`, `delete from ${name}`])
      await expect(client.query(sql), sql).rejects.toThrow(`permission denied for table ${name}`)
  expect((await client.query('select purpose from signing_keys')).rows).toEqual([{ purpose: 'siwx' }])
  const planted = `insert into signing_keys (kid, purpose, public_jwk, sealed_private_jwk, kek_id, created_at) values ('x', 'wallet', '{}', '', '', now())`
  await expect(client.query(planted)).rejects.toThrow('row-level security')
  await expect(client.query('delete from embedded_owners')).rejects.toThrow('permission denied')
  await expect(client.query('create table more (id int)')).rejects.toThrow('permission denied')
  await client.end()
  const own = new pg.Client({ connectionString: as(roles.wallet) })
  await own.connect()
  expect((await own.query('select count(*) from device_shares')).rows).toEqual([{ count: '1' }])
  await expect(own.query('delete from audit_log')).rejects.toThrow('permission denied')
  await expect(own.query('select * from siwx_sessions')).rejects.toThrow('permission denied')
  await own.end()
})

test('finding F16: threat 181: a process of the API with the wallet’s key does not start', async ({ skip }) => {
  if (!operator) return skip(postgres.skip)
  const { serve, databaseUrl, keyFile, folder } = operator
  const wallet = { publicUrl: 'http://wallet.localhost:7102', folder: build.folder }
  const start = async (part: object, env: Record<string, string> = {}) => {
    const server = await serve({ config: { role: 'api', database: { url: databaseUrl }, ...part }, env })
    processes.push(server)
    return server.done
  }
  const key = Buffer.alloc(32, 1).toString('base64')
  writeFileSync(join(folder, 'other.key'), key, { mode: 0o600 })
  const found = /role: found "api" with .*WALLET_KEY/
  for (const end of [
    await start({ wallet: { ...wallet, keyFile } }),
    await start({ wallet }, { WALLET_KEY: key }),
    await start({ wallet: undefined }, { WALLET_KEY: key }),
  ])
    expect(end).toMatchObject({ code: 78, errors: expect.stringMatching(found) })
  const shared = await start({ wallet, siwx: {}, http: { port: 0, publicUrl: 'http://localhost:7101' } })
  expect(shared).toMatchObject({ code: 78, errors: expect.stringContaining('siwx, which has no separate key') })
})
