import { type AccountId, bitcoinNetworks, type ChainId, solanaNetworks } from '@latchkey/protocol'
import { defineEndpoint } from '@latchkey/protocol/api'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createHttpApp } from '../platform/http/createHttpApp.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import { createAdmission } from '../projects/createAdmission.ts'
import type { SignatureProof } from '../signatures/SignatureProof.ts'
import type { CookieCall, SignedIn } from '../siwx/Siwx.ts'
import { siwxAccounts } from '../siwx/schema.ts'
import { createTestBrowser, type TestBrowser } from '../siwx/testing/createTestBrowser.ts'
import { createSigner, createTestSiwx, siteOrigin, type TestSiwx } from '../siwx/testing/createTestSiwx.ts'
import { toOwner } from '../siwx/toOwner.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { createTestContext } from '../testing/createTestContext.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { createOperatorGuard } from './createOperatorGuard.ts'
import { registerOperatorEndpoint } from './registerOperatorEndpoint.ts'

const operator = createSigner()
const chains = (['eip155:31337', 'eip155:31338'] as const).map((chainId) => ({
  ...{ chainId, name: 'One', upstreams: [{ url: 'http://127.0.0.1:9' }] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}))
let world: TestSiwx
beforeAll(async () => {
  world = await createTestSiwx({ config: { chains, operators: [operator.accountId()] } })
})
afterAll(() => world?.stop())

type Routes = Pick<TestSiwx['app'], 'routes' | 'request'>

/** Returns the operator's routes that answer other callers. */
async function findOpenRoutes(app: Routes, { nobody, visitor }: { nobody: TestBrowser; visitor: TestBrowser }) {
  const open: string[] = []
  for (const { method, path } of app.routes.filter(({ path }) => /^\/v1\/operator(\/|$)/i.test(path))) {
    const at = path.replace(/\{\w+\}/g, 'x')
    const ask = (browser: TestBrowser) => {
      const asking = createTestBrowser({
        app,
        origin: siteOrigin,
        projectId: testProjectId,
        ip: '10.0.0.1',
        cookies: browser.cookies,
      })
      return method === 'GET' ? asking.get(at) : asking.post(at, {})
    }
    const [ofNobody, ofVisitor] = [await ask(nobody), await ask(visitor)]
    if (ofNobody.code !== 'siwx_session_required' || ofVisitor.code !== 'operator_required')
      open.push(`${method} ${path}`)
  }
  return open
}

const overview = '/v1/operator/overview'
const signIn = async (browser: TestBrowser, signer = createSigner(), chainId: ChainId = 'eip155:31337') => {
  world.clock.pass(1_000)
  expect((await browser.signIn(signer, { chainId })).status).toBe(200)
  return browser
}
const ask = async (browser: TestBrowser) => {
  const { status, code } = await browser.get(overview)
  return [status, code]
}
const [allowed, refused] = [
  [200, undefined],
  [403, 'operator_required'],
]

describe('threat 139: the operator’s data is for the operator only', () => {
  test('behavior: no route lacks the guard', async () => {
    const browsers = { nobody: world.browser(), visitor: await signIn(world.browser()) }
    const operators = world.app.routes.filter(({ path }) => path.startsWith('/v1/operator/'))
    expect(operators.map(({ path }) => path)).toContain(overview)
    expect(await findOpenRoutes(world.app, browsers)).toEqual([])
  })

  test('behavior: the previous test detects one that does', async () => {
    const { context, siwx } = world
    const limits = { consume: async () => {}, close: async () => {} }
    const app = createHttpApp({ context, admit: createAdmission({ config: context.config, limits }) })
    const guard = createOperatorGuard({ operators: [operator.accountId()], siwx: siwx?.service })
    const endpoint = (path: string, method: 'GET' | 'POST' = 'GET') =>
      defineEndpoint({
        ...{ method, path, summary: 'For a test', tag: 'Operator', project: 'required', cookies: true, errors: [] },
        ...(path.includes('{id}') ? { params: z.object({ id: z.string() }) } : {}),
        response: z.object({}),
      })
    registerOperatorEndpoint(app, guard, endpoint('/v1/operator/closed'), () => ({}))
    registerOperatorEndpoint(app, guard, endpoint('/v1/operator/{id}/closed', 'POST'), () => ({}))
    // The input of other callers is not even parsed: this endpoint takes a body that they do not know.
    const strict = { ...endpoint('/v1/operator/strict', 'POST'), body: z.object({ secret: z.string() }) }
    const seen: unknown[] = []
    registerOperatorEndpoint(app, guard, strict, ({ body }, { operator: { address } }) => {
      seen.push([body, address])
      return {}
    })
    registerEndpoint(app, endpoint('/v1/operator/open'), () => ({}))
    registerEndpoint(app, endpoint('/v1/operator/{id}/open', 'POST'), () => ({}))
    registerRoute(app, { method: 'GET', path: '/v1/operator/bytes', project: 'none' }, async () => ({ body: null }))
    const browsers = { nobody: world.browser(), visitor: await signIn(world.browser()) }
    expect(await findOpenRoutes(app, browsers)).toEqual([
      'GET /v1/operator/open',
      'POST /v1/operator/{id}/open',
      'GET /v1/operator/bytes',
    ])
    const { cookies: jar } = await signIn(world.browser(), operator)
    const at = { app, origin: siteOrigin, projectId: testProjectId, ip: '10.0.0.1', cookies: jar }
    await createTestBrowser(at).post('/v1/operator/strict', { secret: 'of the operator' })
    expect(seen).toEqual([[{ secret: 'of the operator' }, operator.address]])
    // An endpoint without cookies, or on another path, cannot be registered this way.
    const { cookies: _, ...bare } = endpoint('/v1/operator/bare')
    expect(() => registerOperatorEndpoint(app, guard, bare, () => ({}))).toThrow('not an operator endpoint')
    expect(() => registerOperatorEndpoint(app, guard, endpoint('/v1/elsewhere'), () => ({}))).toThrow(
      'not an operator endpoint',
    )
  })

  test('behavior: every account in the browser counts, on every network of its key', async () => {
    const browser = await signIn(world.browser(), operator)
    expect(await ask(browser)).toEqual(allowed)
    // Another account, which then comes first, does not hide it.
    await signIn(browser)
    expect(await ask(browser)).toEqual(allowed)
    const elsewhere = await signIn(await signIn(world.browser()), operator, 'eip155:31338')
    expect(await ask(elsewhere)).toEqual(allowed)
    // After the operator's sign-out, the browser has no operator.
    await browser.post('/v1/siwx/revoke', { address: operator.address })
    expect(await ask(browser)).toEqual(refused)
    await browser.post('/v1/siwx/revoke', {})
    expect(await ask(browser)).toEqual([401, 'siwx_session_required'])
  })

  test('behavior: a visitor learns only their own role, and is never refused for asking', async () => {
    const roles = async (browser: TestBrowser) => {
      const { status, body } = await browser.get('/v1/me/roles')
      return [status, body]
    }
    const browser = await signIn(world.browser())
    expect(await roles(browser)).toEqual([200, { isOperator: false }])
    await signIn(browser, operator)
    expect(await roles(browser)).toEqual([200, { isOperator: true }])
    await browser.post('/v1/siwx/revoke', {})
    expect((await browser.get('/v1/me/roles')).code).toBe('siwx_session_required')
  })

  test('behavior: a contract is the operator only on the listed network', async () => {
    const makeContract = async (account: ReturnType<typeof operator.accountId>) => {
      await world.context.database
        .update(siwxAccounts)
        .set({ proof: 'contract', owner: toOwner({ account, proof: 'contract' }) })
        .where(eq(siwxAccounts.account, account))
    }
    const [here, elsewhere] = [
      await signIn(world.browser(), operator),
      await signIn(world.browser(), operator, 'eip155:31338'),
    ]
    await makeContract(operator.accountId(31337))
    await makeContract(operator.accountId(31338))
    expect(await ask(here)).toEqual(allowed)
    expect(await ask(elsewhere)).toEqual(refused)
  })

  test('behavior: a page of another origin than the sign-in’s sees no account', async () => {
    const browser = await signIn(world.browser(), operator)
    const tab = browser.tab({ origin: 'https://shop.example.com' })
    expect(await ask(tab)).toEqual([401, 'siwx_session_required'])
  })
})

const [evm, solana, bitcoin] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'So11111111111111111111111111111111111111112',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
]
const { mainnet } = bitcoinNetworks
test.each<[string, AccountId, AccountId, SignatureProof, boolean]>([
  ['the account itself', `eip155:1:${evm}`, `eip155:1:${evm}`, 'key', true],
  ['it in lower case', `eip155:1:${evm.toLowerCase()}`, `eip155:1:${evm}`, 'key', true],
  ['its key elsewhere', `eip155:1:${evm}`, `eip155:8453:${evm}`, 'key', true],
  ['its contract', `eip155:1:${evm}`, `eip155:1:${evm.toLowerCase()}`, 'contract', true],
  ['a contract elsewhere', `eip155:1:${evm}`, `eip155:8453:${evm}`, 'contract', false],
  ['another account', `eip155:1:${evm}`, `eip155:1:${evm.slice(0, -1)}e`, 'key', false],
  ['Solana', `${solanaNetworks.mainnet}:${solana}`, `${solanaNetworks.devnet}:${solana}`, 'key', true],
  [
    'Solana in lower case',
    `${solanaNetworks.mainnet}:${solana}`,
    `${solanaNetworks.mainnet}:${solana.toLowerCase()}`,
    'key',
    false,
  ],
  ['Bitcoin', `${mainnet}:${bitcoin.toUpperCase()}`, `${mainnet}:${bitcoin}`, 'key', true],
  ['the address on another family', `eip155:1:${evm}`, `${solanaNetworks.mainnet}:${solana}`, 'key', false],
])('behavior: threat 139: %s', async (_, listed, account, proof, isOperator) => {
  const signedIn = { account, proof, owner: toOwner({ account, proof }) } as SignedIn
  const guard = createOperatorGuard({ operators: [listed], siwx: { readSignedIn: async () => [signedIn] } })
  const found = guard({} as CookieCall)
  if (isOperator) expect(await found).toBe(signedIn)
  else await expect(found).rejects.toMatchObject({ code: 'operator_required' })
})

describe('without', () => {
  test('error: without operators in the configuration, no account is one', async () => {
    const connection = world.context.connection
    const plain = await createTestSiwx({ config: { chains }, connection, now: world.clock.now() })
    const browser = plain.browser()
    await browser.signIn(operator)
    expect(await ask(browser)).toEqual(refused)
    await plain.stop()
  })

  test('error: without sign-in, there is neither an operator nor data of visitors', async () => {
    const context = await createTestContext({ connection: world.context.connection })
    const { app } = await createTestApp({ context })
    const browser = createTestBrowser({
      app,
      origin: 'http://localhost:5173',
      projectId: testProjectId,
      ip: '10.0.0.1',
    })
    for (const path of [overview, '/v1/me/addresses', '/v1/me/settings', '/v1/me/orders', '/v1/me/roles']) {
      expect(await browser.get(path)).toMatchObject({ status: 404, code: 'siwx_unavailable' })
    }
    await context.stop()
  })
})
