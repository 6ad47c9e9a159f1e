import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the code that a page loads immediately. */
async function bundle(code: string) {
  const id = here('./virtual-page.ts')
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev', 'browser', 'module', 'import', 'default'] },
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        resolveId: (asked) => (asked === 'page' ? id : undefined),
        load: (asked) => (asked === id ? code : undefined),
      },
    ],
    build: { write: false, target: 'es2022', rolldownOptions: { input: 'page', preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput
  const chunks = output.filter((part) => part.type === 'chunk')
  const loaded = new Set<Rollup.OutputChunk>()
  const load = (chunk: Rollup.OutputChunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.find(({ fileName }) => fileName === name))
  }
  load(chunks.find(({ isEntry }) => isEntry))
  return {
    bytes: [...loaded].reduce((sum, { code: text }) => sum + gzipSync(text).length, 0),
    modules: [...loaded].flatMap(({ moduleIds }) => moduleIds),
  }
}

test('behavior: a page with the server’s sign-in loads a third of a kilobyte for it; the rest loads on use', async () => {
  const kit = `export { createLatchkey } from '${here('../createLatchkey.ts')}'`
  const plain = await bundle(kit)
  const page = await bundle(`${kit}\nexport { createServerSiwx } from '${here('../exports/siwx.ts')}'`)
  expect(page.bytes - plain.bytes).toBeLessThan(400)
  const own = page.modules.filter((id) => !plain.modules.includes(id)).map((id) => id.split('/').at(-1))
  // The page's own code, and its import.
  expect(own.filter((name) => name !== 'virtual-page.ts')).toStrictEqual(['createServerSiwx.ts'])
  expect(page.modules.filter((id) => /zod|@noble|createLocalSiwx|createSiwxMessage/.test(id))).toStrictEqual([])
}, 60_000)
