// Checks the types of every workspace with TypeScript 7 (the fast one), two at a time and each on one core: several threads of one
// compiler check much of the same code each for itself, which takes twice the time of the processor.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { workspaces } from '../lib/workspaces.mjs'

const queue = workspaces()
  .map(({ path }) => (path === '.' ? 'scripts' : path))
  // Clients of browsers, against the server: with the browser's types, which the server itself must not see.
  .concat('apps/server/src/relay/interop')
  .filter((path) => existsSync(`${path}/tsconfig.json`))
const failed = []
await Promise.all([worker(), worker()])
if (failed.length === 0) console.log('The types of every workspace hold.')
process.exit(failed.length > 0 ? 1 : 0)

async function worker() {
  for (let path = queue.shift(); path; path = queue.shift()) {
    const args = ['node_modules/typescript7/bin/tsc', '-p', path, '--pretty', 'false', '--singleThreaded']
    // It lives for seconds: to collect garbage seldom costs memory that is there.
    const child = spawn(process.execPath, args, { env: { GOGC: '400', ...process.env } })
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code === 0) continue
    failed.push(path)
    console.error(`${path}:\n${output}`)
  }
}
