// The published shape of every library: emitted by plain tsc, packed without tests, and looked at by publint and attw.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packLibrary } from '../lib/packLibrary.mjs'
import { runTool } from '../lib/runTool.mjs'
import { workspaces } from '../lib/workspaces.mjs'

/** Entries that server components import: without the directive their build fails in `createContext`. */
const clientEntries = /^@latchkey\/react$/
/** Tests and their helpers. */
const testFile = /\.(test|spec|bench)\.|(^|\/)(testing|test|e2e|gallery|fixtures|__snapshots__)\//

let failed = false
for (const { path, manifest } of workspaces()) {
  if (path === '.' || manifest.private) continue
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
  try {
    const { tarball, files } = packLibrary({ path, destination: folder })
    const tests = files.filter((file) => testFile.test(file))
    if (tests.length > 0) throw new Error(`the package holds tests:\n${tests.join('\n')}`)
    if (clientEntries.test(manifest.name)) {
      const entries = files.filter((file) => /^dist\/(exports\/index|messages\/languages\/[^/]+)\.js$/.test(file))
      const silent = entries.filter((file) => !readPacked({ tarball, file }).startsWith("'use client'"))
      if (entries.length < 10 || silent.length > 0) throw new Error(`'use client' is missing:\n${silent.join('\n')}`)
    }
    runTool('publint', 'node_modules/publint/src/cli.js', ['run', tarball, '--strict'])
    runTool('attw', 'node_modules/@arethetypeswrong/cli/dist/index.js', [
      tarball,
      '--profile',
      'esm-only',
      '--no-emoji',
      '--quiet',
      // Style sheets have no types.
      ...sheetsOf(manifest).flatMap((entry) => ['--exclude-entrypoints', entry]),
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

/** The entries of a package that are style sheets. */
function sheetsOf({ exports = {} }) {
  return Object.keys(exports).filter((entry) => entry.endsWith('.css'))
}

/** A file's text as it was packed. */
function readPacked({ tarball, file }) {
  return spawnSync('tar', ['-xzOf', tarball, `package/${file}`], { encoding: 'utf8' }).stdout
}
