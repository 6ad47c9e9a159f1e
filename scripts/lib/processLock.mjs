// A lock file that a crash cannot leave behind for good: it names the process and when that process began, so that a
// number the system has given to somebody else since does not count.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** When a process began, as the system counts it; undefined when there is no such process. */
function processStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {}
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return error.code === 'EPERM' ? 'alive' : undefined
  }
}

/** Takes the lock. Answers `{ release }`, or `{ heldBy: pid }` when another live process has it. */
export function takeProcessLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, start: processStart(process.pid) })
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return {
        release: () => {
          if (read(path)?.pid === process.pid) rmSync(path, { force: true })
        },
      }
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = read(path)
      if (holder && processStart(holder.pid) === holder.start) return { heldBy: holder.pid }
      rmSync(path, { force: true })
    }
  }
  return { heldBy: read(path)?.pid }
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
