import type { TelemetryRecord } from '@latchkey/protocol/api'
import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ServerApp } from '../app.ts'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { telemetryEvents } from './schema.ts'
import { purgeEvents, readReport } from './telemetryStore.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop?.())

const origin = 'http://localhost:5173'
const session = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const day = 86_400_000
const opened: TelemetryRecord = { name: 'modalOpened', view: 'Connect', connected: false }
const off = { id: 'f'.repeat(32), name: 'Off', origins: [origin] }
const small = { id: 'e'.repeat(32), name: 'Small', origins: [origin], telemetry: { enabled: true, maxPerDay: 3 } }
const on = { id: testProjectId, name: 'On', origins: [origin], telemetry: { enabled: true, keepDays: 30 } }

describe.each([
  { engine: 'pglite' as const, skip: undefined },
  { engine: 'postgres' as const, skip: postgres.skip },
])('telemetry on $engine', ({ engine, skip }) => {
  if (skip) {
    test.skip(`not run: ${skip}`, () => {})
    return
  }
  let connection: DatabaseConnection
  let context: TestContext
  let app: ServerApp
  let now = Date.UTC(2026, 10, 20, 23, 50)
  beforeAll(async () => {
    connection = await createTestDatabase({ engine, url: (postgres as TestPostgres).url })
    context = await createTestContext({
      connection,
      clock: { now: () => now },
      config: { projects: [on, off, small] },
    })
    app = (await createTestApp({ context })).app
  })
  afterAll(async () => {
    await context?.stop()
    await connection?.close()
  })
  afterEach(async () => {
    await connection.database.delete(telemetryEvents)
    now += 10 * day
  })

  const post = (
    path: string,
    body: unknown,
    { project = testProjectId, headers = {} }: { project?: string; headers?: Record<string, string> } = {},
  ) =>
    app.request(`${path}?projectId=${project}&st=latchkey&sv=0.1.0`, {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const rows = () => connection.database.select().from(telemetryEvents).orderBy(asc(telemetryEvents.id))

  test('default', async () => {
    const events: TelemetryRecord[] = [
      opened,
      { name: 'walletChosen', wallet: 'io.metamask', way: 'injected' },
      { name: 'connected', wallet: 'solana:MetaMask', way: 'injected', namespace: 'solana' },
      { name: 'connectFailed', wallet: 'dev.unknown', code: 'user_rejected' },
      { name: 'sent', chainId: 'eip155:8453' },
    ]
    const response = await post('/batch', { session, events }, { headers: { 'user-agent': 'X (iPhone; y) Mobile/1' } })
    expect(response.status).toBe(202)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await response.json()).toEqual({ accepted: 5 })
    const single = await post('/e', { session, event: { name: 'disconnected' } })
    expect(single.status).toBe(202)
    const stored = await rows()
    const empty = { view: null, wallet: null, way: null, namespace: null, chainId: null, code: null, connected: null }
    const { visit, day: today } = stored[0] ?? {}
    expect(visit).toMatch(/^[0-9a-f]{16}$/)
    expect(today).toBe('2026-11-20')
    const common = { id: expect.any(Number), project: testProjectId, day: today, visit, device: 'mobile', ...empty }
    expect(stored).toEqual([
      { ...common, event: 'modalOpened', view: 'Connect', connected: false },
      { ...common, event: 'walletChosen', wallet: 'metamask', way: 'injected' },
      { ...common, event: 'connected', wallet: 'metamask', way: 'injected', namespace: 'solana' },
      { ...common, event: 'connectFailed', wallet: 'other', code: 'user_rejected' },
      { ...common, event: 'sent', chainId: 'eip155:8453' },
      { ...common, event: 'disconnected', device: 'desktop' },
    ])
  })

  test('spec 7.31: events of existing clients, one at a time or as a list, without data about the visitor', async () => {
    const stock = (event: string, properties?: Record<string, unknown>) => ({
      eventId: '6d19a9a1-0b0c-4d0e-8f00-000000000001',
      url: 'http://localhost:5173/ada?me=1',
      domain: 'localhost',
      timestamp: 1_795_349_269_462,
      props: { type: 'track', event, address: personal, properties },
    })
    const personal = '0x140BBf461e33044E4193730d1511EA2894edb528'
    const one = await post('/e', stock('MODAL_OPEN', { connected: false, caipNetworkId: 'eip155:31337' }))
    expect([one.status, await one.json()]).toEqual([202, { accepted: 1 }])
    const many = await post('/batch', [
      stock('SELECT_WALLET', { name: 'MetaMask', platform: 'qrcode' }),
      stock('CONNECT_SUCCESS', { name: personal, method: 'browser', caipNetworkId: 'eip155:31337' }),
      stock('SEND_SUCCESS', { network: 'eip155:31337', token: 'ETH', amount: 1, message: personal }),
      stock('REGISTER_NAME_SUCCESS', { ensName: 'ada.latchkey.eth' }),
      stock('CLICK_NETWORKS'),
      stock(personal, { view: 'Account', name: 'MetaMask' }),
    ])
    expect([many.status, await many.json()]).toEqual([202, { accepted: 6 }])
    const empty = { view: null, wallet: null, way: null, namespace: null, chainId: null, code: null, connected: null }
    const stored = await rows()
    const common = { id: expect.any(Number), project: testProjectId, day: stored[0]?.day, device: 'desktop', ...empty }
    const here = { chainId: 'eip155:31337', namespace: 'eip155' }
    expect(stored).toEqual([
      { ...common, visit: '', event: 'modalOpened', connected: false, ...here },
      { ...common, visit: '', event: 'walletChosen', wallet: 'metamask', way: 'qr' },
      { ...common, visit: '', event: 'connected', wallet: 'other', way: 'browser', ...here },
      { ...common, visit: '', event: 'sent', ...here },
      { ...common, visit: '', event: 'REGISTER_NAME_SUCCESS' },
      { ...common, visit: '', event: 'CLICK_NETWORKS' },
      { ...common, visit: '', event: 'unknown' },
    ])
    const text = JSON.stringify(stored).toLowerCase()
    for (const secret of [personal, 'ada', 'localhost', '6d19a9a1']) expect(text).not.toContain(secret.toLowerCase())
    // Their visits are unknown.
    const since = new Date(now).toISOString().slice(0, 10)
    expect(await readReport(connection.database, { by: ['project'], since })).toEqual([
      { project: testProjectId, events: 7, visits: 0 },
    ])
    const foreign = await post('/e', stock('MODAL_OPEN'), { headers: { origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    for (const wrong of [{ props: {} }, { props: { event: 'x'.repeat(101) } }, { eventId: 'x' }])
      expect([wrong, (await post('/e', wrong)).status]).toEqual([wrong, 422])
    expect((await post('/batch', [])).status).toBe(422)
    const config = await app.request(`/getAnalyticsConfig?projectId=${testProjectId}&st=appkit&sv=react-wagmi-1.8.0`)
    expect(await config.json()).toEqual({ isAnalyticsEnabled: true })
  })

  test('behavior: while it is disabled events are dropped, and no request is refused', async () => {
    const response = await post('/batch', { session, events: [opened] }, { project: off.id })
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ accepted: 0 })
    expect(await rows()).toEqual([])
    const config = await app.request(`/getAnalyticsConfig?projectId=${off.id}`, { headers: { origin } })
    expect(await config.json()).toEqual({ isAnalyticsEnabled: false })
  })

  test('behavior: a day accepts a limited number of events, and the next day starts from zero', async () => {
    const send = async (count: number) =>
      (await post('/batch', { session, events: Array(count).fill(opened) }, { project: small.id })).json()
    expect(await send(2)).toEqual({ accepted: 2 })
    expect(await send(2)).toEqual({ accepted: 1 })
    expect(await send(1)).toEqual({ accepted: 0 })
    now += day
    expect(await send(1)).toEqual({ accepted: 1 })
    expect(await rows()).toHaveLength(4)
    const visits = new Set((await rows()).map(({ visit }) => visit))
    expect(visits.size).toBe(2)
  })

  test('error: another origin, an unknown project, a body of another shape', async () => {
    const body = { session, event: opened }
    const refused = await post('/e', body, { headers: { origin: 'https://evil.example' } })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'origin_not_allowed' })
    expect((await post('/e', body, { project: 'd'.repeat(32) })).status).toBe(401)
    for (const wrong of [
      {},
      { session, event: { name: 'clicked' } },
      { session, event: { ...opened, address: '0x0' } },
      { session, event: { name: 'sent', chainId: 'x'.repeat(101) } },
      { session: 'me', event: opened },
      { session, event: opened, url: 'https://site.example/?a=b' },
    ])
      expect([wrong, (await post('/e', wrong)).status]).toEqual([wrong, 422])
    expect((await post('/batch', { session, events: [] })).status).toBe(422)
    expect((await post('/batch', { session, events: Array(51).fill(opened) })).status).toBe(422)
    expect((await post('/e', '{')).status).toBe(400)
    expect((await post('/e', body, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status).toBe(
      415,
    )
    expect(await rows()).toEqual([])
  })

  test('behavior: an event is deleted after its project’s time, and one of a removed project after 90 days', async () => {
    const at = (project: string, days: number) => ({
      project,
      day: new Date(now - days * day).toISOString().slice(0, 10),
      visit: '0'.repeat(16),
      device: 'desktop',
      event: 'disconnected',
    })
    await connection.database
      .insert(telemetryEvents)
      .values([
        at(on.id, 30),
        at(on.id, 31),
        at(off.id, 90),
        at(off.id, 91),
        at('0'.repeat(32), 90),
        at('0'.repeat(32), 91),
      ])
    await purgeEvents(connection.database, { projects: context.config.projects, now })
    const left = (await rows()).map(({ project, day: of }) => [project, (now - Date.parse(of)) / day])
    expect(left.map(([project, age]) => [project, Math.floor(Number(age))])).toEqual([
      [on.id, 30],
      [off.id, 90],
      ['0'.repeat(32), 90],
    ])
  })

  test('behavior: a report counts events and visits', async () => {
    const other = session.replace('7', '8')
    for (const [of, wallet] of [
      [session, 'io.metamask'],
      [session, 'io.metamask'],
      [other, 'io.metamask'],
      [other, 'latchkey'],
    ] as const)
      await post('/e', { session: of, event: { name: 'walletChosen', wallet, way: 'injected' } })
    const since = new Date(now).toISOString().slice(0, 10)
    const report = await readReport(connection.database, { by: ['event', 'wallet'], since })
    expect(report).toEqual([
      { event: 'walletChosen', wallet: 'latchkey', events: 1, visits: 1 },
      { event: 'walletChosen', wallet: 'metamask', events: 3, visits: 2 },
    ])
    expect(await readReport(connection.database, { by: ['day'], since, project: off.id })).toEqual([])
    const tomorrow = new Date(now + day).toISOString().slice(0, 10)
    expect(await readReport(connection.database, { by: ['day'], since: tomorrow })).toEqual([])
  })
})
