// `npm test`: every check and every suite, with a summary. `npm test -- unit browser` runs the named ones only;
// `npm test -- --list` names them. Two suites run at once, for most of them wait a third of their time; those that count
// milliseconds run alone, at the end. What a suite writes is shown when it is over.
// A red file is run once more at the end, alone: green then, it is reported as flaky.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { prepare } from './lib/prepare.mjs'
import { readReport } from './lib/reports.mjs'
import { findPostgres, startPostgres } from './services/postgres.mjs'
import { findRedis, startRedis } from './services/redis.mjs'

await prepare({ chromium: true })

const vitest = (project) => ({
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', project],
  counts: 'vitest',
})
const contracts = (profile) => ({ args: ['scripts/contracts.mjs', `--profile=${profile}`], counts: 'forge' })
const check = (name) => ({ args: [`scripts/checks/${name}.mjs`] })
const e2e = (...parameters) => ({
  args: ['node_modules/@playwright/test/cli.js', 'test', '-c', 'apps/web/playwright.config.ts', ...parameters],
  counts: 'playwright',
})

// Long ones first, so that the lanes end together. `alone`: nothing runs beside it.
const stages = [
  { name: 'lock', ...check('lock') },
  { name: 'licences', ...check('licences') },
  { name: 'imports', ...check('imports') },
  { name: 'folders', ...check('folders') },
  { name: 'files', ...check('files') },
  { name: 'errors', ...check('errors') },
  { name: 'threats', ...check('threats') },
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'types', ...check('types') },
  { name: 'unit', ...vitest('unit') },
  { name: 'browser', ...vitest('browser') },
  { name: 'server', ...vitest('server') },
  // Asked for by name it plays all of its 10,000 runs; beside everything else, a fifth.
  { name: 'adversary', ...vitest('adversary'), services: 'if installed' },
  { name: 'e2e-wallet', ...e2e('--project=wallet', '--workers=3') },
  { name: 'server-postgres', ...vitest('server-services'), services: true },
  // On PostgreSQL and Redis, where they are installed. Then each part of the world is taken away.
  { name: 'e2e-faults', ...e2e('--project=journeys', '--project=faults'), services: 'if installed' },
  { name: 'start', ...vitest('start') },
  { name: 'devnet', ...vitest('devnet') },
  { name: 'contracts', ...contracts('default') },
  { name: 'packages', ...check('packages') },
  { name: 'interop', ...vitest('interop') },
  { name: 'size', ...check('size') },
  // 100,000 calls of each invariant, and mutants: takes its time, so by name only.
  { name: 'contracts-full', ...contracts('full'), byName: true },
  { name: 'contracts-mutants', args: ['scripts/contractMutants.mjs'], counts: 'forge', byName: true },
  { name: 'e2e-timed', ...e2e('--project=timed'), alone: true },
]

const wanted = process.argv.slice(2)
if (wanted.includes('--list')) {
  console.log(stages.map(({ name }) => name).join('\n'))
  process.exit(0)
}
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no suite called ${unknown.join(', ')}. There are: ${stages.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

const chromium = findChromium()
// What several suites need is built by the first of them: the wallet's pages, the server as one file.
const shared = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
const env = {
  ADVERSARY_RUNS: process.argv.includes('adversary') ? '10000' : '2000',
  ...process.env,
  LATCHKEY_TEST_SHARED: shared,
  ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  NODE_OPTIONS: [process.env.NODE_OPTIONS, '--conditions=dev'].filter(Boolean).join(' '),
}
// Kept until the next run, for whoever wants to look closer.
const reports = resolve('.latchkey', 'reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const marks = { passed: '✓', failed: '✗', skipped: '–', flaky: '≈' }
/** Red files beyond this number are no accident. */
const mostAgain = 8
const began = performance.now()
const lanes = 2
const results = new Map()
const running = new Set()
let interrupted = false
// Ctrl-C reaches the suites as well; whoever stops only this process ends the suites and the services with it.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill('SIGTERM')
  })
const asked = stages.filter(({ name, byName }) => (wanted.length === 0 ? !byName : wanted.includes(name)))
const beside = asked.filter(({ alone }) => !alone)
await Promise.all(Array.from({ length: lanes }, () => runAll(beside)))
await runAll(asked.filter(({ alone }) => alone))
await runRedAgain()
rmSync(shared, { recursive: true, force: true })

const summary = stages.flatMap(({ name }) => results.get(name) ?? [])
const slowest = summary.flatMap(({ name, files }) => files.map((file) => ({ ...file, stage: name })))
slowest.sort((left, right) => right.seconds - left.seconds)
if (slowest.length > 0) console.log('\nSlowest files:')
for (const { stage, file, seconds } of slowest.slice(0, 15))
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${stage.padEnd(16)} ${file}`)
for (const { name, status, failures } of summary)
  for (const failure of failures)
    console.log(
      `\n${marks[status]} ${name} › ${failure.file} › ${failure.name}\n${failure.message.replaceAll(/^/gm, '    ')}`,
    )

console.log('\n')
for (const { name, status, seconds, detail } of summary)
  console.log(`${marks[status]} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${detail}`)
const total = (key) => summary.reduce((sum, result) => sum + result[key], 0)
const flaky = summary.filter(({ status }) => status === 'flaky').reduce((sum, { failures }) => sum + failures.length, 0)
const minutes = Math.floor((performance.now() - began) / 60_000)
const seconds = Math.round(((performance.now() - began) / 1000) % 60)
console.log(
  `\n${total('passed')} passed, ${total('failed')} failed, ${flaky} flaky, ${total('skipped')} skipped in ${minutes} min ${seconds} s`,
)
process.exit(interrupted || summary.some(({ status }) => status === 'failed') ? 1 : 0)

/** Takes one suite after the other from the list, which several lanes share. */
async function runAll(list) {
  for (let stage = list.shift(); stage && !interrupted; stage = list.shift())
    results.set(stage.name, await runStage(stage))
}

/**
 * Runs red files once more, alone. What is red again is broken; what is green now is flaky: it is named with its failure, to be
 * mended, and does not hold up the rest.
 */
async function runRedAgain() {
  const red = asked.flatMap((stage) => {
    const { failures = [], status } = results.get(stage.name) ?? {}
    return status === 'failed' ? [{ stage, files: [...new Set(failures.map(({ file }) => file))] }] : []
  })
  const files = red.flatMap((one) => one.files)
  // A runner that broke down, or a check, names no file.
  if (files.length > mostAgain || red.some((one) => one.files.length === 0) || files.includes('')) return
  for (const { stage, files: own } of red) {
    if (interrupted) return
    const first = results.get(stage.name)
    const again = await runStage({ ...stage, name: `${stage.name}-again`, args: [...stage.args, ...own] })
    if (again.status !== 'passed' || again.passed === 0) continue
    const seconds = first.seconds + again.seconds
    const detail = `${first.detail}, green when run again alone`
    results.set(stage.name, { ...first, seconds, detail, status: 'flaky', failed: 0 })
  }
}

async function runStage(stage) {
  const hasServices = Boolean(stage.services && findPostgres() && findRedis())
  if (stage.services === true && !hasServices)
    return {
      name: stage.name,
      status: 'skipped',
      seconds: 0,
      passed: 0,
      failed: 0,
      skipped: 1,
      failures: [],
      files: [],
      detail: 'PostgreSQL or Redis is not installed',
    }
  const stageBegan = performance.now()
  // Of its own: what one suite kills or leaves behind is no other's.
  const services = hasServices ? await Promise.all([startPostgres(), startRedis()]) : []
  const [postgres, redis] = services
  const stageEnv = { ...env, ...(postgres && redis ? { DATABASE_URL: postgres.url, REDIS_URL: redis.url } : {}) }
  const report = join(reports, `${stage.name}.json`)
  const args = [...stage.args]
  if (stage.counts === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  if (stage.counts === 'forge') args.push(`--report=${report}`)
  if (stage.counts === 'playwright') {
    // Each run empties its folder first, and several run at once.
    args.push('--reporter=list,json', '--output', resolve('node_modules/.cache/latchkey-e2e', stage.name))
    stageEnv.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  }
  console.log(`… ${stage.name}`)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: stageEnv })
  running.add(child)
  const words = []
  child.stdout.on('data', (data) => words.push(data))
  child.stderr.on('data', (data) => words.push(data))
  const code = await new Promise((resolve) => child.once('close', (exit) => resolve(exit ?? 1)))
  running.delete(child)
  await Promise.all(services.map(({ stop }) => stop()))
  process.stdout.write(`\n── ${stage.name} ${'─'.repeat(60 - stage.name.length)}\n${Buffer.concat(words)}`)
  const counted = stage.counts
    ? readReport(stage.counts, report)
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [], files: [] }
  // A runner that failed without a failed test (a crash, a file that does not load) still failed.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  return {
    name: stage.name,
    status: code === 0 ? 'passed' : 'failed',
    seconds: (performance.now() - stageBegan) / 1000,
    ...counted,
    detail: stage.counts
      ? `${counted.passed} passed${counted.failed ? `, ${counted.failed} failed` : ''}${counted.skipped ? `, ${counted.skipped} skipped` : ''}`
      : '',
  }
}
