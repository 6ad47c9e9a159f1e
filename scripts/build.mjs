// `npm run build`: builds everything for production after `npm ci`: the server, the wallet's pages, the site. It skips unchanged parts.
// `npm run build -- server` builds the named ones only.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { hashSources, isBuilt, listFiles, writeBuildRecord } from './lib/buildRecord.mjs'
import { buildServer } from './lib/serverBundle.mjs'

const root = resolve(import.meta.dirname, '..')
// Variables that a shell may keep from tests and local starts, and that would change the pages.
for (const name of ['NODE_ENV', 'LATCHKEY_SITE', 'LATCHKEY_SANDBOX']) delete process.env[name]
const builds = {
  server: { name: 'Server', run: () => buildServer() },
  wallet: { name: "Wallet's pages", run: () => buildPages({ workspace: 'apps/wallet', args: ['build.ts'] }) },
  site: {
    name: 'Site',
    run: () =>
      buildPages({
        workspace: 'apps/web',
        args: ['../../node_modules/vite/bin/vite.js', 'build', '--configLoader', 'native'],
        // The operator's own, beside the pages.
        kept: ['site.json'],
      }),
  },
  'test-programs': { name: 'Test programs', byName: true, run: () => buildServer({ part: 'testing' }) },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in builds))
if (unknown.length > 0) {
  console.error(`npm run build does not know ${unknown.join(', ')}. It takes: ${Object.keys(builds).join(', ')}.`)
  process.exit(1)
}
const wanted = Object.entries(builds).filter(([name, { byName }]) =>
  asked.length > 0 ? asked.includes(name) : !byName,
)
const outcomes = await Promise.all(wanted.map(([, build]) => runBuild(build)))
if (outcomes.includes(false)) process.exitCode = 1

/** Runs one build and prints its output. @returns whether it succeeded */
async function runBuild({ name, run }) {
  const began = performance.now()
  try {
    const { folder, isNew } = await run()
    const bytes = listFiles(folder).filter((file) => !file.endsWith('.map'))
    const size = bytes.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    const took = isNew ? `${((performance.now() - began) / 1000).toFixed(1)} s` : 'unchanged'
    console.log(
      `✓ ${name.padEnd(16)} ${relative(root, folder).padEnd(20)} ${(size / 1e6).toFixed(1).padStart(5)} MB  ${took}`,
    )
    return true
  } catch (error) {
    console.error(`✗ ${name}: ${error.message}`)
    return false
  }
}

/** Has a workspace build its `dist`. */
async function buildPages({ workspace, args, kept = [] }) {
  const folder = join(root, workspace, 'dist')
  const record = join(root, workspace, '.latchkey/build.json')
  const sources = hashSources({ root, workspace, files: ['scripts/build.mjs'], development: true })
  if (isBuilt({ record, folder, sources })) return { folder, isNew: false }
  const own = kept
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, content: readFileSync(path) }))
  try {
    await runTool({ cwd: join(root, workspace), args })
    writeBuildRecord({ record, folder, sources })
  } finally {
    for (const { path, content } of own) writeFileSync(path, content)
  }
  return { folder, isNew: true }
}

/** Prints the output only after a failure. */
async function runTool({ cwd, args }) {
  const child = spawn(process.execPath, ['--conditions=dev', '--import', 'tsx', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk.toString()
    })
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`could not be built.\n${said}`)
}
