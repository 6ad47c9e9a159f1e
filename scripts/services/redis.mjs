// A Redis in a temporary folder, from the system's binary; deleted when stopped.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../lib/freePort.mjs'

/** The name of the binary that is installed, or undefined. */
export function findRedis() {
  return ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
}

/** Starts it, without persistence; `{ url, pid, stop }`. */
export async function startRedis({ port: wanted = 0 } = {}) {
  const binary = findRedis()
  if (!binary) throw new Error('No Redis is installed (Debian: apt-get install redis-server)')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const port = wanted || (await freePort(0))
  const child = spawn(
    binary,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise((resolve, reject) => {
      let words = ''
      child.stdout.on('data', (data) => {
        words = (words + data).slice(-4000)
        if (words.includes('Ready to accept connections')) resolve()
      })
      exited.then(() => reject(new Error(`Redis did not start: ${words}`)))
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop }
}
