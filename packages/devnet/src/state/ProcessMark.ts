import { readFileSync } from 'node:fs'

/** A process, told apart from a later one with the same number. */
export type ProcessMark = { pid: number; startedAt: string }

/** Marks a process that runs. */
export function markProcess(pid: number): ProcessMark {
  return { pid, startedAt: startOf(pid) }
}

/** Tells whether a marked process still runs. */
export function isRunning({ pid, startedAt }: ProcessMark): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return startOf(pid) === startedAt && !isZombie(pid)
}

/** Reads a mark; undefined when the text is not one. */
export function parseMark(text: string): ProcessMark | undefined {
  try {
    const { pid, startedAt } = JSON.parse(text)
    if (Number.isSafeInteger(pid) && pid > 0 && typeof startedAt === 'string') return { pid, startedAt }
  } catch {
    // A mark that was cut short belongs to nobody.
  }
  return undefined
}

/** Clock ticks since boot at which it started (proc(5), field 22); empty where there is no /proc. */
function startOf(pid: number): string {
  return statOf(pid)[19] ?? ''
}

function isZombie(pid: number): boolean {
  return statOf(pid)[0] === 'Z'
}

/** The fields of /proc/…/stat after the name, which may itself contain spaces and brackets. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
