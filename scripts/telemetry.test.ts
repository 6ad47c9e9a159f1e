import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ServerApp } from '../apps/server/src/app.ts'
import { readReport } from '../apps/server/src/telemetry/telemetryStore.ts'
import { createTestApp } from '../apps/server/src/testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../apps/server/src/testing/createTestContext.ts'
import { toKitConfig } from '../apps/web/src/app/toKitConfig.ts'
import { readSite } from '../apps/web/src/site/loadSite.ts'
import { assembleLatchkey } from '../packages/core/src/assembleLatchkey.ts'
import { createTestEnvironment } from '../packages/core/src/testing/createTestEnvironment.ts'
import { type LocalWorld, localServerConfig, localSite, projectId } from './lib/localConfig.mjs'

// The whole way: the site.json and the server's configuration that `npm start` writes, the kit, the server, the operator's report.

const site = 'http://localhost:7100'
const key = `0x${'1'.repeat(64)}`
const world: LocalWorld = {
  chains: [{ id: 31337, chainId: 'eip155:31337', name: 'Local One', rpcUrl: 'http://127.0.0.1:8545' }],
  tokens: [{ address: `0x${'aB'.repeat(20)}`, name: 'Latch', symbol: 'LATCH', decimals: 18, kind: 'site' }],
  accounts: [{ name: 'Ada', address: `0x${'cD'.repeat(20)}`, privateKey: key }],
  ...{ executor: { privateKey: key }, paymasterSigner: { privateKey: key }, treasury: { privateKey: key } },
  ...{ contracts: { paymaster: `0x${'eF'.repeat(20)}` }, names: { zone: 'latch.eth', signer: { privateKey: key } } },
  chainConfigs: [{ upstreams: [{ url: 'http://127.0.0.1:8545' }] }],
  ...{ solana: [], solanaAccounts: [], solanaTokens: [], solanaConfigs: [] },
  ...{ bitcoin: [], bitcoinAccounts: [], bitcoinConfigs: [] },
}
const api = 'http://localhost:7101'
const wallet = 'http://wallet.localhost:7102'

let server: ServerApp
let context: TestContext
beforeAll(async () => {
  const { projects } = localServerConfig({
    ...{ world, site, api, wallet, folder: '.', phone: 'http://localhost:7104', walletFolder: '.', smtpUrl: '' },
    subscription: 'http://localhost:7108',
    ...{ social: {}, identity: 'http://localhost:7105', ports: { api: 7101, metrics: 7103, wallet: 7102 } },
  }) as { projects: { id: string; name: string; origins: string[] }[] }
  context = await createTestContext({ config: { projects } })
  server = (await createTestApp({ context })).app
  await import('../packages/core/src/telemetry/createTelemetryEngine.ts')
})
afterAll(() => context.stop())

/** The events that the operator's report counts for the project, with the views of the modal that opened. */
async function report() {
  const lines = await readReport(context.database, { by: ['event', 'view'], since: '2000-01-01', project: projectId })
  return lines.map(({ event, view, events }) => [event, view, events])
}

/** The kit of the site, with the real server behind it; `fields` take the place of keys of its site.json. */
function openSite(fields: Record<string, unknown> = {}) {
  const paths: string[] = []
  const environment = createTestEnvironment({
    fetch: async (url, init) => {
      paths.push(new URL(url).pathname)
      const headers = { ...(init?.headers as Record<string, string>), origin: site }
      return server.request(url, { ...init, headers })
    },
  })
  const { siteConfig } = localSite({ world, api, wallet })
  const outcome = readSite(JSON.stringify({ ...siteConfig, ...fields }))
  if (!outcome.ok) throw new Error(outcome.failure.problems.join('\n'))
  const { siwx: _, ...config } = toKitConfig({ site: outcome.site, url: site })
  const kit = assembleLatchkey({ config, environment })
  onTestFinished(() => kit.destroy())
  return { kit, paths }
}

test('default: the operator’s report has the events of a visitor on the shipped site', async () => {
  const { kit } = openSite()
  void kit.modal.open({ view: 'AllWallets' })
  await kit.telemetry.flush()
  expect(await report()).toEqual([['modalOpened', 'AllWallets', 1]])
})

test('behavior: a site without telemetry sends nothing, and makes no request for its setting', async () => {
  const before = await report()
  const { kit, paths } = openSite({ telemetry: false })
  void kit.modal.open({ view: 'AllWallets' })
  kit.telemetry.track({ name: 'disconnected' })
  await kit.telemetry.flush()
  expect(await report()).toEqual(before)
  expect(paths.filter((path) => ['/getAnalyticsConfig', '/batch'].includes(path))).toEqual([])
})
