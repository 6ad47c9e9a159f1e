import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../scripts/lib/fuzz.mjs'
import { quickDatabase } from '../../../scripts/lib/quickDatabase.mjs'
import { serverProgram } from '../../../scripts/lib/serverBundle.mjs'
import { createNativeSecp256k1 } from './platform/crypto/secp256k1/createNativeSecp256k1.ts'
import { startAnvil, type TestAnvil } from './testing/startAnvil.ts'
import { testProjectId } from './testing/testProjectId.ts'
import { until } from './testing/until.ts'

const server = resolve(import.meta.dirname, '..')
const root = resolve(server, '../..')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundle-'))
/** The bundle as on another machine: without sources and tools, and only with its two external packages. */
const copy = join(folder, 'elsewhere')
const config = join(folder, 'config.json')
/** The full tier starts it without flags, as an operator does. */
const flags = isFull ? [] : quickDatabase
const env = { PATH: process.env.PATH, LATCHKEY_CONFIG: config }
let dist: string
let anvil: TestAnvil
let child: ChildProcess | undefined

beforeAll(async () => {
  const [program, chain] = await Promise.all([serverProgram('main'), startAnvil()])
  dist = dirname(program)
  anvil = chain
  cpSync(dist, copy, { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const link = join(copy, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(findPackage(name), link)
  }
  const chains = [
    {
      chainId: 'eip155:31337',
      name: 'Local One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      upstreams: [{ url: anvil.url }],
    },
  ]
  const projects = [{ id: testProjectId, name: 'Test', origins: [] }]
  const ports = { http: { port: 0 }, metrics: { port: 0 } }
  writeFileSync(config, JSON.stringify({ ...ports, dataFolder: join(folder, 'data'), projects, chains }))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('default: plain node starts it from anywhere, without its sources, and it migrates and serves', async () => {
  const { url, metricsUrl, stop } = await start()
  expect((await fetch(`${url}/health`)).status).toBe(200)
  // The embedded database runs in a worker thread, and started without tables.
  await until(async () => (await fetch(`${url}/ready`)).status === 200)
  const { dependencies } = (await (await fetch(`${url}/ready`)).json()) as { dependencies: unknown[] }
  expect(dependencies).toContainEqual(expect.objectContaining({ name: 'database', status: 'ok' }))
  const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ version })
  const wallets = await fetch(`${url}/getWallets?projectId=${testProjectId}&page=1&entries=4`)
  expect(((await wallets.json()) as { data: unknown[] }).data).toHaveLength(4)
  // The bundle finds the native library if the sources find it.
  const native = createNativeSecp256k1() === undefined ? 0 : 1
  expect(await (await fetch(metricsUrl)).text()).toContain(`latchkey_secp256k1_native ${native}\n`)
  expect(await stop()).toBe(0)

  // An operator's command on the same tables.
  const report = run(...flags, join(copy, 'telemetry.mjs'), '--json')
  expect({ status: report.status, errors: report.stderr }).toEqual({ status: 0, errors: '' })
}, 240_000)

test('behavior: every npm command is a program of it', () => {
  const { scripts } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  const { scripts: ofRoot } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { migrations: _develops, ...operated } = scripts
  const commands = [...Object.values<string>(operated), ofRoot.server, ofRoot.relay, ofRoot.telemetry]
  for (const command of commands) {
    const [, program] = /^node (?:apps\/server\/)?run\.mjs ([a-z-]+)$/.exec(command) ?? []
    expect(existsSync(join(dist, `${program}.mjs`)), command).toBe(true)
  }
})

test('behavior: it contains no test code, and only loads the external packages of its package.json', () => {
  const { dependencies } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  const outside = [...builtinModules, ...builtinModules.map((name) => `node:${name}`), ...Object.keys(dependencies)]
  const files = readdirSync(dist).filter((name) => name.endsWith('.mjs'))
  expect(files).toContain('main.mjs')
  for (const file of files) {
    const text = readFileSync(join(dist, file), 'utf8')
    expect(text.includes(root), file).toBe(false)
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b[^'"\n]*["']([^'"\n]+)["']/gm))
      if (!specifier.startsWith('./')) expect(outside, `${file} imports ${specifier}`).toContain(specifier)
  }
  const sources = readdirSync(dist)
    .filter((name) => name.endsWith('.map'))
    .flatMap((name) => JSON.parse(readFileSync(join(dist, name), 'utf8')).sources as string[])
  expect(sources.some((path) => path.endsWith('src/startServer.ts'))).toBe(true)
  expect(sources.some((path) => path.includes('packages/protocol/src/'))).toBe(true)
  expect(sources.filter((path) => /\.test\.|\/testing\/|packages\/(devnet|testkit)|\/vitest\//.test(path))).toEqual([])
})

test('error: without a build the commands report that', () => {
  const bare = join(folder, 'bare')
  mkdirSync(bare)
  copyFileSync(join(server, 'run.mjs'), join(bare, 'run.mjs'))
  const { status, stderr } = run(join(bare, 'run.mjs'), 'main')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${join(bare, 'dist/main.mjs')} is missing. Run npm run build first.\n`,
  })
})

function run(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 })
}

/** Starts the copy without this process's environment. */
async function start() {
  const started = spawn(process.execPath, [...flags, join(copy, 'main.mjs')], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child = started
  const exited = new Promise<number | null>((done) => started.once('exit', done))
  let output = ''
  let errors = ''
  started.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  started.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ready = () => output.split('\n').find((line) => line.startsWith('{"ready"'))
  await until(() => ready() !== undefined || started.exitCode !== null, { timeout: 180_000 })
  const line = ready()
  if (!line) throw new Error(`It ended: ${errors}`)
  const stop = () => {
    started.kill('SIGTERM')
    return exited
  }
  const { url, metricsUrl } = JSON.parse(line).ready as { url: string; metricsUrl: string }
  return { url, metricsUrl, stop }
}

/** Returns the folder of an installed package, even if it does not export its package.json. */
function findPackage(name: string): string {
  const places = createRequire(join(server, 'package.json')).resolve.paths(name) ?? []
  const found = places.map((place) => join(place, name)).find((place) => existsSync(place))
  if (!found) throw new Error(`${name} is not installed`)
  return found
}
