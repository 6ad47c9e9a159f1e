// Runs one stage: `node scripts/suite/runStage.mjs <name> [files…]`. The result is in results/<name>.json, which wireit keeps;
// the runner's own report is in .latchkey/reports.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findChromium } from '../lib/chromium.mjs'
import { readReport } from '../lib/reports.mjs'
import { findPostgres, startPostgres } from '../services/postgres.mjs'
import { findRedis, startRedis } from '../services/redis.mjs'
import { findNode } from './findNode.mjs'
import { stages } from './stages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const reports = join(root, '.latchkey/reports')
const results = join(root, 'scripts/suite/results')

/**
 * @typedef {object} Result what came of a stage
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {number} began Unix milliseconds
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {{ file: string, name: string, message: string }[]} failures
 * @property {{ file: string, seconds: number }[]} files
 */

/**
 * Runs a stage with the services that it needs, and writes its result.
 *
 * @param {import('./stages.mjs').Stage} stage
 * @param {readonly string[]} [parameters] more of them: files, or `--changed`
 * @returns {Promise<Result>}
 */
export async function runStage(stage, parameters = []) {
  const began = Date.now()
  for (const folder of [reports, results]) mkdirSync(folder, { recursive: true })
  const result = { name: stage.name, began, ...(await run(stage, parameters)), seconds: (Date.now() - began) / 1000 }
  writeFileSync(resultOf(stage.name), JSON.stringify(result))
  return result
}

/** The result of a stage that was run at some time, or whose result was kept. @returns {Result | undefined} */
export function readResult(name) {
  try {
    return JSON.parse(readFileSync(resultOf(name), 'utf8'))
  } catch {
    return undefined
  }
}

const resultOf = (name) => join(results, `${name}.json`)

async function run(stage, parameters) {
  const hasServices = Boolean(stage.services && findPostgres() && findRedis())
  if (stage.services === true && !hasServices) {
    console.log('Skipped: PostgreSQL or Redis is not installed')
    return { status: 'skipped', passed: 0, failed: 0, skipped: 1, failures: [], files: [] }
  }
  const raw = join(reports, `${stage.name}.json`)
  rmSync(raw, { force: true })
  // Each suite has its own, so that killed or leftover services do not affect others.
  const services = hasServices ? await Promise.all([startPostgres(), startRedis()]) : []
  const node = await findNode(stage.node)
  const files = typeof stage.only === 'function' ? stage.only() : [stage.only ?? []].flat()
  const titles = stage.titles ? [`--testNamePattern=${stage.titles.source}`] : []
  const child = spawn(node, [...stage.args, ...files, ...titles, ...reporting(stage, raw), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment({ stage, services, raw, node }),
  })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  const code = await new Promise((end) => child.once('close', (exit) => end(exit ?? 1)))
  process.off('SIGTERM', stop)
  await Promise.all(services.map((service) => service.stop()))
  const counted = stage.counts
    ? readReport(stage.counts, raw, stage.titles)
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [], files: [] }
  // A runner that failed without a failed test (a crash, a file that does not load) still failed.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  return { status: code === 0 ? 'passed' : 'failed', ...counted }
}

function reporting({ name, counts, workers }, raw) {
  if (counts === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${raw}`]
  if (counts === 'forge') return [`--report=${raw}`]
  // Each run empties its folder first, and several run at once.
  const output = ['--reporter=list,json', '--output', resolve('node_modules/.cache/latchkey-e2e', name)]
  return counts ? [...output, ...(workers ? [`--workers=${workers}`] : [])] : []
}

function environment({ stage, services: [postgres, redis], raw, node }) {
  const chromium = findChromium()
  const own = node === process.execPath ? {} : { PATH: `${join(node, '..')}:${process.env.PATH}` }
  return {
    ...process.env,
    ...own,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(postgres && redis ? { DATABASE_URL: postgres.url, REDIS_URL: redis.url } : {}),
    ...(stage.counts === 'playwright' ? { PLAYWRIGHT_JSON_OUTPUT_FILE: raw } : {}),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, '--conditions=dev'].filter(Boolean).join(' '),
    ...stage.env,
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.chdir(root)
  const [name, ...parameters] = process.argv.slice(2)
  const stage = stages.find((one) => one.name === name)
  if (!stage) throw new Error(`There is no stage ${name}`)
  const { status } = await runStage(stage, parameters)
  process.exit(status === 'failed' ? 1 : 0)
}
