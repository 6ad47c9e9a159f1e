// `npm test` runs the tiers fast, integration and journeys; `npm run test:full` the rest. `npm test -- unit browser` runs the named
// stages, `npm test -- --list` names them, `npm test -- --changed[=<commit>]` runs those affected by the changes since a commit.
// A stage whose inputs did not change since it passed is not run again (wireit; `WIREIT_CACHE=none` forgets).
// Several stages run at once, because most of them wait a third of their time. Those that measure milliseconds run alone, at the end.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from './lib/prepare.mjs'

const words = process.argv.slice(2)
await prepare({ chromium: true })
// They load packages, which are there only now.
const { runChanged } = await import('./suite/runChanged.mjs')
const { readQuarantine, isQuarantined } = await import('./suite/quarantine.mjs')
const { readResult, runStage } = await import('./suite/runStage.mjs')
const { stages } = await import('./suite/stages.mjs')
const { printSummary } = await import('./suite/printSummary.mjs')

const began = Date.now()
const changed = words.find((word) => /^--changed(=|$)/.test(word))
const names = words.filter((word) => !word.startsWith('--'))
if (words.includes('--list')) {
  for (const { name, tier } of stages) console.log(`${tier.padEnd(12)} ${name}`)
  process.exit(0)
}
const unknown = names.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no stage called ${unknown.join(', ')}. There are: ${stages.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

/** Stages at once: most of `npm test` wait for something a third of their time; the long ones of the full tier leave no core idle. */
const lanes = words.includes('--full') || names.length > 0 ? 2 : 3
const quarantine = readQuarantine()
// The first stage that needs a shared build makes it.
const shared = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
process.env.LATCHKEY_TEST_SHARED = shared
let interrupted = false
const running = new Set()
// Ctrl-C reaches the stages as well; a signal to this process alone ends them with it.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill('SIGTERM')
  })

const results = changed ? await runChanged({ since: changed.split('=')[1] ?? 'HEAD' }) : await runAsked()
rmSync(shared, { recursive: true, force: true })
printSummary({ results, began })
process.exit(interrupted || results.some(({ status }) => status === 'failed') ? 1 : 0)

async function runAsked() {
  // Programs of many stages: the server as in production, and the ones that die at a step.
  spawnSync(process.execPath, ['scripts/build.mjs', 'server', 'test-programs'], { stdio: 'inherit' })
  const tiers = words.includes('--full') ? ['full'] : ['fast', 'integration', 'journeys']
  const asked = stages.filter(({ name, tier }) => (names.length === 0 ? tiers.includes(tier) : names.includes(name)))
  const found = new Map()
  const runAll = async (list) => {
    for (let stage = list.shift(); stage && !interrupted; stage = list.shift())
      found.set(stage.name, await runCached(stage))
  }
  const beside = asked.filter(({ alone }) => !alone)
  await Promise.all(Array.from({ length: lanes }, () => runAll(beside)))
  await runAll(asked.filter(({ alone }) => alone))
  for (const stage of asked) {
    const result = found.get(stage.name)
    if (interrupted || result?.status !== 'failed' || !isQuarantined(result.failures, quarantine)) continue
    const again = await runStage(stage, [...new Set(result.failures.map(({ file }) => file))])
    if (again.status === 'passed' && again.passed > 0)
      found.set(stage.name, { ...result, status: 'passed', failed: 0, quarantined: result.failures.length })
  }
  return asked.flatMap(({ name }) => found.get(name) ?? [])
}

/** Runs a stage, or takes the result of an earlier run with the same inputs. Its output appears when it is over. */
async function runCached({ name }) {
  console.log(`… ${name}`)
  const start = Date.now()
  const npm = process.env.npm_execpath
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm']
  const child = spawn(command, [...before, '--prefix', 'scripts/suite', 'run', '--silent', `stage:${name}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WIREIT_LOGGER: 'quiet-ci' },
  })
  running.add(child)
  const output = []
  child.stdout.on('data', (data) => output.push(data))
  child.stderr.on('data', (data) => output.push(data))
  const code = await new Promise((resolve) => child.once('close', (exit) => resolve(exit ?? 1)))
  running.delete(child)
  process.stdout.write(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}\n${Buffer.concat(output)}`)
  const result = readResult(name)
  const isNew = result !== undefined && result.began >= start
  if (code === 0 && result) return { ...result, isKept: !isNew, seconds: isNew ? result.seconds : 0 }
  if (isNew && result.status === 'failed') return result
  const failure = { file: '', name: '', message: Buffer.concat(output).toString().slice(-2_000) }
  return {
    ...{ name, status: 'failed', seconds: (Date.now() - start) / 1000 },
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [failure],
    files: [],
  }
}
