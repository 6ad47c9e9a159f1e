import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './freePort.ts'

const run = promisify(execFile)

/** A PostgreSQL server for one test file. */
export type TestPostgres = { url: string; skip?: undefined; stop?: (() => Promise<void>) | undefined }

/** Why there is none. */
export type NoTestPostgres = { skip: string; stop?: undefined }

/**
 * Finds a PostgreSQL server: the one of `DATABASE_URL`, else a temporary cluster from the installed binaries. PostgreSQL
 * refuses to run as root, so a root user runs it as `postgres`.
 */
export async function startPostgres(): Promise<TestPostgres | NoTestPostgres> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL }
  const binaries = findBinaries()
  if (!binaries) return { skip: 'no DATABASE_URL and no PostgreSQL binaries' }
  const isRoot = process.getuid?.() === 0
  const ids = isRoot ? await userIds('postgres') : undefined
  if (isRoot && !ids) return { skip: 'running as root, and there is no user postgres' }

  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  if (ids) chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, 'data')
  await run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    cwd: folder,
    ...ids,
  })
  const port = await freePort()
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off', '-c', 'max_connections=60'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...ids },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let text = ''
      server.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('ready to accept connections')) resolve()
      })
      server.once('exit', () => reject(new Error(`PostgreSQL ended: ${text}`)))
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

function findBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(root, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

async function userIds(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout.trim())),
    )
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}
