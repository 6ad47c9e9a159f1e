// A PostgreSQL in a temporary folder, from the system's binaries; deleted when stopped.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../lib/freePort.mjs'

const root = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL binaries (15 or newer) that this user can run, or undefined. */
export function findPostgres() {
  if (process.getuid?.() === 0 && !ownUser()) return undefined
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && majorVersion(folder) >= 15)
}

/** Starts it; `{ url, pid, stop }`. Durability is off: it serves tests and benchmarks only. */
export async function startPostgres({ settings = [] } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL 15 or newer is installed (Debian: apt-get install postgresql)')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  // PostgreSQL refuses to run as root: step down to the user that its package made.
  const user = process.getuid?.() === 0 ? ownUser() : {}
  if (user.uid) chownSync(folder, user.uid, user.gid)
  const init = spawnSync(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    { encoding: 'utf8', cwd: '/', ...user },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr || init.error?.message}`)
  const port = await freePort(0)
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
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    // SIGINT is PostgreSQL's fast shutdown: it ends open connections instead of waiting for them.
    child.kill('SIGINT')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise((resolve, reject) => {
      let words = ''
      child.stderr.on('data', (data) => {
        words = (words + data).slice(-4000)
        if (words.includes('ready to accept connections')) resolve()
      })
      exited.then(() => reject(new Error(`PostgreSQL did not start: ${words}`)))
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid: child.pid, stop }
}

function majorVersion(folder) {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(stdout?.match(/(\d+)/)?.[1] ?? 0)
}

/** The user that the system's package made for it, or undefined. */
function ownUser() {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}
