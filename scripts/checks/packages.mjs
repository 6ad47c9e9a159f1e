// The published shape of every library: emitted by plain tsc, packed without tests, and looked at by publint and attw.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packLibrary } from '../lib/packLibrary.mjs'
import { runTool } from '../lib/runTool.mjs'
import { workspaces } from '../lib/workspaces.mjs'

/** Tests and what helps them. */
const testFile = /\.(test|spec|bench)\.|(^|\/)(testing|test|e2e|gallery|fixtures|__snapshots__)\//

let failed = false
for (const { path, manifest } of workspaces()) {
  if (path === '.' || manifest.private) continue
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  try {
    const { tarball, files } = packLibrary({ path, destination: folder })
    const tests = files.filter((file) => testFile.test(file))
    if (tests.length > 0) throw new Error(`the package holds tests:\n${tests.join('\n')}`)
    runTool('publint', 'node_modules/publint/src/cli.js', ['run', tarball, '--strict'])
    runTool('attw', 'node_modules/@arethetypeswrong/cli/dist/index.js', [
      tarball,
      '--profile',
      'esm-only',
      '--no-emoji',
      '--quiet',
    ])
    console.log(`${manifest.name}: emitted, packed, in good shape`)
  } catch (error) {
    failed = true
    console.error(`${manifest.name}: ${error.message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(failed ? 1 : 0)
