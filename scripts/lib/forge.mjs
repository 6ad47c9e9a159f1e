// Runs Foundry's forge on the contracts. All files are copied into one folder, because solc-js reads no files.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const resolveModule = createRequire(resolve('packages/contracts/package.json')).resolve
const architectures = { x64: 'amd64', arm64: 'arm64' }

/** The program for this machine; undefined: npm has none for it. */
export function findForge() {
  const name = `@foundry-rs/forge-${process.platform}-${architectures[process.arch] ?? process.arch}`
  try {
    return join(dirname(resolveModule(`${name}/package.json`)), 'bin', 'forge')
  } catch {
    return undefined
  }
}

/** Why there is no program, in a sentence. */
export const noForge = `Foundry has no program for ${process.platform}-${process.arch} among the installed packages (@foundry-rs/forge-…, an optional dependency)`

/**
 * Copies sources and tests into a folder, with earlier compiler output.
 *
 * @param {string} name
 */
export function layForge(name) {
  const root = resolve('.latchkey', 'forge', name)
  const lib = join(root, 'lib')
  mkdirSync(lib, { recursive: true })
  for (const part of ['solidity', 'forge', 'artifacts', 'foundry.toml']) {
    rmSync(join(root, part), { recursive: true, force: true })
    cpSync(join('packages', 'contracts', part), join(root, part), { recursive: true, preserveTimestamps: true })
  }
  const openzeppelin = dirname(resolveModule('@openzeppelin/contracts/package.json'))
  if (!existsSync(join(lib, 'openzeppelin', 'package.json'))) {
    cpSync(openzeppelin, join(lib, 'openzeppelin'), {
      recursive: true,
      filter: (path) => !path.endsWith('/build'),
    })
  }
  cpSync(resolveModule('@account-abstraction/contracts/artifacts/EntryPoint.json'), join(lib, 'EntryPoint.json'))
  return root
}

/**
 * Runs `forge test` and gives its answer as JSON.
 *
 * @param {{ forge: string, root: string, profile: string, args?: string[], onChild?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns {Promise<{ code: number, results: Record<string, any> | undefined, words: string }>}
 */
export function runForge({ forge, root, profile, args = [] }) {
  const env = { ...process.env, FOUNDRY_PROFILE: profile, NO_COLOR: '1', NODE_OPTIONS: '' }
  const child = spawn(forge, ['test', '--json', ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => {
    child.kill('SIGTERM')
    process.exit(1)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  const [out, words] = [[], []]
  child.stdout.on('data', (data) => out.push(data))
  child.stderr.on('data', (data) => words.push(data))
  return new Promise((done) => {
    child.once('close', (code) => {
      process.off('SIGTERM', end)
      process.off('SIGINT', end)
      const text = Buffer.concat(out).toString()
      let results
      try {
        results = JSON.parse(text.slice(text.indexOf('{')))
      } catch {
        results = undefined
      }
      done({ code: code ?? 1, results, words: `${results ? '' : text}${Buffer.concat(words)}` })
    })
  })
}
