// `npm test`: every check and every suite, in order, with a summary. `npm test -- unit browser` runs the named ones only;
// `npm test -- --list` names them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { prepare } from './lib/prepare.mjs'
import { findPostgres, startPostgres } from './services/postgres.mjs'
import { findRedis, startRedis } from './services/redis.mjs'

await prepare({ chromium: true })

const vitest = (project) => ({
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', project],
  counts: 'vitest',
})
const check = (name) => ({ args: [`scripts/checks/${name}.mjs`] })
const e2e = {
  args: ['node_modules/@playwright/test/cli.js', 'test', '-c', 'apps/web/playwright.config.ts'],
  counts: 'playwright',
}

const stages = [
  { name: 'lock', ...check('lock') },
  { name: 'licences', ...check('licences') },
  { name: 'imports', ...check('imports') },
  { name: 'files', ...check('files') },
  { name: 'errors', ...check('errors') },
  { name: 'threats', ...check('threats') },
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', ...check('types') },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'packages', ...check('packages') },
  { name: 'size', ...check('size') },
  { name: 'unit', ...vitest('unit') },
  { name: 'devnet', ...vitest('devnet') },
  { name: 'server', ...vitest('server') },
  { name: 'server-postgres', ...vitest('server'), services: true },
  { name: 'interop', ...vitest('interop') },
  { name: 'browser', ...vitest('browser') },
  { name: 'start', ...vitest('start') },
  { name: 'e2e', ...e2e, args: [...e2e.args, '--project', 'site'] },
  { name: 'e2e-wallet', ...e2e, args: [...e2e.args, '--project', 'wallet', '--workers', '3'] },
  { name: 'e2e-postgres', ...e2e, args: [...e2e.args, '--grep', '@journey'], services: true },
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
const env = {
  ...process.env,
  ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  NODE_OPTIONS: [process.env.NODE_OPTIONS, '--conditions=dev'].filter(Boolean).join(' '),
}
const reports = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
const results = []
let services
let running
let interrupted = false
// Ctrl-C reaches the suite as well; whoever stops only this process ends the suite and the services with it.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true
    running?.kill('SIGTERM')
  })
try {
  for (const stage of stages) {
    if (interrupted) break
    if (wanted.length > 0 && !wanted.includes(stage.name)) continue
    results.push(await runStage(stage))
  }
} finally {
  await Promise.all(services?.map((service) => service.stop()) ?? [])
  rmSync(reports, { recursive: true, force: true })
}

console.log('\n')
for (const { name, status, seconds, detail } of results)
  console.log(
    `${{ passed: '✓', failed: '✗', skipped: '–' }[status]} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${detail}`,
  )
const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
process.exit(interrupted || results.some(({ status }) => status === 'failed') ? 1 : 0)

async function runStage(stage) {
  if (stage.services && !(findPostgres() && findRedis()))
    return {
      name: stage.name,
      status: 'skipped',
      seconds: 0,
      passed: 0,
      failed: 0,
      skipped: 1,
      detail: 'PostgreSQL or Redis is not installed',
    }
  console.log(`\n── ${stage.name} ${'─'.repeat(60 - stage.name.length)}`)
  if (stage.services && !services) services = await Promise.all([startPostgres(), startRedis()])
  const stageEnv = { ...env, ...(stage.services ? { DATABASE_URL: services[0].url, REDIS_URL: services[1].url } : {}) }
  const report = join(reports, `${stage.name}.json`)
  const args = [...stage.args]
  if (stage.counts === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  if (stage.counts === 'playwright') {
    args.push('--reporter=list,json')
    stageEnv.PLAYWRIGHT_JSON_OUTPUT_NAME = report
  }
  const began = performance.now()
  running = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env: stageEnv })
  const code = await new Promise((resolve) => running.once('exit', (exit) => resolve(exit ?? 1)))
  const counted = stage.counts ? count(stage.counts, report) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }
  // A runner that failed without a failed test (a crash, a file that does not load) still failed.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  return {
    name: stage.name,
    status: code === 0 ? 'passed' : 'failed',
    seconds: (performance.now() - began) / 1000,
    ...counted,
    detail: stage.counts
      ? `${counted.passed} passed${counted.failed ? `, ${counted.failed} failed` : ''}${counted.skipped ? `, ${counted.skipped} skipped` : ''}`
      : '',
  }
}

function count(runner, report) {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    return runner === 'vitest'
      ? { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }
      : { passed: json.stats.expected + json.stats.flaky, failed: json.stats.unexpected, skipped: json.stats.skipped }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
