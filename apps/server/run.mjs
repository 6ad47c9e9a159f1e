// `node apps/server/run.mjs <program> [arguments]`: runs a program of the bundle in this process, or says how to make it. The npm commands of
// production are this; `node apps/server/dist/main.mjs` does the same.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [name = ''] = process.argv.splice(2, 1)
const file = join(import.meta.dirname, 'dist', `${name}.mjs`)
if (existsSync(file)) {
  process.argv[1] = file
  await import(pathToFileURL(file).href)
} else {
  console.error(`${file} is missing. Run npm run build first.`)
  process.exitCode = 1
}
