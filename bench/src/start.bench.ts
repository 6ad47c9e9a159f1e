/**
 * Measures `npm start` with installed dependencies: the time until it prints its addresses, the resources of its idle processes, and
 * the time until a visitor on slow 3G sees its site. See bench/start.md.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { reportFigures } from './report.ts'
import { measureFirstPage } from './start/measureFirstPage.ts'
import { measureProcesses, type ProcessUse } from './start/measureProcesses.ts'

/** Seconds, bytes, shares of one core. */
const goals = { first: 180, second: 10, memory: 1.2e9, processor: 0.2, page: 4 } as const
/** Milliseconds from the start until it is at rest, and for how long it is then watched. */
const rest = { after: 120_000, during: 30_000 } as const

const folder = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
try {
  const first = await start()
  await first.end()
  const second = await start()
  await wait(rest.after)
  const before = second.measure()
  await wait(rest.during)
  const idle = second.measure()
  for (const { memory, command } of idle) console.log(`${(memory / 1e6).toFixed(0).padStart(6)} MB  ${command}`)
  const memory = sum(idle, (use) => use.memory)
  const processor = (sum(idle, ({ cpu }) => cpu) - sum(before, ({ cpu }) => cpu)) / rest.during
  const { site } = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as { site: string }
  const page = await measureFirstPage({ url: site })
  await second.end()
  reportFigures({
    name: 'start',
    title: 'npm start: until the addresses are printed, at rest, and its site on slow 3G',
    figures: [
      judge({ name: 'first start, dependencies installed', value: first.seconds, goal: goals.first, unit: 's' }),
      judge({ name: 'second start', value: second.seconds, goal: goals.second, unit: 's' }),
      {
        name: 'second start, processor time',
        value: `${second.processorSeconds.toFixed(1)} s`,
        beside: 'does not depend on what else the machine does',
        verdict: 'no goal',
      },
      judge({ name: 'memory of all processes, at rest', value: memory / 1e6, goal: goals.memory / 1e6, unit: 'MB' }),
      judge({ name: 'processor, at rest', value: processor * 100, goal: goals.processor * 100, unit: '% of a core' }),
      judge({ name: 'slow 3G: name of the site', value: page.name / 1000, goal: goals.page, unit: 's' }),
      judge({ name: 'slow 3G: price of the token', value: page.price / 1000, goal: goals.page, unit: 's' }),
      judge({ name: 'slow 3G: wallet button takes a press', value: page.press / 1000, goal: goals.page, unit: 's' }),
      {
        name: 'slow 3G: code of the wallet button',
        value: `${(page.wallet / 1000).toFixed(1)} s`,
        beside: `${page.kilobytes.toFixed(0)} kB, a fifth of it the test wallet`,
        verdict: 'no goal',
      },
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A figure beside its limit, with the ratio of the two. */
function judge({ name, value, goal, unit }: { name: string; value: number; goal: number; unit: string }) {
  return {
    name,
    value: `${value.toFixed(1)} ${unit}`,
    beside: `limit ${goal} ${unit}, ratio ${(value / goal).toFixed(2)}`,
    verdict: value <= goal ? ('reached' as const) : ('missed' as const),
  }
}

function sum(uses: readonly ProcessUse[], of: (use: ProcessUse) => number): number {
  return uses.reduce((total, use) => total + of(use), 0)
}

/** Starts it, and resolves when it stands. `end` ends it as Ctrl-C would. */
async function start() {
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, LATCHKEY_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const stands = await Promise.race([
    new Promise<boolean>((resolve) =>
      child.stdout.on('data', (data) => {
        output += data
        if (output.includes('Stop with Ctrl-C')) resolve(true)
      }),
    ),
    exited.then(() => false),
  ])
  if (!stands) throw new Error(`npm start ended:\n${output}`)
  const seconds = (performance.now() - began) / 1000
  const measure = () => measureProcesses(child.pid ?? 0)
  return {
    seconds,
    processorSeconds: sum(measure(), ({ cpu }) => cpu) / 1000,
    measure,
    end: async () => {
      child.kill('SIGINT')
      await exited
    },
  }
}
