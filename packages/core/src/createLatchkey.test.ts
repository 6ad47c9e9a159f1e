import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { createLatchkey } from './createLatchkey.ts'
import { createTestEnvironment, settle } from './testing/createTestEnvironment.ts'
import { createTestKit } from './testing/createTestKit.ts'
import { localOne } from './testing/testNetworks.ts'

test('behavior: on a server it is created, read and destroyed without access to a global', async () => {
  expect(typeof window).toBe('undefined')
  const latchkey = createLatchkey({
    projectId: '0'.repeat(32),
    apiUrl: 'https://api.test',
    networks: [localOne],
    metadata: { name: 'Test', url: 'https://site.test' },
  })
  expect(latchkey.connection.getState().status).toBe('disconnected')
  latchkey.wallets.discover()
  await latchkey.connection.reconnect()
  expect(latchkey.networks.getState().active).toBe(localOne)
  expect(latchkey.balances.getState().status).toBe('idle')
  latchkey.destroy()
})

test('behavior: its creation sends, stores and schedules nothing', async () => {
  const writes: string[] = []
  const environment = createTestEnvironment({
    storage: {
      getItem: () => null,
      setItem: (key) => void writes.push(key),
      removeItem: (key) => void writes.push(key),
    },
  })
  const heard: string[] = []
  environment.page().addEventListener('eip6963:requestProvider', () => heard.push('asked'))
  const latchkey = createTestKit({ environment })
  await settle()
  expect([writes, heard, environment.requests, environment.eventSources, environment.timers()]).toStrictEqual([
    [],
    [],
    [],
    [],
    0,
  ])
  await latchkey.connection.reconnect()
  expect(heard).toStrictEqual(['asked'])
  expect([writes, environment.requests]).toStrictEqual([[], []])
})

test('behavior: a button loads little code; the rest loads on use', async () => {
  const entry = fileURLToPath(new URL('./createLatchkey.ts', import.meta.url))
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev', 'browser', 'module', 'import', 'default'] },
    build: { write: false, target: 'es2022', rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput
  const chunks = result.output.filter((output) => output.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) load(next)
  }
  load(first?.fileName ?? '')
  const sizeOf = (names: Iterable<string>) =>
    [...names].reduce(
      (sum, name) => sum + gzipSync(chunks.find(({ fileName }) => fileName === name)?.code ?? '').length,
      0,
    )
  const modules = chunks.filter(({ fileName }) => loaded.has(fileName)).flatMap(({ moduleIds }) => moduleIds)
  expect(modules.filter((id) => /\/(viem|zod|@noble|walletconnect)\//.test(id))).toStrictEqual([])
  // Kilobytes with gzip, including the bundler's chunk loader (0.7 kB).
  expect(sizeOf(loaded) / 1000).toBeLessThan(21.9)
  // The part of the embedded wallet that talks to the frame.
  expect(sizeOf(chunks.map(({ fileName }) => fileName).filter((name) => /createEmbeddedHost/.test(name)))).toBeLessThan(
    3_200,
  )
  // WalletConnect with its cryptography loads with the first pairing or a stored WalletConnect session. It uses the platform's Ed25519, or
  // a library if there is none.
  const isFallback = ({ moduleIds }: Rollup.OutputChunk) => moduleIds.some((id) => id.includes('/noble-curves-2/'))
  const weigh = (part: readonly Rollup.OutputChunk[]) => sizeOf(part.map(({ fileName }) => fileName)) / 1000
  const client = chunks.filter(({ fileName }) => /openWalletConnect/.test(fileName))
  expect(weigh(client)).toBeLessThan(31.4)
  expect(weigh(chunks.filter(isFallback))).toBeLessThan(11)
  // The later chunks by their importer, with all their dependencies, except those that the button has loaded.
  const later = (chunk: Rollup.OutputChunk, seen = new Set<string>()): ReadonlySet<string> => {
    if (loaded.has(chunk.fileName) || seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const name of chunk.imports) for (const next of chunks) if (next.fileName === name) later(next, seen)
    return seen
  }
  const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry)
  // The chunks of Solana and Bitcoin build on code that any payment and any pairing has loaded.
  const isFamily = /^(create(Solana|Bitcoin)(Send|Chain)|openPairedFamily)$/
  const common = new Set<string>()
  for (const chunk of parts) if (/^(createSendEngine|openWalletConnect)$/.test(chunk.name)) later(chunk, common)
  const features = parts
    .map((chunk) => {
      const brought = later(chunk)
      const isCounted = ({ fileName }: Rollup.OutputChunk) =>
        brought.has(fileName) && !(isFamily.test(chunk.name) && common.has(fileName))
      return { name: chunk.name, size: weigh(chunks.filter(isCounted)) }
    })
    .sort((a, b) => b.size - a.size)
  const total = weigh(chunks)
  const told = [...features.slice(0, 6), { name: 'all of it', size: total }]
  console.info(told.map(({ name, size }) => `${name} ${size.toFixed(1)} kB`).join(', '))
  for (const name of ['createSendEngine', 'createSwapEngine', 'createTransactionParts', 'names'])
    expect(features.map((feature) => feature.name)).toContain(name)
  // The chunk of WalletConnect contains the sign-in grammar, which checks the sign-in of a connection.
  const budgetOf = (name: string) => (/Bitcoin/.test(name) ? 70 : 46.5)
  expect(features.filter(({ name, size }) => size >= budgetOf(name))).toStrictEqual([])
  // The total includes shared code, and code that no feature imports.
  expect(total).toBeLessThan(344)
}, 30_000)
