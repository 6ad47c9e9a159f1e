import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRunning, markProcess, parseMark } from './processMark.mjs'

/**
 * Takes a lock file for this process. A crash cannot leave it behind for good: the lock of a process that has died is worth nothing.
 *
 * @returns `{ release }`, or `{ heldBy: pid }` when a process that runs has it
 */
export function takeProcessLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const own = `${path}.${process.pid}`
  // Link the complete file: a half-written lock would look unowned.
  writeFileSync(own, JSON.stringify(markProcess(process.pid)))
  try {
    for (;;) {
      try {
        linkSync(own, path)
        return { release: () => rmSync(path, { force: true }) }
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holder = read(path)
      if (holder && isRunning(holder)) return { heldBy: holder.pid }
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

function read(path) {
  try {
    return parseMark(readFileSync(path, 'utf8'))
  } catch {
    return undefined // released meanwhile
  }
}
