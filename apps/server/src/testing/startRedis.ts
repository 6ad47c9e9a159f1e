import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './freePort.ts'

/** A Redis server for one test file. */
export type TestRedis = { url: string; skip?: undefined; pid?: number; stop?: () => Promise<void> }

/** Why there is none. */
export type NoTestRedis = { skip: string; stop?: undefined }

/**
 * Finds a Redis server: the one of `REDIS_URL`, else a temporary one from the installed binary.
 *
 * @param options.own start one of our own in any case, for tests that stop it; on `port` when given
 */
export async function startRedis({
  own = false,
  port: wanted,
}: {
  own?: boolean
  port?: number
} = {}): Promise<TestRedis | NoTestRedis> {
  if (process.env.REDIS_URL && !own) return { url: process.env.REDIS_URL }
  const binary = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
  if (!binary) return { skip: 'no REDIS_URL and no redis-server' }
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const port = wanted ?? (await freePort())
  const server = spawn(
    binary,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`Redis ended: ${text}`)))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    ...(server.pid === undefined ? {} : { pid: server.pid }),
    stop: async () => {
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
