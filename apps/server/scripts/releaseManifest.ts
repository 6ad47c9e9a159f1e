// `node --import tsx apps/server/scripts/releaseManifest.ts <folder of the built pages> <file>`: writes the unsigned manifest of a release,
// with the headers that this server's code sends. `npm run release -- make` and `npm run verify` call it.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { readVersion } from '../src/platform/readVersion.ts'
import { createReleaseManifest } from '../src/walletOrigin/createReleaseManifest.ts'
import { readWalletBuild } from '../src/walletOrigin/readWalletBuild.ts'

const [folder, file] = process.argv.slice(2)
if (!folder || !file) throw new Error('Name the folder of the built pages, and the file to write')
const manifest = createReleaseManifest({
  build: await readWalletBuild({ folder }),
  version: readVersion(),
  commit: readCommit(),
})
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)

/** Returns the commit of the checkout, or null for sources outside a repository. */
function readCommit(): string | null {
  try {
    const place = { cwd: import.meta.dirname, encoding: 'utf8' } as const
    return execFileSync('git', ['rev-parse', 'HEAD'], { ...place, stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
