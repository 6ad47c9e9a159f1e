import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import type { DatabaseConnection } from '../../platform/db/Database.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { createTestBrowser, type TestBrowser } from './createTestBrowser.ts'

/** Two sites of one project. */
export const siteOrigin = 'https://app.example.com'
export const otherOrigin = 'https://shop.example.com'
/** Another project on the same server, with its own site. */
export const otherProjectId = 'fedcba9876543210fedcba9876543210'
export const otherSiteOrigin = 'https://other.example.com'

/** A server with sign-in and an adjustable clock. */
export type TestSiwx = TestApp & {
  context: TestContext
  clock: Clock & { set: (now: number) => void; pass: (milliseconds: number) => void }
  /** Creates a browser on a site, with a separate cookie jar and IP address. */
  browser: (options?: {
    origin?: string | undefined
    projectId?: string
    userAgent?: string
    cookies?: Map<string, string>
    ip?: string
  }) => TestBrowser
  stop: () => Promise<void>
}

/** Starts the whole server without sockets, with sign-in. The caller stops it. */
export async function createTestSiwx({
  config,
  connection,
  log,
  now = 1_800_000_000_000,
}: {
  config?: Partial<ServerConfigInput>
  connection?: DatabaseConnection
  log?: Logger
  now?: number
} = {}): Promise<TestSiwx> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-siwx-'))
  let time = now
  const clock: TestSiwx['clock'] = {
    now: () => time,
    set: (value) => {
      time = value
    },
    pass: (milliseconds) => {
      time += milliseconds
    },
  }
  const context = await createTestContext({
    clock,
    ...(connection ? { connection } : {}),
    config: {
      http: { publicUrl: 'https://api.example.com', trustProxy: true },
      projects: [
        { id: testProjectId, name: 'Test', origins: [siteOrigin, otherOrigin, 'https://*.pages.example.com'] },
        { id: otherProjectId, name: 'Other', origins: [otherSiteOrigin, siteOrigin] },
      ],
      siwx: { keyFile: join(folder, 'siwx.key') },
      ...config,
    },
  })
  if (log) context.log = log
  const services = await createTestApp({ context })
  let browsers = 0
  return {
    ...services,
    context,
    clock,
    browser: ({ projectId = testProjectId, ip = `10.0.0.${++browsers % 250}`, ...options } = {}) =>
      createTestBrowser({ ...{ app: services.app, origin: siteOrigin, projectId, ip }, ...options }),
    stop: async () => {
      await context.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Creates an EVM account. */
export function createSigner() {
  const account = privateKeyToAccount(generatePrivateKey())
  return { ...account, accountId: (chainId = 31337) => `eip155:${chainId}:${account.address}` as const }
}
