import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperatorOverview } from '@latchkey/protocol/api'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIndexer, type Indexer } from '../indexer/createIndexer.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import { readVersion } from '../platform/readVersion.ts'
import { createRpcChecks } from '../rpc/createRpcChecks.ts'
import { createTestBrowser, type TestBrowser } from '../siwx/testing/createTestBrowser.ts'
import { createSigner } from '../siwx/testing/createTestSiwx.ts'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'

const signer = createSigner()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-operator-'))
const checks: HealthCheck[] = []
let anvil: TestAnvil
let context: TestContext
let testApp: TestApp
let indexer: Indexer
let operator: TestBrowser
beforeAll(async () => {
  anvil = await startAnvil()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  context = await createTestContext({
    config: {
      siwx: { keyFile: join(folder, 'siwx.key') },
      operators: [signer.accountId()],
      chains: [
        {
          ...{ chainId: 'eip155:31337', name: 'One', nativeCurrency, upstreams: [{ url: anvil.url }] },
          indexer: { startBlock: 0, pollInterval: 50 },
        },
        { chainId: 'eip155:31338', name: 'Two', nativeCurrency, upstreams: [{ url: 'http://127.0.0.1:9' }] },
      ],
      onramp: {
        sandbox: {
          url: 'http://127.0.0.1:9',
          key: { secret: 'a secret of sixteen' },
          webhookUrl: 'http://127.0.0.1:9',
        },
      },
    },
  })
  testApp = await createTestApp({ context, checks })
  checks.push({ name: 'database', check: context.connection.ping }, ...createRpcChecks({ rpc: testApp.rpc }))
  indexer = createIndexer(context, { rpc: testApp.rpc })
  indexer.start()
  operator = openBrowser()
  expect((await operator.signIn(signer)).status).toBe(200)
})
afterAll(async () => {
  await indexer?.stop()
  await context?.stop()
  await anvil?.stop()
  rmSync(folder, { recursive: true })
})

const openBrowser = () =>
  createTestBrowser({ app: testApp.app, origin: 'http://localhost:5173', projectId: testProjectId, ip: '10.0.0.1' })
const read = async () => {
  const { status, code, body } = await operator.get('/v1/operator/overview')
  return { status, code, overview: body as OperatorOverview }
}

test('default: the state of the server', async () => {
  await anvil.request('anvil_mine', ['0x7'])
  await until(() => indexer.status()[0]?.indexed === 7)
  await until(async () => (await read()).overview.chains[0]?.head === 7)
  const { status, overview } = await read()
  expect(status).toBe(200)
  expect(overview).toEqual({
    version: readVersion(),
    uptime: expect.any(Number),
    dependencies: [
      { name: 'database', status: 'ok', latency: expect.any(Number), detail: null },
      { name: 'rpc eip155:31337', status: 'ok', latency: expect.any(Number), detail: null },
      { name: 'rpc eip155:31338', status: 'failed', latency: expect.any(Number), detail: expect.any(String) },
    ],
    chains: [
      { chainId: 'eip155:31337', indexed: 7, head: 7 },
      // Unknown values are null, not invented.
      { chainId: 'eip155:31338', indexed: null, head: null },
    ],
    orders: ['created', 'paid', 'delivering', 'delivered', 'failed', 'refunded'].map((state) => ({ state, count: 0 })),
    signedIn: { accounts: 1, devices: 1 },
  })
  expect(overview.uptime).toBeGreaterThan(0)
  const ready = (await (await testApp.app.request('/ready')).json()) as Pick<OperatorOverview, 'dependencies'>
  expect(ready.dependencies.map(({ name, status }) => [name, status])).toEqual(
    overview.dependencies.map(({ name, status }) => [name, status]),
  )
})

test('behavior: it counts orders by state, and signed-in accounts and browsers', async () => {
  await context.database.execute(sql`
    insert into onramp_orders (id, project_id, provider, quote_id, state, payment, payment_method, chain_id, asset, amount, amounts, usd_cents,
      address, address_key, created_at, updated_at, expires_at)
    select md5(number::text), ${testProjectId}, 'sandbox', number::text, case when number <= 2 then 'paid' else 'delivered' end, 'paid', 'card',
      'eip155:31337', '{}', 1, '{}', 100, '0x1', '0x1', now(), now(), now() from generate_series(1, 5) number`)
  const visitor = createSigner()
  const [first, second] = [openBrowser(), openBrowser()]
  await first.signIn(visitor)
  await second.signIn(visitor)
  const before = (await read()).overview
  expect(before.signedIn).toEqual({ accounts: 2, devices: 3 })
  expect(before.orders.filter(({ count }) => count > 0)).toEqual([
    { state: 'paid', count: 2 },
    { state: 'delivered', count: 3 },
  ])
  await first.post('/v1/siwx/revoke', {})
  await second.post('/v1/siwx/revoke', {})
  expect((await read()).overview.signedIn).toEqual({ accounts: 1, devices: 1 })
})

describe('hanging dependencies', () => {
  const elapsed = async <Value>(work: () => Promise<Value>): Promise<[Value, number]> => {
    const start = performance.now()
    const value = await work()
    return [value, performance.now() - start]
  }

  test('behavior: a dependency that never answers counts as failed within seconds', async () => {
    checks.push({ name: 'hanging', check: () => new Promise(() => {}) })
    const [{ status, overview }, milliseconds] = await elapsed(read)
    checks.pop()
    expect(status).toBe(200)
    expect(milliseconds).toBeLessThan(6_000)
    expect(overview.dependencies.at(-1)).toMatchObject({ name: 'hanging', status: 'failed' })
    expect(overview.dependencies[0]).toMatchObject({ name: 'database', status: 'ok' })
  })

  test.each(['siwx_sessions', 'onramp_orders', 'indexed_chains'])(
    'behavior: a database that blocks %s is reported as down within seconds, and queried again afterwards',
    async (table) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let locked = () => {}
      const isLocked = new Promise<void>((resolve) => {
        locked = resolve
      })
      const holding = context.database.transaction(async (tx) => {
        await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`))
        locked()
        await released
      })
      await isLocked
      const [{ status, code }, milliseconds] = await elapsed(read)
      release()
      await holding
      expect([status, code]).toEqual([503, 'not_ready'])
      expect(milliseconds).toBeLessThan(10_000)
      expect((await read()).status).toBe(200)
    },
  )
})

test('behavior: the head of a chain without a reachable node is unknown', async () => {
  await anvil.stop()
  await until(async () => (await read()).overview.chains[0]?.head === null)
  expect((await read()).overview.chains[0]).toEqual({ chainId: 'eip155:31337', indexed: 7, head: null })
})
