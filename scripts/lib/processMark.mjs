// A process, told apart from a later one to which the system gave the same number.
import { readFileSync } from 'node:fs'

/** Marks a process that runs. */
export function markProcess(pid) {
  return { pid, startedAt: statOf(pid)[19] ?? '' }
}

/** Tells whether a marked process still runs. One that has ended and was not yet fetched by its parent does not. */
export function isRunning({ pid, startedAt }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  const stat = statOf(pid)
  return (stat[19] ?? '') === startedAt && stat[0] !== 'Z'
}

/** Reads a mark; undefined when the text is not one. */
export function parseMark(text) {
  try {
    const { pid, startedAt } = JSON.parse(text)
    if (Number.isSafeInteger(pid) && pid > 0 && typeof startedAt === 'string') return { pid, startedAt }
  } catch {
    // A truncated mark has no owner.
  }
  return undefined
}

/** The fields of /proc/…/stat (proc(5)) after the name, which may itself contain spaces and brackets; none where there is no /proc. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
