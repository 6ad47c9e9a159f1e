import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromiumFlags, findChromium } from './scripts/lib/chromium.mjs'
import { patience } from './scripts/lib/patience.mjs'
import { quickDatabase } from './scripts/lib/quickDatabase.mjs'
import { leftToServices, serviceTests } from './scripts/lib/serviceTests.mjs'
import { findPostgres } from './scripts/services/postgres.mjs'
import { findRedis } from './scripts/services/redis.mjs'

const conditions = ['dev']
const node = { resolve: { conditions }, ssr: { resolve: { conditions } } }
const executablePath = findChromium()
const hasServices = findPostgres() !== undefined && findRedis() !== undefined
const expect = { poll: { timeout: patience } }

/** No module keeps state, so files can share a worker and its imports. */
const shared = { isolate: false, maxWorkers: 2 }

/** Tests of the full tier only: matrices of one promise, and in the browser every scene and its screenshot. */
const isFull = process.env.LATCHKEY_FUZZ === 'full'
const leftToFull = isFull ? [] : ['**/*.full.test.ts']
const inPictures = '**/*.{full,pictures}.browser.test.{ts,tsx}'

const server = {
  ...shared,
  setupFiles: ['./vitest.setup.ts'],
  expect,
  exclude: ['apps/server/src/relay/interop/**', '**/node_modules/**', ...leftToFull],
  testTimeout: isFull ? 900_000 : 120_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Pending work of a closed page never completes, and the test page reports this. Another project's WalletConnect client has an
    // unhandled rejection when both sides end a session at the same moment.
    onUnhandledError: ({ message }) =>
      message !== 'The tab was closed' &&
      !/^Missing or invalid\. Record was recently deleted - session: /.test(message),
    projects: [
      {
        ...node,
        test: {
          ...shared,
          name: 'unit',
          // Another suite runs beside this one, and tests with many random cases take time.
          testTimeout: isFull ? 600_000 : 60_000,
          hookTimeout: 60_000,
          setupFiles: ['./vitest.setup.ts'],
          expect,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{phone,subscription,wallet,web}/src/**/*.test.ts',
            'scripts/{dependencies,fuzz,imports,localConfig,pages,ports,types}.test.ts',
            'scripts/suite/*.test.ts',
          ],
          exclude: [
            'packages/devnet/**',
            'packages/contracts/**',
            '**/*.browser.test.ts',
            '**/node_modules/**',
            ...leftToFull,
          ],
        },
      },
      {
        ...node,
        test: {
          ...server,
          name: 'server',
          execArgv: quickDatabase,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...server.exclude, ...leftToServices(import.meta.dirname, { hasServices })],
        },
      },
      {
        ...node,
        // Again on PostgreSQL and Redis, for the tests that they can affect.
        test: { ...server, name: 'server-services', include: serviceTests(import.meta.dirname) },
      },
      {
        ...node,
        test: {
          // Other people's clients against our relay and ours: real sockets, a process each.
          name: 'interop',
          setupFiles: ['./vitest.setup.ts'],
          expect,
          include: ['apps/server/src/relay/interop/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        ...node,
        test: {
          // The real wallet against the real server, and attackers of both: one file is thousands of runs.
          name: 'adversary',
          setupFiles: ['./vitest.setup.ts'],
          expect,
          include: ['apps/adversary/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...leftToFull],
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
          ...shared,
        },
      },
      {
        ...node,
        test: {
          name: 'devnet',
          setupFiles: ['./vitest.setup.ts'],
          expect,
          include: ['packages/devnet/src/**/*.test.ts', 'packages/contracts/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...leftToFull],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...shared,
          // Vitest requires a separate group for a different number of workers.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...node,
        test: {
          name: 'start',
          include: ['scripts/{alerts,next,readme,recipes,release,start,telemetry}.test.ts'],
          // The first start makes two days of trading, and another suite runs beside this one.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      // Two pages in one browser: the files of a page share their modules.
      inBrowser({
        name: 'browser',
        isolate: false,
        // Drawing each step of a motion takes a fifth of the processor's time. `emulateMedia` allows it in the tests about motion.
        reducedMotion: 'reduce',
        include: [
          'packages/*/src/**/*.browser.test.{ts,tsx}',
          'apps/{web,wallet,phone}/src/**/*.browser.test.{ts,tsx}',
        ],
        exclude: [inPictures, '**/node_modules/**'],
      }),
      // A page for each file: a picture shows whatever another one left.
      inBrowser({ name: 'pictures', include: [`{packages,apps}/*/src/${inPictures}`] }),
    ],
  },
})

/** A suite in a real browser. */
function inBrowser({
  reducedMotion,
  ...own
}: {
  name: string
  isolate?: boolean
  reducedMotion?: 'reduce'
  include: string[]
  exclude?: string[]
}): TestProjectInlineConfiguration {
  return {
    resolve: { conditions: [...conditions, 'module', 'browser'] },
    // Found only while a test runs, they would make the page reload in the middle of it.
    optimizeDeps: {
      include: [
        '@noble/ciphers/_micro',
        '@noble/curves/ed25519',
        '@noble/curves/secp256k1',
        '@noble/hashes/hkdf',
        '@noble/hashes/legacy',
        '@noble/hashes/sha2',
        '@noble/hashes/sha3',
        '@noble/hashes/utils',
        '@scure/base',
        '@zxcvbn-ts/core',
        '@zxcvbn-ts/language-common',
        'axe-core',
        'fast-check',
        'jose',
        'noble-curves-2/ed25519.js',
        'preact',
        'preact/hooks',
        'preact/jsx-dev-runtime',
        'preact/jsx-runtime',
        'qr',
        'qr/decode.js',
        'react',
        'react-dom',
        'react-dom/client',
        'react-dom/server.browser',
        'react/jsx-dev-runtime',
        'react/jsx-runtime',
        'viem/accounts',
        'viem/utils',
      ],
    },
    test: {
      ...own,
      maxWorkers: 2,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      setupFiles: ['./vitest.setup.ts'],
      expect,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        expect: {
          toMatchScreenshot: {
            comparatorName: 'pixelmatch',
            // Edges of letters differ a little between versions of the browser.
            comparatorOptions: { threshold: 0.25, allowedMismatchedPixelRatio: 0.01 },
            resolveScreenshotPath: ({ root, arg, ext }) => `${root}/packages/react/gallery/references/${arg}${ext}`,
          },
        },
        provider: playwright({
          launchOptions: {
            ...(executablePath ? { executablePath } : {}),
            args: chromiumFlags,
          },
          contextOptions: { timezoneId: 'UTC', locale: 'en-US', ...(reducedMotion ? { reducedMotion } : {}) },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}
