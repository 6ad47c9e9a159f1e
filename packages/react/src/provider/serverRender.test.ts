import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createLatchkey } from '@latchkey/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { config } from '../../gallery/fixtures.ts'
import type * as serverApp from '../../test/serverApp.ts'
import {
  AccountButton,
  ConnectButton,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useActivity,
  useBalances,
  useConnections,
  useModal,
  useNetwork,
  useProvider,
  useSend,
  useTheme,
  useWallets,
} from '../exports/index.ts'

test('default: provider and buttons render on a server', () => {
  const html = renderToString(
    createElement(
      LatchkeyProvider,
      { config },
      createElement(NetworkButton),
      createElement(ConnectButton),
      createElement(AccountButton),
    ),
  )
  expect(html).toContain('Connect wallet')
  expect(html).toContain('Local One')
  // Inline styles would violate the strict policy of a page before React hydrates it.
  expect(html).not.toMatch(/style=|<style/)
})

test('behavior: every hook returns a value on a server', () => {
  function Probe() {
    const answers = {
      account: useAccount().status,
      network: useNetwork().active?.name,
      balances: useBalances().status,
      activity: useActivity().status,
      send: useSend().state.status,
      wallets: useWallets().installed.length,
      open: useModal().isOpen,
      mode: useTheme().resolvedMode,
      connections: useConnections().connections.length,
      provider: useProvider() === undefined,
    }
    return createElement('code', null, JSON.stringify(answers))
  }
  const latchkey = createLatchkey(config)
  const html = renderToString(createElement(LatchkeyProvider, { latchkey }, createElement(Probe)))
  const answers: unknown = JSON.parse((/<code>(.*)<\/code>/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'))
  expect(answers).toEqual({
    account: 'disconnected',
    network: 'Local One',
    balances: 'idle',
    activity: 'idle',
    send: 'editing',
    wallets: 0,
    open: false,
    mode: 'dark',
    connections: 0,
    provider: true,
  })
})

test('behavior: the app sets the network that a server shows', () => {
  const html = renderToString(
    createElement(
      LatchkeyProvider,
      { config: { ...config, defaultNetwork: 'eip155:31338' } },
      createElement(NetworkButton),
    ),
  )
  expect(html).toContain('Local Two')
})

test('error: a button without a provider throws an error that names it', () => {
  expect(() => renderToString(createElement(ConnectButton))).toThrow('<LatchkeyProvider>')
})

const react18 = dirname(createRequire(import.meta.url).resolve('@latchkey/react-18/package.json'))
const olderReact = { find: /^(react|react-dom)($|\/.*)/, replacement: `${react18}/node_modules/$1$2` }

/** Builds an app that renders itself, with one major version of React. */
async function buildApp(major: 18 | 19): Promise<typeof serverApp> {
  const outDir = await mkdtemp(join(tmpdir(), 'latchkey-server-'))
  onTestFinished(() => rm(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { alias: major === 18 ? [olderReact] : [] },
    ssr: { noExternal: true, resolve: { conditions: ['dev', 'module', 'node'] } },
    build: { ssr: fileURLToPath(new URL('../../test/serverApp.ts', import.meta.url)), outDir, target: 'node20' },
  })
  return import(pathToFileURL(join(outDir, 'serverApp.js')).href)
}

test.each([18, 19] as const)(
  'behavior: React %i renders it at once and as a stream, and changes no global',
  async (major) => {
    const warnings = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const fetched = vi.spyOn(globalThis, 'fetch')
    const timed = vi.spyOn(globalThis, 'setInterval')
    onTestFinished(() => void vi.restoreAllMocks())
    const before = Object.getOwnPropertyNames(globalThis)
    const app = await buildApp(major)
    expect(app.version).toMatch(new RegExp(`^${major}\\.`))
    const printed = app.print()
    expect(printed).toContain('Connect wallet')
    expect(printed).not.toMatch(/style=|<style/)
    expect(await app.stream()).toBe(printed)
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before)
    for (const spy of [...warnings, fetched, timed]) expect(spy).not.toHaveBeenCalled()
  },
)
