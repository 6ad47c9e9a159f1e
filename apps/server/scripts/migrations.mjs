// Writes the SQL migration from every `schema.ts`. While nothing is released there is one initial migration, made anew each
// time, so that the history does not carry every thought; from the first release on, only `drizzle-kit generate` runs here.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const kit = join(dirname(require.resolve('drizzle-kit')), 'bin.cjs')

rmSync(join(folder, 'migrations'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['--conditions=dev', kit, 'generate', '--name', 'initial'], {
  cwd: folder,
  stdio: 'inherit',
})
// What the schema language cannot say stands in `storage.sql` beside the `schema.ts`, one statement each.
if (status === 0) {
  for (const path of readdirSync(join(folder, 'src'), { recursive: true }).map(String).sort()) {
    if (!path.endsWith('storage.sql')) continue
    const statement = readFileSync(join(folder, 'src', path), 'utf8')
    appendFileSync(join(folder, 'migrations', '0000_initial.sql'), `\n--> statement-breakpoint\n${statement}`)
  }
}
process.exit(status ?? 1)
