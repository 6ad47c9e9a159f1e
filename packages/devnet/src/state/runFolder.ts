import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning, parseMark } from '../../../../scripts/lib/processMark.mjs'

/**
 * A folder for what one run needs and nobody afterwards. Folders of runs whose process was killed, and so could not tidy up,
 * are removed.
 */
export async function runFolder({ folder }: { folder: string }): Promise<string> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const holder = parseMark(await readFile(join(path, 'lock'), 'utf8').catch(() => ''))
    if (holder && !isRunning(holder)) await rm(path, { recursive: true, force: true })
  }
  return join(folder, `${process.pid}-${crypto.randomUUID()}`)
}
