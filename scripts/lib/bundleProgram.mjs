// Programs that tests start again and again: as one file they are there in a sixth of the time that their sources take.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/**
 * Bundles a program of the server's side and all that it imports into one JavaScript file for this Node. Its modules find their
 * neighbours (workers, migrations) where the sources are. That the sources run as they are is what `npm start` and its tests show.
 *
 * Within one `npm test` each program is bundled once, and all suites start the same file: `LATCHKEY_TEST_SHARED` names the folder of that run.
 *
 * @param {{ entry: string, folder: string }} options the program's TypeScript file, and a folder for the result, which the caller removes
 * @returns {Promise<string>} the file: `node --conditions=dev <file>`
 */
export async function bundleProgram({ entry, folder }) {
  const name = basename(entry).replace(/\.ts$/, '.mjs')
  const { LATCHKEY_TEST_SHARED: shared } = process.env
  if (!shared) return bundle({ entry, folder, name })
  const file = join(shared, `${createHash('sha256').update(entry).digest('hex').slice(0, 16)}-${name}`)
  // Built beside and moved: another suite may look for it at this moment.
  if (!existsSync(file)) renameSync(await bundle({ entry, folder: shared, name: `${randomUUID()}.mjs` }), file)
  return file
}

async function bundle({ entry, folder, name }) {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [{ name: 'latchkey-own-place', enforce: 'pre', transform: { order: 'pre', handler: keepPlace } }],
    ssr: { noExternal: true, resolve: { conditions: ['dev', 'node'] } },
    build: {
      ssr: entry,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
    },
  })
  return join(folder, name)
}

/** A module goes on saying where its source is. */
function keepPlace(code, id) {
  if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return
  return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
}
