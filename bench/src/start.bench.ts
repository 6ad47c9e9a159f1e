/** How long `npm start` takes until it prints its addresses, dependencies installed. See bench/start.md. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportFigures } from './report.ts'

const goals = { first: 240, second: 10 } as const
const folder = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
try {
  const seconds = { first: await start(), second: await start() }
  reportFigures({
    name: 'start',
    title: 'npm start, until the addresses are printed',
    figures: [
      {
        name: 'first start, dependencies installed',
        value: `${seconds.first.toFixed(1)} s`,
        beside: `goal ${goals.first} s including installation, which took 25 to 60 s more`,
        verdict: seconds.first <= goals.first - 60 ? 'reached' : 'missed',
      },
      {
        name: 'second start',
        value: `${seconds.second.toFixed(1)} s`,
        beside: `goal ${goals.second} s`,
        verdict: seconds.second <= goals.second ? 'reached' : 'missed',
      },
    ],
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Seconds until it stands; then it is ended as Ctrl-C would. */
async function start(): Promise<number> {
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
  child.kill('SIGINT')
  await exited
  return seconds
}
