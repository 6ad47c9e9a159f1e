// `npm run -w apps/server migrations -- add-names`: writes the next SQL migration from every `schema.ts`. Released migrations are never
// changed, because databases have run them. Features that the schema language lacks (a fillfactor, a trigger) are written by hand into a
// migration created with --custom.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [name, ...flags] = process.argv.slice(2)
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('Name the migration after its effect: npm run -w apps/server migrations -- add-names')
  process.exit(1)
}
const folder = fileURLToPath(new URL('..', import.meta.url))
const kit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs')
const { status } = spawnSync(process.execPath, ['--conditions=dev', kit, 'generate', '--name', name, ...flags], {
  cwd: folder,
  stdio: 'inherit',
})
process.exit(status ?? 1)
