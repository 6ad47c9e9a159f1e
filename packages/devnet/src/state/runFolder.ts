import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning, parseMark } from '../../../../scripts/lib/processMark.mjs'

/** Returns the path of a new temporary folder for one run. Removes the folders of killed processes. */
export async function runFolder({ folder }: { folder: string }): Promise<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const holder = parseMark(await readFile(join(path, 'lock'), 'utf8').catch(() => ''))
    if (holder && !isRunning(holder)) await rm(path, { recursive: true, force: true })
  }
  return join(folder, `${process.pid}-${crypto.randomUUID()}`)
}
