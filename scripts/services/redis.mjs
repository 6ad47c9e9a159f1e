// A Redis of our own in a temporary folder, from the system's binary; gone when stopped.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../lib/freePort.mjs'

/** The name of the binary that is installed, or undefined. */
export function findRedis() {
  return ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
}

/** Starts it, without persistence; `{ url, stop }`. */
export async function startRedis() {
  const binary = findRedis()
  if (!binary) throw new Error('No Redis is installed (Debian: apt-get install redis-server)')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const port = await freePort(40_000 + (process.pid % 10_000))
  const child = spawn(
    binary,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve, reject) => {
    let words = ''
    child.stdout.on('data', (data) => {
      words += data
      if (words.includes('Ready to accept connections')) resolve()
    })
    exited.then(() => reject(new Error(`Redis did not start: ${words}`)))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
