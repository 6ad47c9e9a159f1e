// Writes the SQL migration from every `schema.ts`. While nothing is released there is one initial migration, made anew each
// time, so that the history does not carry every thought; from the first release on, only `drizzle-kit generate` runs here.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
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
process.exit(status ?? 1)
