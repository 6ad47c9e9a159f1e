import { getBalance } from '@latchkey/protocol/api'
import { startEmailLogin } from '@latchkey/protocol/wallet'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ServerApp } from '../apps/server/src/app.ts'
import { createTestLogin, siteOrigin } from '../apps/server/src/auth/testing/createTestLogin.ts'
import { createTestApp } from '../apps/server/src/testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../apps/server/src/testing/createTestContext.ts'
import { testProjectId } from '../apps/server/src/testing/testProjectId.ts'
import { createAlerts } from '../packages/core/src/alerts/createAlerts.ts'
import type { CoreContext } from '../packages/core/src/CoreContext.ts'
import { callFrame } from '../packages/core/src/connectors/embedded/callFrame.ts'
import { createEmbeddedWallet } from '../packages/core/src/connectors/embedded/createEmbeddedWallet.ts'
import { toFrameError } from '../packages/core/src/connectors/embedded/toFrameError.ts'
import { createApiClient } from '../packages/core/src/http/createApiClient.ts'
import { createGatewayClient } from '../packages/core/src/http/createGatewayClient.ts'
import type { LatchkeyConfig } from '../packages/core/src/LatchkeyConfig.ts'
import { createTelemetry } from '../packages/core/src/telemetry/createTelemetry.ts'
import { createTestEnvironment, until } from '../packages/core/src/testing/createTestEnvironment.ts'
import { createTestFrame, testWalletUrl } from '../packages/core/src/testing/createTestFrame.ts'
import { createTestKit } from '../packages/core/src/testing/createTestKit.ts'

// From the server's real answers to the texts that the visitor and the developer read.

let server: ServerApp
let context: TestContext
beforeAll(async () => {
  context = await createTestContext({
    config: { projects: [{ id: testProjectId, name: 'Site', origins: ['https://site.test'] }] },
  })
  server = (await createTestApp({ context })).app
  await Promise.all([
    import('../packages/core/src/alerts/findAlerts.ts'),
    import('../packages/core/src/telemetry/createTelemetryEngine.ts'),
    import('../packages/core/src/connectors/embedded/createEmbeddedHost.ts'),
  ])
})
afterAll(() => context.stop())
const written = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => void written.mockClear())

/** A page at an origin, with the real server behind it. */
function openPage({ origin = 'https://site.test', ...options }: Partial<LatchkeyConfig> & { origin?: string } = {}) {
  const environment = createTestEnvironment({
    fetch: async (url, init) =>
      server.request(url, { ...init, headers: { ...(init?.headers as Record<string, string>), origin } }),
  })
  const latchkey = createTestKit({ environment, config: { projectId: testProjectId } })
  const alerts: { note: ReturnType<typeof createAlerts>['note'] } = { note: () => {} }
  const context: CoreContext = {
    config: { ...latchkey.config, ...options },
    environment,
    report: () => {},
    load: (chunk) => chunk(),
    onRefusal: (error) => alerts.note(error),
  }
  const made = createAlerts({ context, modal: latchkey.modal })
  alerts.note = made.note
  onTestFinished(() => {
    made.destroy()
    latchkey.destroy()
  })
  const alert = async () => {
    await until(() => latchkey.modal.getState().alert !== undefined)
    expect(written).toHaveBeenCalledTimes(1)
    const { code, message, details } = latchkey.modal.getState().alert ?? {}
    expect(written.mock.calls[0]?.[0]).toBe(`Latchkey: ${message}. ${details}`)
    return { code, message, details: details ?? '' }
  }
  const client = createApiClient({ ...context.config, fetch: environment.fetch, onRefusal: context.onRefusal })
  return { context, environment, latchkey, alert, client }
}
const balanceOf = { params: { address: `0x${'1'.repeat(40)}` } }

test('default: the first opening of the modal alerts a site outside the list', async () => {
  const { context, latchkey, alert } = openPage({ origin: 'https://new.example', telemetry: true })
  const telemetry = createTelemetry({ context })
  onTestFinished(() => telemetry.destroy())
  telemetry.follow(latchkey)
  void latchkey.modal.open()
  expect(await alert()).toEqual({
    code: 'origin_not_allowed',
    message: 'Invalid App Configuration',
    details: `The origin https://new.example may not use the project Site (${testProjectId}): add "https://new.example" to projects[0].origins in the server's configuration and start it again`,
  })
})

test('behavior: the gateway causes the same alert', async () => {
  const { context, environment, alert } = openPage({ origin: 'http://site.test' })
  const { config, onRefusal } = context
  const gateway = createGatewayClient({ ...config, chainId: 'eip155:31337', fetch: environment.fetch, onRefusal })
  await expect(gateway.request('eth_blockNumber')).rejects.toMatchObject({ code: 'origin_not_allowed' })
  const { message, details } = await alert()
  expect(message).toBe('Invalid App Configuration')
  expect(details).toContain('"https://site.test" is allowed, but with a different scheme')
})

test('behavior: an unknown project causes an alert', async () => {
  const { client, alert } = openPage({ projectId: 'a'.repeat(32) })
  await expect(client.request(getBalance, balanceOf)).rejects.toMatchObject({ code: 'project_unknown' })
  expect(await alert()).toMatchObject({
    code: 'project_unknown',
    message: 'Invalid Project ID',
    details: expect.stringContaining(`no project ${'a'.repeat(32)}`),
  })
})

test('behavior: a missing project causes an alert', async () => {
  const { client, alert } = openPage({ projectId: '' })
  await expect(client.request(getBalance, balanceOf)).rejects.toMatchObject({ code: 'project_missing' })
  expect(await alert()).toMatchObject({
    code: 'project_missing',
    message: 'Project ID Not Configured',
    details: expect.stringContaining('projects[].id'),
  })
})

test('behavior: a default network outside the app’s list causes an alert', async () => {
  const { latchkey, alert } = openPage({ defaultNetwork: 'eip155:1' })
  void latchkey.modal.open()
  expect(await alert()).toEqual({
    code: 'network_not_configured',
    message: 'Network Not Found',
    details: 'defaultNetwork is eip155:1, which is none of networks: eip155:31337, eip155:31338',
  })
})

/** The embedded wallet of a page, whose frame a test plays. */
function openWallet() {
  const page = openPage({ wallet: { url: testWalletUrl } })
  const frame = createTestFrame({ page: page.environment.page() })
  const embedded = createEmbeddedWallet({
    context: { ...page.context, environment: { ...page.environment, mountFrame: frame.mountFrame } },
    url: testWalletUrl,
    startChainId: () => 'eip155:31337',
    hasSession: () => false,
    signIn: async () => {},
    resume: () => {},
    alert: () => {},
    join: async () => {},
  })
  onTestFinished(() => {
    embedded.destroy()
    frame.close()
  })
  const login = async () =>
    callFrame({
      host: await embedded.host(),
      environment: page.environment,
      type: 'connectEmail',
      payload: { email: 'ada@site.test' },
    })
  return { ...page, frame, login }
}

test('behavior: a clock ahead of the server’s causes an alert', async () => {
  const { context, device, stop } = await createTestLogin()
  onTestFinished(() => stop())
  const iat = Math.floor(context.clock.now() / 1000) + 600
  const body = { projectId: testProjectId, email: 'ada@site.test', hostOrigin: siteOrigin }
  const refused = await (await device()).call(startEmailLogin, { body, claims: { iat } })
  expect(refused.status).toBe(401)

  const { environment, frame, login, alert } = openWallet()
  frame.answers.connectEmail = () => {
    throw toFrameError({ code: refused.code })
  }
  let isOver = false
  const failing = expect(login().finally(() => (isOver = true))).rejects.toMatchObject({
    code: 'session_not_yet_valid',
  })
  // The frame loads, then a login waits for half a second.
  while (!isOver) await environment.advance(50)
  await failing
  expect(await alert()).toMatchObject({
    code: 'session_not_yet_valid',
    message: 'Session Expired',
    details: expect.stringContaining('clock of this device'),
  })
})

test('behavior: a wallet that does not load causes an alert', async () => {
  const { environment, frame, login, alert } = openWallet()
  frame.behaviour.loads = false
  const failing = expect(login()).rejects.toMatchObject({ code: 'frame_failed' })
  await until(() => environment.timers() > 0)
  await environment.advance(10_000)
  await failing
  expect(await alert()).toMatchObject({
    code: 'embedded_wallet_failed',
    message: 'Embedded Wallet Failed to Load',
    details: expect.stringContaining(`The wallet at ${testWalletUrl} did not load`),
  })
})
