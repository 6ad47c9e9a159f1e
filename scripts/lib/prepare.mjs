// The first thing that `npm start`, `npm test` and `npm run bench` do, with nothing installed. Part of those commands and not a
// pre-script of npm: who has install scripts switched off, as this repository has, would not get those.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { createProgress } from './progress.mjs'

/**
 * Brings node_modules in line with the lock file, and with `chromium` makes sure that a browser for the tests is there. Ends the
 * process with a sentence when it cannot.
 */
export async function prepare({ chromium = false } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const needed = { 20: 19, 22: 12 }[major]
  if (needed === undefined ? major < 24 : minor < needed) {
    console.error(
      `Latchkey needs Node.js 22.12 or newer, or 24 (20.19 still works); this is ${process.versions.node}. Install one of them (nodejs.org, or nvm install 24) and try again.`,
    )
    process.exit(1)
  }

  const stampFile = 'node_modules/.latchkey-stamp'
  const stamp = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(process.versions.node)
    .digest('hex')
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    await install()
    writeFileSync(stampFile, stamp)
  }

  if (chromium && !findChromium()) {
    const root = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
    if (root) {
      await run({ text: 'Updating the package list', command: 'apt-get', args: ['update'] })
      await run({
        text: 'Installing Chromium for the tests',
        command: 'apt-get',
        args: ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-inter'],
      })
    } else {
      await run({
        text: 'Downloading Chromium for the tests',
        command: process.execPath,
        args: ['node_modules/playwright/cli.js', 'install', 'chromium'],
      })
    }
  }
}

/** Installs the packages of the lock file, from npm's cache if possible, so that it also works without a connection. */
async function install() {
  const npm = process.env.npm_execpath
  const command = npm ? process.execPath : 'npm'
  const args = [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund', ...patience]
  const text = 'Installing dependencies: 0.8 GB, once; a minute or two, later starts skip this'
  await run({
    ...{ text, command, args: [...args, '--prefer-offline'] },
    // The cached metadata of a package may be older than the lock file.
    otherwise: (said) => (isUnreachable(said) ? undefined : () => run({ text, command, args })),
  })
}

// npm waits ten seconds and a minute before it asks again: on a machine without a connection that is minutes of silence.
const patience = ['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=15000']

async function run({ text, command, args, otherwise }) {
  const progress = createProgress(text)
  const output = []
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  child.stdout.on('data', (data) => output.push(data))
  child.stderr.on('data', (data) => output.push(data))
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output.push(Buffer.from(error.message))
      resolve(1)
    })
    child.once('exit', resolve)
  })
  if (code === 0) return progress.done()
  const said = Buffer.concat(output).toString()
  const again = otherwise?.(said)
  if (again) {
    progress.fail(`${text}: once more, past the cache`)
    return again()
  }
  progress.fail(`${text}: failed`)
  console.error(said.split('\n').slice(-30).join('\n'))
  console.error(`\nThe command was: ${[command, ...args].join(' ')}`)
  const advice = adviceFor(said)
  if (advice) console.error(advice)
  process.exit(1)
}

/** What to do about a failure of npm or apt-get that is not about Latchkey; undefined when it may be. */
function adviceFor(said) {
  if (isUnreachable(said))
    return 'The packages could not be fetched. This needs a connection once (or a filled npm cache); afterwards Latchkey starts without one.'
  if (/ENOSPC/.test(said)) return 'The disk is full. Latchkey needs about 2 GB.'
  if (/EACCES|EPERM|EROFS/.test(said))
    return 'A folder cannot be written: this clone, or the npm cache that is named above.'
  return undefined
}

function isUnreachable(said) {
  return /EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|Temporary failure resolving/.test(said)
}
