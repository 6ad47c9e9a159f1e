// A PostgreSQL of our own in a temporary folder, from the system's binaries; gone when stopped.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../lib/freePort.mjs'

const root = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL binaries (15 or newer), or undefined. */
export function findPostgres() {
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .filter((version) => Number(version) >= 15 && existsSync(join(root, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))[0]
}

/** Starts it; `{ url, stop }`. Durability is off: it serves tests and benchmarks only. */
export async function startPostgres({ settings = [] } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL 15 or newer is installed (Debian: apt-get install postgresql)')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  // PostgreSQL refuses to run as root: step down to the user that its package made.
  const user = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid) chownSync(folder, user.uid, user.gid)
  const init = spawnSync(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    { encoding: 'utf8', cwd: '/', ...user },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr || init.error?.message}`)
  const port = await freePort(20_000 + (process.pid % 20_000))
  const options = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'shared_buffers=256MB',
    'max_connections=100',
    ...settings,
  ]
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...options.flatMap((option) => ['-c', option])],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...user },
  )
  let words = ''
  child.stderr.on('data', (data) => {
    words = (words + data).slice(-4000)
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  for (
    const deadline = Date.now() + 20_000;
    !words.includes('ready to accept connections') || !(await answers(port));
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${words}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: child.pid,
    stop: async () => {
      // SIGINT is PostgreSQL's fast shutdown: it ends open sessions instead of waiting for them.
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(flag) {
  return Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
