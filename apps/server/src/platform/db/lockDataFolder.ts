import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'

/** A held lock. */
export type DataFolderLock = { release: () => void }

type Holder = { pid: number; startedAt: string }

/**
 * Locks a data folder for this process, because two processes on one embedded database lose data. The lock file contains the process number
 * and the start time of the process, so that a reused number is not mistaken for the holder. The lock of a dead process is taken over.
 *
 * @throws LatchkeyError `data_folder_locked`, which names the process
 */
export function lockDataFolder({ folder }: { folder: string }): DataFolderLock {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'lock.json')
  const own = `${path}.${process.pid}`
  const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? '' }
  writeFileSync(own, JSON.stringify(holder))
  try {
    if (!place({ own, path })) takeOver({ own, path, folder })
  } finally {
    rmSync(own, { force: true })
  }
  let held = true
  return {
    release: () => {
      if (held) rmSync(path, { force: true })
      held = false
    },
  }
}

/** Links the finished file to the lock's path. Returns false if there is already one. A link is atomic, unlike create-then-write. */
function place({ own, path }: { own: string; path: string }): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function takeOver({ own, path, folder }: { own: string; path: string; folder: string }): void {
  refuseIfAlive({ path, folder })
  // Only one of several processes that find the same dead lock can replace it.
  const gate = `${path}.takeover`
  try {
    mkdirSync(gate)
  } catch {
    if (Date.now() - (statSync(gate, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < 10_000) {
      throw new ServiceError('data_folder_locked', {
        message: `Another Latchkey process is starting on the data folder ${resolve(folder)}.`,
      })
    }
  }
  try {
    refuseIfAlive({ path, folder })
    renameSync(own, path)
  } finally {
    rmSync(gate, { recursive: true, force: true })
  }
}

function refuseIfAlive({ path, folder }: { path: string; folder: string }): void {
  const holder = readHolder(path)
  if (!holder) return
  const startedAt = processStart(holder.pid)
  if (startedAt === undefined || (holder.startedAt !== '' && startedAt !== '' && startedAt !== holder.startedAt)) return
  throw new ServiceError('data_folder_locked', {
    message: `Another Latchkey process (pid ${holder.pid}) uses the data folder ${resolve(folder)}. End it, or choose another folder with LATCHKEY_DATA_FOLDER.`,
  })
}

function readHolder(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return undefined
    const startedAt = 'startedAt' in value && typeof value.startedAt === 'string' ? value.startedAt : ''
    return { pid: value.pid, startedAt }
  } catch {
    // Links appear only when finished, so a process never finished an unreadable file: there is no holder.
    return undefined
  }
}

/** Returns the start time of a process in the format of its system: undefined if there is no such process, empty if unknown. */
function processStart(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command in brackets can contain spaces. After it, the 20th field is the start time. Z is a zombie.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : (fields[19] ?? '')
    }
    if (process.platform === 'win32') return ''
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
