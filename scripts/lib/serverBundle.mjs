// The server for production: JavaScript files in `apps/server/dist` for plain `node`, with their assets beside them.
// The tests that start, flood and kill servers use these files.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { hashSources, isBuilt, writeBuildRecord } from './buildRecord.mjs'
import { takeProcessLock } from './processLock.mjs'

const root = resolve(import.meta.dirname, '../..')
const server = join(root, 'apps/server')
const state = join(server, '.latchkey')

/** Packages that must be installed at run time: one reads its engine from its own files, the other is native. */
const external = ['@electric-sql/pglite', 'secp256k1']

/** The builds and their folders. Test programs use parts of the server that no configuration reaches, so they are separate. */
const parts = {
  production: {
    folder: join(server, 'dist'),
    programs: {
      main: 'src/main.ts',
      relay: 'src/relay/main.ts',
      telemetry: 'src/telemetry/printReport.ts',
      accounts: 'scripts/accounts.ts',
      audit: 'scripts/audit.ts',
      database: 'scripts/database.ts',
      directory: 'scripts/directory.ts',
      keys: 'scripts/keys.ts',
      names: 'scripts/deployNames.ts',
      logins: 'scripts/logins.ts',
      'smart-accounts': 'scripts/deploySmartAccounts.ts',
    },
  },
  testing: {
    folder: join(state, 'test-programs'),
    programs: {
      bundlerProcess: 'src/bundler/testing/bundlerProcess.ts',
      crashProcess: 'src/onramp/testing/crashProcess.ts',
      treasuryProcess: 'src/treasury/testing/treasuryProcess.ts',
    },
  },
}

/** Assets of a running server: the name of a file or folder beside the source that reads it. */
const assetUrl = /new URL\(\s*'(\.\.?\/[^']+)',\s*import\.meta\.url\s*\)/g
const testCode = /\.test\.tsx?$|\/testing\/|\/packages\/(devnet|testkit)\//

/**
 * The file of a program, for tests: `node <file>`. Built first where it is missing or older than its sources, once for all who ask at the
 * same time.
 *
 * @param {string} name of `apps/server/package.json`'s commands, or `main`
 */
export async function serverProgram(name) {
  return programOf('production', name)
}

/** The file of a program that only tests start, built by the same rules. */
export async function testProgram(name) {
  return programOf('testing', name)
}

/**
 * Builds the server where its sources have changed.
 *
 * @param {{ part?: 'production' | 'testing' }} [options]
 * @returns {Promise<{ folder: string, isNew: boolean }>} `isNew`: whether there was anything to do
 */
export async function buildServer({ part = 'production' } = {}) {
  const { folder } = parts[part]
  const record = join(state, `${part}.json`)
  for (;;) {
    const sources = sourcesOf(part)
    if (isBuilt({ record, folder, sources })) return { folder, isNew: false }
    const lock = takeProcessLock(join(state, `${part}.lock`))
    if (lock.heldBy !== undefined) {
      await new Promise((wait) => setTimeout(wait, 100))
      continue
    }
    try {
      rmSync(record, { force: true })
      await bundle(parts[part], { mayTest: part === 'testing' })
      writeBuildRecord({ record, folder, sources })
      return { folder, isNew: true }
    } finally {
      lock.release()
    }
  }
}

async function programOf(part, name) {
  const { folder, programs } = parts[part]
  if (!(name in programs))
    throw new Error(`There is no program ${name}. There are: ${Object.keys(programs).join(', ')}`)
  if (!isBuilt({ record: join(state, `${part}.json`), folder, sources: sourcesOf(part) })) await buildElsewhere(part)
  return join(folder, `${name}.mjs`)
}

/** Runs in a separate process, to keep the bundler's memory out of a test's process. */
async function buildElsewhere(part) {
  const args = [join(root, 'scripts/build.mjs'), part === 'testing' ? 'test-programs' : 'server']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk.toString()
    })
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`The server could not be built:\n${said}`)
}

function sourcesOf(part) {
  const files = ['scripts/lib/serverBundle.mjs', 'scripts/lib/buildRecord.mjs']
  return hashSources({ root, workspace: 'apps/server', files, testing: part === 'testing' })
}

/** Made beside and moved when it is whole. */
async function bundle({ folder, programs }, { mayTest }) {
  const { build } = await import('vite')
  const draft = join(state, `draft-${randomUUID()}`)
  const assets = new Map()
  try {
    await build({
      root: server,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [ownPlace({ assets, mayTest })],
      ssr: { noExternal: true, external, resolve: { conditions: ['dev', 'node'] } },
      build: {
        ssr: true,
        target: 'node20',
        outDir: draft,
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, join(server, file)])),
          // All in one folder: an asset is beside each of them.
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    for (const [name, path] of assets) cpSync(path, join(draft, name), { recursive: true })
    writeFileSync(join(draft, 'package.json'), describePackage())
    mkdirSync(dirname(folder), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Makes each module find its assets beside the bundle, and refuses code that works only beside the sources. */
function ownPlace({ assets, mayTest }) {
  const handler = function (code, id) {
    if (id.includes('/node_modules/') || !id.endsWith('.ts')) return
    if (!mayTest && testCode.test(id)) this.error(`${id} is a test's, and may not get into the bundle`)
    const placed = code.replace(assetUrl, (_whole, path) => {
      const target = resolve(dirname(id), path)
      const name = basename(target)
      if (name !== 'package.json') {
        if ((assets.get(name) ?? target) !== target) this.error(`Two assets are called ${name}: ${id}`)
        assets.set(name, target)
      }
      return `new URL('./${name}', import.meta.url)`
    })
    const rest = placed.replace(/new URL\('[^']+', import\.meta\.url\)|createRequire\(import\.meta\.url\)/g, '')
    if (/import\.meta\b/.test(rest)) this.error(`${id} asks for its place in a way that the bundle does not know`)
    return placed === code ? undefined : { code: placed, map: null }
  }
  return { name: 'latchkey-own-place', enforce: 'pre', transform: { order: 'pre', handler } }
}

/** The bundle's package.json: the version that the server reports, and the packages outside the bundle. */
function describePackage() {
  const { name, version, license, dependencies } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  const needed = Object.fromEntries(external.map((one) => [one, dependencies[one]]))
  return `${JSON.stringify({ name, version, private: true, license, type: 'module', dependencies: needed }, null, 2)}\n`
}
