import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import * as index from './index.ts'
import * as wallet from './wallet.ts'

/**
 * Bundles entries as a site would, with all dependencies: error class, messages, cryptography. Excludes the bundler's own chunk loader
 * (0.6 kB), which a site has already or never needs. Returns kilobytes of gzip and the modules: of the initial load, and of the chunks
 * that load only without a platform Ed25519.
 */
async function bundle(...entries: string[]) {
  const here = fileURLToPath(new URL('./everything.ts', import.meta.url))
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev', 'browser', 'module', 'import', 'default'] },
    plugins: [
      {
        name: 'everything',
        enforce: 'pre',
        resolveId: (id) => (id === 'everything' ? here : undefined),
        load: (id) => {
          if (id === here) return entries.map((entry) => `export * from '${entry}'`).join('\n')
          return /vite\/preload-helper/.test(id) ? 'export const __vitePreload = (load) => load()' : undefined
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: 'everything', preserveEntrySignatures: 'strict' },
    },
  })) as Rollup.RollupOutput
  const chunks = result.output.filter((output) => output.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  const measure = (part: Rollup.OutputChunk[]) => ({
    // Each chunk is a separate file on the wire.
    size: part.reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000,
    modules: part.flatMap(({ moduleIds }) => moduleIds),
  })
  const isFirst = (chunk: Rollup.OutputChunk) => chunk === first || first?.imports.includes(chunk.fileName) === true
  return { ...measure(chunks.filter(isFirst)), fallback: measure(chunks.filter((chunk) => !isFirst(chunk))) }
}

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchSnapshot()
  expect(Object.keys(wallet).sort()).toMatchSnapshot()
})

test('behavior: both roles with everything are small, and an app loads no wallet code', async () => {
  const both = await bundle('./index.ts', './wallet.ts')
  expect(both.modules.filter((id) => /\/(viem|zod|ws)\//.test(id))).toStrictEqual([])
  // The kit brings its own error messages.
  expect(both.modules.filter((id) => /\/kitErrors\.ts$/.test(id))).toStrictEqual([])
  expect(both.size).toBeLessThan(30)
  const app = await bundle('./index.ts')
  expect(app.modules.filter((id) => /createWallet|buildSessionNamespaces/.test(id))).toStrictEqual([])
  expect(app.size).toBeLessThan(26.7)
}, 30_000)

test('behavior: the library’s Ed25519 is in a separate chunk with all its dependencies', async () => {
  const { modules, fallback } = await bundle('./index.ts')
  // Edwards curves, fields and SHA-512: X25519 and SHA-256 need none of them.
  const heavy = /noble-curves-2|\/(edwards|curve|_u64)\.js$/
  expect(modules.filter((id) => heavy.test(id))).toStrictEqual([])
  expect(fallback.modules.filter((id) => heavy.test(id))).not.toStrictEqual([])
  expect(fallback.modules.filter((id) => !id.includes('/noble-curves-2/'))).toStrictEqual([])
  expect(fallback.size).toBeLessThan(11)
}, 30_000)
