import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import * as index from './index.ts'
import * as wallet from './wallet.ts'

/**
 * What entries come to, bundled as a site would: kilobytes of gzip, and which modules are in it. The error class and its sentences
 * are not counted: they load with the kit's button.
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
        load: (id) => (id === here ? entries.map((entry) => `export * from '${entry}'`).join('\n') : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: 'everything',
        external: (id) => /\/LatchkeyError(\.ts)?$/.test(id),
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rollup.RollupOutput
  const chunks = result.output.filter((output) => output.type === 'chunk')
  expect(chunks).toHaveLength(1)
  return {
    size: gzipSync(chunks.map(({ code }) => code).join('')).length / 1000,
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  }
}

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchSnapshot()
  expect(Object.keys(wallet).sort()).toMatchSnapshot()
})

test('behavior: both roles with their crypto are small, and an app loads nothing of a wallet', async () => {
  const both = await bundle('./index.ts', './wallet.ts')
  expect(both.modules.filter((id) => /\/(viem|zod|ws)\//.test(id))).toStrictEqual([])
  expect(both.size).toBeLessThan(28)
  const app = await bundle('./index.ts')
  expect(app.modules.filter((id) => /createWallet|buildSessionNamespaces/.test(id))).toStrictEqual([])
  expect(app.size).toBeLessThan(24.8)
}, 30_000)
